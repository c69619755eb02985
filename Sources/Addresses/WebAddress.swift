/// An http, https or mailto address that is split, checked and safe to pass on.
///
/// Parsing is strict after RFC 3986, with the repairs of the WHATWG URL standard that real feeds
/// need: surrounding white space is trimmed, spaces and non-ASCII bytes are percent-encoded. Text
/// with control characters, backslashes or an impossible host is rejected.
package struct WebAddress: Equatable {
  package let scheme: String
  /// The host in lower case, without user information and port; empty for mailto.
  package let host: String
  package let hasUserInfo: Bool
  package let text: String

  /// Parses `raw`; returns nil if it is not an http, https or mailto address.
  package init?(_ raw: String) {
    let bytes = Array(raw.utf8)
    let address = AddressParts.trimmed(bytes)
    guard !address.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
      // U+FFFD stands for bytes that were lost: the address would lead elsewhere.
      !raw.unicodeScalars.contains("\u{FFFD}")
    else { return nil }
    let parts = AddressParts(address)
    guard let written = parts.scheme else { return nil }
    let scheme = String(decoding: written, as: UTF8.self).lowercased()
    let rest = address[(written.endIndex + 1)...]
    if scheme == "mailto" {
      guard rest.contains(UInt8(ascii: "@")) else { return nil }
      self.init(scheme: scheme, host: "", hasUserInfo: false, rest: rest)
      return
    }
    guard scheme == "http" || scheme == "https",
      // No user name contains a slash; it is there to look like the end of a host.
      !Self.decoded(parts.userInfo ?? []).contains(UInt8(ascii: "/")),
      let host = Self.host(of: parts)
    else { return nil }
    self.init(scheme: scheme, host: host, hasUserInfo: parts.userInfo != nil, rest: rest)
  }

  private init(scheme: String, host: String, hasUserInfo: Bool, rest: ArraySlice<UInt8>) {
    self.scheme = scheme
    self.host = host
    self.hasUserInfo = hasUserInfo
    text = scheme + ":" + Self.encoded(rest)
  }

  /// The host without a leading "www."; nil for mail addresses, numbers and names without a dot.
  package var site: String? {
    let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    let last = name.split(separator: ".").last
    return name.contains(".") && last?.utf8.allSatisfy(\.isASCIIDigit) == false ? name : nil
  }

  /// Whether the host is that of `other` or below it, as `media.lakes.example` is below `www.lakes.example`.
  ///
  /// False for mail addresses, numbers, names without a dot, and hosts of a private network.
  package func isOnSite(of other: WebAddress) -> Bool {
    guard let site, let base = other.site, !hostIsPrivate, !other.hostIsPrivate else {
      return false
    }
    return site == base || site.hasSuffix("." + base)
  }

  /// Whether the host has non-ASCII letters, written directly or as punycode.
  var hostIsInternational: Bool {
    host.utf8.contains { $0 >= 0x80 }
      || host.split(separator: ".").contains { $0.hasPrefix("xn--") }
      || host.contains("%")
  }

  var hostIsPrivate: Bool { PrivateHost.isWritten(host) }

  /// The name under which the user trusts the host: in a private network with its port, because each port there may be
  /// another machine's or program's.
  package var trustName: String {
    guard hostIsPrivate, let authority = Self.destination(of: Array(text.utf8)[...]) else {
      return host
    }
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    return String(decoding: authority[start...], as: UTF8.self).lowercased()
  }

  /// Returns the bytes of the address `text` that name its host, without user information and port;
  /// in a mail address the part after its last "@".
  ///
  /// The range is empty if the address names no host.
  package static func hostRange(in text: String) -> Range<Int> {
    let bytes = Array(text.utf8)
    guard let destination = destination(of: AddressParts.trimmed(bytes)) else {
      return bytes.endIndex..<bytes.endIndex
    }
    let host = AddressParts.host(of: destination)
    return host.startIndex..<host.endIndex
  }

  /// Returns the part of `address` that names its destination: the authority, or the whole
  /// recipient of a mail address; nil if it has neither.
  static func destination(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = AddressParts(address)
    guard let scheme = parts.scheme,
      String(decoding: scheme, as: UTF8.self).lowercased() == "mailto"
    else { return parts.authority }
    // Mail programs disagree on whether "#" ends a recipient, so all of it is shown.
    return address[(scheme.endIndex + 1)...].prefix { $0 != UInt8(ascii: "?") }
  }

  /// Returns the host that `label` names; nil if it does not read like an address.
  static func hostNamed(by label: String) -> String? {
    let trimmed = label.trimmingPrefix { $0 == " " }
    if let address = WebAddress(String(trimmed)), address.scheme != "mailto" { return address.host }
    let word = trimmed.prefix { $0 != "/" && $0 != " " && $0 != "?" && $0 != "…" }.lowercased()
    let labels = word.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let top = labels.last, (2...24).contains(top.utf8.count),
      top.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
      labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isHostByte) }),
      !fileEndings.contains(String(top)) || trimmed.contains("/")
    else { return nil }
    return word
  }

  /// Endings that make a dotted word a file name rather than a host.
  private static let fileEndings: Set<String> = [
    "md", "js", "py", "rs", "txt", "html", "htm", "swift", "json", "xml", "css", "png", "jpg",
    "jpeg", "gif", "svg", "pdf", "zip", "gz", "tar", "exe", "doc", "mp", "c", "h",
  ]

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func host(of parts: AddressParts) -> String? {
    guard let name = parts.host, let port = parts.port, isPort(port) else { return nil }
    let isHost =
      name.first == UInt8(ascii: "[")
      ? name.last == UInt8(ascii: "]") && isNumeric(name.dropFirst().dropLast()) : isName(name)
    return isHost ? String(decoding: name, as: UTF8.self).lowercased() : nil
  }

  /// Whether a host is a valid name, judged by its bytes.
  ///
  /// It has no empty label except the root's, does not begin like an option, and contains no
  /// forbidden byte (WHATWG URL, 3.2), neither directly nor percent-encoded.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    let labels = bytes.split(separator: dot, omittingEmptySubsequences: false)
    let named = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    let forbidden = " <>\"`{}|^@#/:?[]\\%".utf8
    // Names in other scripts are shorter in the name server than here (RFC 1035, 2.3.4).
    let isTooLong =
      bytes.allSatisfy { $0 < 0x80 } && (bytes.count > 254 || named.contains { $0.count > 63 })
    return !named.isEmpty && !isTooLong && named.allSatisfy { !$0.isEmpty }
      && bytes.first != UInt8(ascii: "-")
      && !decoded(bytes).contains { $0 <= 0x20 || $0 == 0x7F || forbidden.contains($0) }
  }

  /// Whether the text in brackets may be an IPv6 address, with or without a zone (RFC 6874).
  private static func isNumeric(_ bytes: ArraySlice<UInt8>) -> Bool {
    let number = bytes.prefix { $0 != UInt8(ascii: "%") }
    let zone = bytes[number.endIndex...]
    return number.contains(UInt8(ascii: ":"))
      && number.allSatisfy {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || $0.isHexadecimal
      }
      && zone.allSatisfy { isHostByte($0 | 0x20) && $0 < 0x80 || $0 == UInt8(ascii: "%") }
  }

  /// Whether `bytes` are empty, a lone colon, or a colon and a port.
  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let digits = bytes.dropFirst().drop { $0 == UInt8(ascii: "0") }
    guard first == UInt8(ascii: ":"), digits.allSatisfy(\.isASCIIDigit) else { return false }
    return digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil
  }

  /// Decodes percent-encoded bytes, once.
  package static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimal),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    let forbidden = " <>\"`{}|^".utf8
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte >= 0x7F || byte <= 0x20 || forbidden.contains(byte) {
        result += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
