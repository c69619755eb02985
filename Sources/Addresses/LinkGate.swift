/// A target that passed the gate: http, https or mailto, printable ASCII only, never an option.
///
/// Only ``LinkGate`` makes it, so it is safe to pass to an opener as one argument.
package struct LinkTarget: Hashable, Sendable {
  /// The whole address as it leaves the program; printable ASCII only.
  package let text: String
  /// "http", "https" or "mailto".
  package let scheme: String
  /// The host in lower case, without user information, port and the root's final dot; empty for
  /// mailto.
  package let host: String
  /// The target as the feed wrote it; visited links are remembered under it.
  package let written: String

  fileprivate init(_ address: WebAddress, written: String) {
    self.written = written
    text = address.text
    scheme = address.scheme
    host = address.host.hasSuffix(".") ? String(address.host.dropLast()) : address.host
  }

  /// The bytes of `text` that name the host; in a mail address the part after its last "@".
  package var hostRange: Range<Int> { WebAddress.hostRange(in: text) }

  /// The columns needed to show the destination: up to the end of the host with its port, or of the
  /// whole mail address.
  package var columnsToItsHost: Int {
    WebAddress.destination(of: Array(text.utf8)[...])?.endIndex ?? text.utf8.count
  }
}

/// Decides which targets may leave the program.
package enum LinkGate {
  /// The decision about a target that the user asks to open.
  package enum Verdict: Equatable, Sendable {
    case open(LinkTarget)
    case ask(LinkTarget, because: Doubt)
    case refuse(because: String)
  }

  /// A reason to ask before a target is opened.
  package struct Doubt: Equatable, Sendable {
    package let reason: String
    /// Whether it is only that the host is inside the user's own network: a host that the user named is expected there.
    package let isOwnNetwork: Bool

    fileprivate init(_ reason: String, isOwnNetwork: Bool = false) {
      self.reason = reason
      self.isOwnNetwork = isOwnNetwork
    }
  }

  /// The longest target that may leave the program, in bytes (the limit of common browsers).
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
    if let reason = doubt(address, label: label) {
      return .ask(checked, because: Doubt(reason))
    }
    guard !address.hostIsPrivate else {
      let reason = "the host is inside your own network"
      return .ask(checked, because: Doubt(reason, isOwnNetwork: true))
    }
    return .open(checked)
  }

  /// Returns the host that `label` names if it reads like an address on another host than
  /// `target`'s.
  package static func otherHost(in label: String, than target: String) -> String? {
    guard let address = WebAddress(target), let named = WebAddress.hostNamed(by: label) else {
      return nil
    }
    let stripped = { (host: String) in host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }
    return stripped(named) == stripped(address.host) ? nil : named
  }

  /// Whether the text of a link names the host that it leads to, so that the reader has seen it.
  package static func isHostNamed(of target: String, in label: String) -> Bool {
    WebAddress.hostNamed(by: label) != nil && otherHost(in: label, than: target) == nil
  }

  private static func doubt(_ address: WebAddress, label: String) -> String? {
    if address.scheme == "mailto" { return "the link starts a new email" }
    if address.hasUserInfo { return "a user name stands before the host \(address.host)" }
    if let named = otherHost(in: label, than: address.text) {
      return "the text says \(named), the link goes to \(address.host)"
    }
    if address.hostIsInternational {
      return HostScripts.doubt(about: address.host)
        ?? "the host has letters that may look like others"
    }
    return nil
  }
}
