/// A target that passed the gate: http, https or mailto, printable ASCII only, never an option.
///
/// Only ``LinkGate`` makes it, so it is safe to pass to an opener as one argument.
package struct LinkTarget: Hashable, Sendable {
  /// The whole address as it leaves the program; printable ASCII only.
  package let text: String
  /// "http", "https" or "mailto".
  package let scheme: String
  /// The host in lower case, without user information, port and the root's final dot; empty for mailto.
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

  /// The columns needed to show the destination: up to the end of the host with its port, or of the whole mail address.
  package var columnsToItsHost: Int {
    WebAddress.destination(of: Array(text.utf8)[...])?.endIndex ?? text.utf8.count
  }
}

/// Decides which targets may leave the program.
package enum LinkGate {
  package enum Verdict: Equatable, Sendable {
    case open(LinkTarget)
    case ask(LinkTarget, because: Doubt)
    case refuse(because: String)

    /// The target, be it only after a question; nil for one that may not leave the program.
    package var target: LinkTarget? {
      switch self {
      case .open(let target), .ask(let target, _): target
      case .refuse: nil
      }
    }
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
    if let reason = doubt(address, label: label) { return .ask(checked, because: Doubt(reason)) }
    guard !address.hostIsPrivate else {
      let reason = "the host is inside your own network"
      return .ask(checked, because: Doubt(reason, isOwnNetwork: true))
    }
    return .open(checked)
  }

  /// Returns the host that `label` names if it reads like an address on another host than `target`'s.
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

/// The scripts of a host's labels.
///
/// The ranges are whole blocks of the Unicode Character Database (Blocks.txt), grouped by the
/// script of their letters. A scalar outside all of them has no script that we name.
enum HostScripts {
  /// Returns a warning if `host` mixes scripts or has letters outside the Latin script; nil otherwise.
  static func doubt(about host: String) -> String? {
    let read = String.UnicodeScalarView(host.unicodeScalars)
    let labels = read.split(separator: ".", omittingEmptySubsequences: true).map { label in
      decoded(Array(label))
    }
    let scripts = labels.map(scripts(of:))
    if let mixed = scripts.first(where: { $0.count > 1 }) {
      return "the host mixes \(listed(mixed)) letters"
    }
    var others: [String] = []
    for script in scripts.joined() where script != "Latin" && !others.contains(script) {
      others.append(script)
    }
    guard others.isEmpty else {
      return "the host has \(listed(others)) letters, which may look like others"
    }
    return nil
  }

  static func scripts(of label: [Unicode.Scalar]) -> [String] {
    var names: [String] = []
    for scalar in label {
      guard let name = script(of: scalar.value), !names.contains(name) else { continue }
      names.append(name)
    }
    return names
  }

  /// Returns a label as it reads: decoded if it is punycode (RFC 3492), otherwise unchanged.
  static func decoded(_ label: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard label.starts(with: "xn--".unicodeScalars) else { return label }
    return punycode(label.dropFirst(4)) ?? label
  }

  private static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func script(of value: UInt32) -> String? {
    ranges.first { $0.values.contains(value) }?.name
  }

  private static let ranges: [(values: ClosedRange<UInt32>, name: String)] = [
    (0x41...0x5A, "Latin"), (0x61...0x7A, "Latin"), (0xC0...0x24F, "Latin"),
    (0x250...0x2AF, "Latin"), (0x1E00...0x1EFF, "Latin"), (0xFF21...0xFF5A, "Latin"),
    (0x370...0x3FF, "Greek"), (0x1F00...0x1FFF, "Greek"),
    (0x400...0x52F, "Cyrillic"), (0x1C80...0x1C8F, "Cyrillic"), (0x2DE0...0x2DFF, "Cyrillic"),
    (0xA640...0xA69F, "Cyrillic"), (0x530...0x58F, "Armenian"), (0x590...0x5FF, "Hebrew"),
    (0x600...0x6FF, "Arabic"), (0x750...0x77F, "Arabic"), (0x900...0x97F, "Devanagari"),
    (0xE00...0xE7F, "Thai"), (0x10A0...0x10FF, "Georgian"), (0x1100...0x11FF, "Hangul"),
    (0x13A0...0x13FF, "Cherokee"), (0xAB70...0xABBF, "Cherokee"), (0x3040...0x309F, "Hiragana"),
    (0x30A0...0x30FF, "Katakana"), (0x3400...0x4DBF, "Han"), (0x4E00...0x9FFF, "Han"),
    (0xAC00...0xD7AF, "Hangul"), (0xF900...0xFAFF, "Han"), (0x20000...0x3FFFF, "Han"),
  ]

  // MARK: Punycode (RFC 3492, section 6)

  /// The longest label in bytes: host names have no longer ones (RFC 1035).
  private static let longest = 63

  private static func punycode(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
    guard text.count <= longest else { return nil }
    var result: [Unicode.Scalar] = []
    var rest = text
    if let dash = text.lastIndex(of: "-") {
      result = Array(text[..<dash])
      rest = text[(dash + 1)...]
    }
    var value: UInt64 = 0x80
    var index: UInt64 = 0
    var bias: UInt64 = 72
    while !rest.isEmpty {
      let before = index
      var weight: UInt64 = 1
      var step: UInt64 = 36
      while true {
        guard let scalar = rest.popFirst(), let digit = digit(scalar) else { return nil }
        index += digit * weight
        let threshold = step <= bias ? 1 : min(26, step - bias)
        guard index <= UInt32.max else { return nil }
        if digit < threshold { break }
        weight *= 36 - threshold
        step += 36
        // The weight exceeds the largest scalar long before this limit, so no product overflows.
        guard weight <= UInt32.max else { return nil }
      }
      let length = UInt64(clamping: result.count) + 1
      bias = adapted(index - before, length: length, isFirst: before == 0)
      value += index / length
      index %= length
      guard value <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(clamping: value)) else {
        return nil
      }
      result.insert(scalar, at: Int(clamping: index))
      index += 1
    }
    return result
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt64? {
    switch scalar {
    case "a"..."z": UInt64(scalar.value - 0x61)
    case "0"..."9": UInt64(scalar.value - 0x30) + 26
    default: nil
    }
  }

  private static func adapted(_ delta: UInt64, length: UInt64, isFirst: Bool) -> UInt64 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / length
    var steps: UInt64 = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
