/// The end of a transfer, as curl reports it on its standard error.
package struct CurlEvent: Equatable, Sendable {
  /// The longest reason that is kept, in bytes.
  package static let reasonLimit = 300

  /// The index of the request in its batch.
  package let number: Int
  /// The status code of the last answer; 0 if there was none.
  package let status: Int
  /// The exit code of the transfer; 0 for a complete one.
  package let exit: Int
  /// The reason in curl's words; empty for a complete transfer.
  ///
  /// A server may have a say in it, so it is text from outside.
  package let reason: String

  /// The numeric address of the machine that answered; nil if there was no connection.
  package let peer: String?

  /// Parses a line of curl's standard error; returns nil for lines that report something else.
  package init?(_ line: String) {
    guard line.utf8.first == UInt8(ascii: "@") else { return nil }
    let words = line.dropFirst().split(separator: " ", maxSplits: 3)
    guard words.count >= 3, let number = Self.number(words[0]), let status = Self.number(words[1]),
      let exit = Self.number(words[2])
    else { return nil }
    self.number = number
    self.status = status
    self.exit = exit
    var rest = words.count > 3 ? words[3] : ""
    var peer: Substring = ""
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      peer = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    self.peer = peer.isEmpty ? nil : String(peer)
    reason = String(decoding: rest.utf8.prefix(Self.reasonLimit), as: UTF8.self)
  }

  /// The value of "write-out" for a request.
  ///
  /// The line end in front ends a line of curl's own that may be unfinished.
  static func format(number: Int) -> String {
    "%{stderr}\\n@\(number) %{http_code} %{exitcode} [%{remote_ip}] %{errormsg}\\n"
  }

  /// Returns a number of at most nine digits.
  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return Int(text)
  }
}
