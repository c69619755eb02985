import Foundation
import Glibc
import Testing

/// A browser's connection to a port of this machine.
final class LoopbackClient {
  private let descriptor: Int32
  private(set) var received: [UInt8] = []
  /// Whether the other side has closed the connection.
  private(set) var isClosed = false

  /// Connects; nil if nothing listens there.
  init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    place.sin_port = port.bigEndian
    let isConnected = withUnsafeBytes(of: &place) { bytes in
      let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return connect(descriptor, place, socklen_t(bytes.count)) == 0
    }
    guard isConnected else { return nil }
  }

  deinit { close(descriptor) }

  var text: String { String(decoding: received, as: UTF8.self) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads for so long; returns whether the other side has closed the connection.
  func isAnswered(milliseconds: Int32 = 20) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard !isClosed, poll(&state, 1, milliseconds) > 0 else { return isClosed }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    received += buffer[..<max(0, count)]
    isClosed = count <= 0
    return isClosed
  }

  /// Makes a request and returns the answer; nil if nothing listens, or nothing comes in ten seconds.
  static func get(_ target: String, port: UInt16) -> String? {
    guard let client = LoopbackClient(port: port) else { return nil }
    client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: */*\r\n\r\n")
    for _ in 0..<500 where !client.isAnswered() {}
    return client.isClosed ? client.text : nil
  }
}
