/// A target that passed the gate: http, https or mailto, printable ASCII only, never an option.
///
/// Only ``LinkGate`` makes it, so whoever holds one may hand it to an opener as one argument.
package struct LinkTarget: Hashable, Sendable {
  /// The whole address, which is what leaves the program: printable ASCII only.
  package let text: String
  /// "http", "https" or "mailto".
  package let scheme: String
  /// In lower case, without user information, port and the dot of the root; empty for mailto.
  package let host: String
  /// As the feed wrote it, by which a link is known to be visited.
  package let written: String

  fileprivate init(_ address: WebAddress, written: String) {
    self.written = written
    text = address.text
    scheme = address.scheme
    host = address.host.hasSuffix(".") ? String(address.host.dropLast()) : address.host
  }

  /// Bytes of `text` that name the host; of a mail address the part after its last "@".
  package var hostRange: Range<Int> { WebAddress.hostRange(in: text) }

  /// Columns that show where it leads: up to the end of the host with its port, or of the whole mail
  /// address.
  package var columnsToItsHost: Int {
    WebAddress.destination(of: Array(text.utf8)[...])?.endIndex ?? text.utf8.count
  }
}

/// Decides what may leave the program.
package enum LinkGate {
  /// What becomes of a target that a key asks to open.
  package enum Verdict: Equatable, Sendable {
    case open(LinkTarget)
    /// Open only after a second key, because of this.
    case ask(LinkTarget, because: String)
    /// Never open, because of this.
    case refuse(because: String)
  }

  /// Longest target that leaves the program, in bytes (what common browsers take).
  package static let limit = 2083

  /// Judges `target`, which the reader sees as `label`.
  package static func judge(_ target: String, label: String) -> Verdict {
    guard let address = WebAddress(target) else {
      return .refuse(because: "not an http, https or mailto address")
    }
    guard address.text.utf8.count <= limit else {
      return .refuse(because: "longer than \(limit) bytes")
    }
    let checked = LinkTarget(address, written: target)
    if let reason = doubt(address, label: label) { return .ask(checked, because: reason) }
    return .open(checked)
  }

  /// The host that `label` names when it reads like an address of another host than `target`'s.
  package static func otherHost(in label: String, than target: String) -> String? {
    guard let address = WebAddress(target), let named = WebAddress.hostNamed(by: label) else {
      return nil
    }
    let stripped = { (host: String) in host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }
    return stripped(named) == stripped(address.host) ? nil : named
  }

  private static func doubt(_ address: WebAddress, label: String) -> String? {
    if address.scheme == "mailto" { return "it writes mail" }
    if address.hasUserInfo { return "a name stands before the host \(address.host)" }
    if let named = otherHost(in: label, than: address.text) {
      return "the text says \(named), the link goes to \(address.host)"
    }
    if address.hostIsInternational {
      return HostScripts.doubt(about: address.host)
        ?? "the host has letters that may look like others"
    }
    if address.hostIsPrivate { return "the host is inside your own network" }
    return nil
  }
}
