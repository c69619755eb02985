/// Tells the hosts of this machine and of private networks from public ones.
package enum PrivateHost {
  /// Names that are those of a private network in every network (RFC 6761, 6762, 8375; ICANN 2024), and the
  /// names under which clouds tell machines their secrets.
  private static let endings = [
    "localhost", "local", "internal", "home.arpa", "lan", "intranet", "corp", "home",
  ]

  /// Whether a host as an address writes it is private, or may be: a name without a dot, a number in an unusual
  /// form, any address of IPv6.
  static func isWritten(_ host: String) -> Bool {
    // A name may end in the root's dot: it is the same host.
    let host = host.hasSuffix(".") ? String(host.dropLast()) : host
    if host.hasPrefix("[") || endings.contains(where: { host == $0 || host.hasSuffix("." + $0) }) {
      return true
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // Decimal, octal and hexadecimal numbers need a confirmation, whatever they mean.
    guard let last = parts.last, last.first?.isNumber == true else { return parts.count < 2 }
    return isPrivateIPv4(host) ?? true
  }

  /// Whether the numeric address of a peer, in the form of inet_ntop, is not a public one (RFC 6890).
  package static func isPeer(_ address: String) -> Bool {
    guard address.contains(":") else { return isPrivateIPv4(address) ?? true }
    // An address of IPv4 in one of IPv6 (RFC 4291).
    if let colon = address.lastIndex(of: ":"), address.contains(".") {
      return isPrivateIPv4(String(address[address.index(after: colon)...])) ?? true
    }
    let groups = address.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = groups.first.flatMap({ UInt16($0, radix: 16) }) else { return true }
    // An address of IPv4 as a network without IPv4 sees it (RFC 6052).
    if first == 0x64, groups.count > 3, groups[1] == "ff9b" {
      let words = groups.suffix(2).map { $0.isEmpty ? 0 : UInt16($0, radix: 16) }
      guard words.count == 2, let high = words[0], let low = words[1] else { return true }
      return isPrivateIPv4("\(high >> 8).\(high & 255).\(low >> 8).\(low & 255)") ?? true
    }
    // Unicast of the whole network, but for tunnels, which hold an address of IPv4, and examples.
    guard (0x2000...0x3FFF).contains(first), first != 0x2002 else { return true }
    let second = groups.count > 1 ? groups[1] : ""
    return first == 0x2001 && (second.isEmpty || second == "0" || second == "db8")
  }

  /// Whether four decimal numbers name a private address; nil for other texts.
  private static func isPrivateIPv4(_ text: String) -> Bool? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0 == "0" || !$0.hasPrefix("0") }
    let numbers = parts.compactMap { UInt8($0) }
    guard isPlain, parts.count == 4, numbers.count == 4 else { return nil }
    switch (numbers[0], numbers[1], numbers[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): return true
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): return true
    case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): return true
    default: return false
    }
  }
}
