/// An http, https or mailto address, split and made safe to hand on.
///
/// A strict reading after RFC 3986 with the repairs of the WHATWG URL standard that real feeds
/// need: surrounding white space is trimmed, spaces and non-ASCII bytes are percent-encoded.
/// Control characters, backslashes and an empty host are no address.
struct WebAddress: Equatable {
  let scheme: String
  /// In lower case, without user information and port; empty for mailto.
  let host: String
  let hasUserInfo: Bool
  /// The whole address: printable ASCII only.
  let text: String

  init?(_ raw: String) {
    let bytes = Array(raw.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let rest = bytes[(colon + 1)...]
    if scheme == "mailto" {
      guard rest.contains(UInt8(ascii: "@")) else { return nil }
      self.init(scheme: scheme, host: "", hasUserInfo: false, rest: rest)
      return
    }
    guard scheme == "http" || scheme == "https",
      rest.starts(with: "//".utf8)
    else { return nil }
    let authority = rest.dropFirst(2).prefix { byte in
      byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let hostAndPort = at.map { authority[($0 + 1)...] } ?? authority
    guard let host = Self.host(hostAndPort) else { return nil }
    self.init(scheme: scheme, host: host, hasUserInfo: at != nil, rest: rest)
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
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func host(_ bytes: ArraySlice<UInt8>) -> String? {
    let name: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      name = bytes[...close]
    } else {
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard bytes[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      name = bytes[..<colon]
    }
    let forbidden = " <>\"`{}|^@".utf8
    guard !name.isEmpty, !name.contains(where: { forbidden.contains($0) }) else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
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
