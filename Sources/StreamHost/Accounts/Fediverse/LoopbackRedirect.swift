import Addresses
import Glibc
import StreamModel

/// A listener on 127.0.0.1 that takes the code of a login from the browser of this machine (RFC 8252 section 7.3).
package final class LoopbackRedirect {
  package enum Answer { case code(String), denial }

  /// The address to which the server sends the browser.
  let address: String
  /// The word that tells answers to this login from requests of others.
  let state = (0..<2).map { _ in hexDigits(UInt64.random(in: .min ... .max)) }.joined()
  package private(set) var answer: Answer? { didSet { if answer != nil { stop() } } }
  private let loop: EventLoop
  private let listener: Int32
  private var watch: EventLoop.Token?
  /// The open connections; browsers also open some that they never use.
  private var visits: [Int32: (request: PipeReader, timer: EventLoop.Token)] = [:]

  /// Listens at a free port; nil if none can be opened.
  package init?(on loop: EventLoop) {
    self.loop = loop
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    listener = socket(AF_INET, Int32(clamping: kind), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutableBytes(of: &place) { [listener] bytes in
      let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(listener, place, size) == 0 && listen(listener, 16) == 0
        && getsockname(listener, place, &size) == 0
    }
    address = "http://127.0.0.1:\(place.sin_port.bigEndian)/"
    watch = loop.watch(listener, for: .reading) { [weak self] in self?.accept() ?? [] }
    guard isOpen else { return nil }
  }

  deinit { stop() }

  /// Takes a line that the reader has pasted: a code, or the address that the browser shows.
  package func take(_ line: String) {
    let text = AddressParts.trimmed(Array(line.utf8))
    answer = answer(in: AddressParts(text).query ?? ("code=".utf8 + text)[...], needsState: false)
  }

  /// Closes the port and all connections.
  package func stop() {
    for visit in visits.values { loop.remove(visit.timer) }
    if watch != nil { close(listener) }
    loop.remove(watch)
    (visits, watch) = ([:], nil)
  }

  private func accept() -> [LoopEvent] {
    let browser = Glibc.accept(listener, nil, nil)
    guard browser >= 0 else { return [] }
    _ = fcntl(browser, F_SETFD, FD_CLOEXEC)
    let look: PipeReader.OnBytes = { [weak self] _ in self?.reply(to: browser) ?? [] }
    let end = { [weak self] in self?.reply(to: browser, isOver: true) ?? [] }
    visits[browser] = (
      PipeReader(browser, limit: 16 << 10, loop: loop, onBytes: look, onEnd: end),
      loop.schedule(afterMilliseconds: 10_000, handler: end)
    )
    return []
  }

  /// Answers a request with plain text once it is whole, too long or over.
  private func reply(to browser: Int32, isOver: Bool = false) -> [LoopEvent] {
    guard let (request, timer) = visits[browser] else { return [] }
    let head = request.captured
    let isWhole = !head.isCut && head.bytes.contains("\r\n\r\n".utf8)
    guard isWhole || head.isCut || isOver else { return [] }
    loop.remove(timer)
    visits[browser] = nil
    if isWhole, head.bytes.starts(with: "GET /?".utf8) {
      answer = answer(in: head.bytes[6...].prefix { $0 > 0x20 }, needsState: true)
    }
    let status = answer == nil ? "400 Bad Request" : "200 OK"
    let text = answer == nil ? "streamtui does not wait for this." : "You can close this window."
    let page =
      "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\(text)\n"
    // The buffer of a new connection has room for all of it.
    if !request.isAtEnd { send(browser, page, page.utf8.count, Int32(clamping: MSG_NOSIGNAL)) }
    return [.bytesArrived]
  }

  /// Returns the answer in the query of an address; nil if it has none, or is of another login.
  private func answer(in query: ArraySlice<UInt8>, needsState: Bool) -> Answer? {
    var fields = needsState ? [:] : ["state": state]
    for field in query.split(separator: UInt8(ascii: "&")) {
      let pair = field.split(separator: UInt8(ascii: "="), maxSplits: 1)
        .map { String(decoding: WebAddress.decoded($0), as: UTF8.self) }
      if pair.count == 2 { fields[pair[0]] = pair[1] }
    }
    guard fields["state"] == state else { return nil }
    if fields["error"] == "access_denied" { return .denial }
    return fields["error"] == nil ? fields["code"].map { .code($0) } : nil
  }
}
