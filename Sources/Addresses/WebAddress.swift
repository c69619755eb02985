/// An http, https or mailto address, split and made safe to hand on.
///
/// A strict reading after RFC 3986 with the repairs of the WHATWG URL standard that real feeds
/// need: surrounding white space is trimmed, spaces and non-ASCII bytes are percent-encoded.
/// Control characters, backslashes and a host that cannot be one are no address.
package struct WebAddress: Equatable {
  /// "http", "https" or "mailto".
  package let scheme: String
  /// In lower case, without user information and port; empty for mailto.
  package let host: String
  /// Whether the authority names a user before its "@".
  package let hasUserInfo: Bool
  /// The whole address: printable ASCII only.
  package let text: String

  /// Reads `raw`; nil where it is no such address.
  package init?(_ raw: String) {
    let bytes = Array(raw.utf8)
    let address = AddressParts.trimmed(bytes)
    guard !address.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
      // Bytes that were no text are lost: it would lead elsewhere.
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
      // Nobody's name holds a slash; it is there to look like the end of a host.
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

  /// Whether the host has non-ASCII letters, plain or as punycode.
  var hostIsInternational: Bool {
    host.utf8.contains { $0 >= 0x80 }
      || host.split(separator: ".").contains { $0.hasPrefix("xn--") }
      || host.contains("%")
  }

  /// Whether the host is this machine or a private address (RFC 1918, RFC 4193, RFC 6761).
  var hostIsPrivate: Bool {
    // A name may end in the dot of the root: it is the same host.
    let host = host.hasSuffix(".") ? String(host.dropLast()) : host
    if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local") {
      return true
    }
    if host.hasPrefix("[") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // Anything numeric is judged by its form: decimal, octal and hexadecimal hosts all ask.
    guard let last = parts.last, last.first?.isNumber == true else { return false }
    let isPlain = parts.allSatisfy { $0 == "0" || !$0.hasPrefix("0") }
    guard isPlain, parts.count == 4, let first = Int(parts[0]), let second = Int(parts[1]) else {
      return true
    }
    return first == 10 || first == 127 || first == 0 || (first == 192 && second == 168)
      || (first == 172 && (16...31).contains(second)) || (first == 169 && second == 254)
  }

  /// The bytes of `text`, an address as it is written, that name its host: without user information
  /// and port; of a mail address the part after its last "@".
  ///
  /// Empty where the address names none.
  package static func hostRange(in text: String) -> Range<Int> {
    let bytes = Array(text.utf8)
    guard let destination = destination(of: AddressParts.trimmed(bytes)) else {
      return bytes.endIndex..<bytes.endIndex
    }
    let host = AddressParts.host(of: destination)
    return host.startIndex..<host.endIndex
  }

  /// The part of `address` that says where it leads: the authority, or the whole recipient of a mail
  /// address; nil where it has neither.
  static func destination(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = AddressParts(address)
    guard let scheme = parts.scheme,
      String(decoding: scheme, as: UTF8.self).lowercased() == "mailto"
    else { return parts.authority }
    // Mail programs differ on whether "#" ends a recipient, so all of it is shown.
    return address[(scheme.endIndex + 1)...].prefix { $0 != UInt8(ascii: "?") }
  }

  /// The host that a visible text names, when the text reads like an address.
  static func hostNamed(by label: String) -> String? {
    let trimmed = label.trimmingPrefix { $0 == " " }
    if let address = WebAddress(String(trimmed)), address.scheme != "mailto" {
      return address.host
    }
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

  /// Whether a host is a name, as far as its bytes tell: no empty label but the root's, no option, and
  /// nothing forbidden in a host (WHATWG URL, 3.2), written out or percent-encoded.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    let labels = bytes.split(separator: dot, omittingEmptySubsequences: false)
    let named = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    let forbidden = " <>\"`{}|^@#/:?[]\\%".utf8
    // Names in other scripts are shorter for the name server than they are here (RFC 1035, 2.3.4).
    let isTooLong =
      bytes.allSatisfy { $0 < 0x80 } && (bytes.count > 254 || named.contains { $0.count > 63 })
    return !named.isEmpty && !isTooLong && named.allSatisfy { !$0.isEmpty }
      && bytes.first != UInt8(ascii: "-")
      && !decoded(bytes).contains { $0 <= 0x20 || $0 == 0x7F || forbidden.contains($0) }
  }

  /// Whether what stands in brackets may be an address of IPv6, with or without a zone (RFC 6874).
  private static func isNumeric(_ bytes: ArraySlice<UInt8>) -> Bool {
    let number = bytes.prefix { $0 != UInt8(ascii: "%") }
    let zone = bytes[number.endIndex...]
    return number.contains(UInt8(ascii: ":"))
      && number.allSatisfy {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || $0.isHexadecimal
      }
      && zone.allSatisfy { isHostByte($0 | 0x20) && $0 < 0x80 || $0 == UInt8(ascii: "%") }
  }

  /// Whether `bytes` are nothing, or a colon and a port or none.
  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let digits = bytes.dropFirst().drop { $0 == UInt8(ascii: "0") }
    guard first == UInt8(ascii: ":"), digits.allSatisfy(\.isASCIIDigit) else {
      return false
    }
    return digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil
  }

  /// With what is percent-encoded decoded, once.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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
