import Addresses

/// An http or https address that may be fetched, in a form that is the same for equal addresses.
///
/// Scheme and host are in lower case, the scheme's own port and the fragment are left out, and an
/// empty path is "/". It is printable ASCII only.
package struct FeedAddress: Hashable, Sendable {
  /// The decision about an address that a reader, a list or a server names.
  package enum Verdict: Equatable, Sendable {
    case fetch(FeedAddress)
    case ask(FeedAddress, because: String)
    case refuse(because: String)

    package var address: FeedAddress? {
      switch self {
      case .fetch(let address), .ask(let address, _): address
      case .refuse: nil
      }
    }

    /// The ``FeedAddress/server`` that a question was about, for one who has confirmed it; nil where there was none.
    var confirmed: String? {
      if case .ask(let address, _) = self { address.server } else { nil }
    }
  }

  package let text: String
  /// "http" or "https".
  package let scheme: String
  /// The host in lower case, without user information, port and the root's final dot.
  package let host: String

  /// Judges `text` as ``LinkGate`` judges a link, except that no email can be fetched.
  package static func judge(_ text: String) -> Verdict {
    switch LinkGate.judge(text, label: "") {
    case .open(let target): FeedAddress(target).map(Verdict.fetch) ?? noWeb
    case .ask(let target, let doubt):
      FeedAddress(target).map { .ask($0, because: doubt.reason) } ?? noWeb
    case .refuse: if WebAddress(text) == nil { noWeb } else { tooLong }
    }
  }

  /// Returns the address that `reference` names on a page at this address.
  package func judge(_ reference: String) -> Verdict {
    Self.judge(Address.resolve(reference, against: text))
  }

  /// Returns the address that a document at this address names, to be fetched without a question.
  ///
  /// Returns nil if the address is refused, would leave https, or would need a question and is on
  /// another host: no server can make the reader ask machines of the user's own network.
  ///
  /// - Parameter leavesHTTPS: whether an https document may name an http address, which is so if
  ///   the user sees the address before it is fetched.
  package func follow(_ reference: String, leavesHTTPS: Bool = false) -> FeedAddress? {
    let verdict = judge(reference)
    guard let next = verdict.address, leavesHTTPS || scheme == "http" || next.scheme == "https"
    else { return nil }
    if case .ask = verdict, next.server != server { return nil }
    return next
  }

  /// The host with its port, unless that is the scheme's own: in the user's own network each port may be another
  /// program's, so nothing that is named there vouches for another port.
  package var server: String {
    let authority = parts.authority ?? []
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    return String(decoding: authority[start...], as: UTF8.self)
  }

  /// Whether a document at this address may name `other` as a further part of itself.
  package func isServer(of other: FeedAddress) -> Bool {
    host == other.host && WebAddress(text)?.trustName == WebAddress(other.text)?.trustName
  }

  /// The address without a password before its host; nil if it has one and nothing else is left.
  package var withoutPassword: FeedAddress? {
    guard let user = parts.userInfo, let colon = user.firstIndex(of: UInt8(ascii: ":")),
      let authority = parts.authority
    else { return self }
    let name = user[..<colon]
    let host = authority[user.endIndex...].dropFirst()
    let kept = name.isEmpty ? Array(host) : name + [UInt8(ascii: "@")] + host
    return Self.judge(parts.text(authority: kept[...])).address
  }

  /// The address as it is shown: without its password, as git shows one.
  package var shown: String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    return withoutPassword?.text ?? withoutUser
  }

  /// The address without user and password, against which the addresses of its document are resolved: the
  /// password is for the document alone.
  package var withoutUser: String {
    guard let user = parts.userInfo, let authority = parts.authority else { return text }
    return parts.text(authority: authority[user.endIndex...].dropFirst())
  }

  var origin: String { "\(scheme)://\(String(decoding: parts.authority ?? [], as: UTF8.self))" }

  var parts: AddressParts { AddressParts(Array(text.utf8)[...]) }

  /// Returns an address as it is shown, and any other text as it is.
  package static func shown(_ text: String) -> String {
    guard text.contains("@"), text.contains("://") else { return text }
    return judge(text).address?.shown ?? text
  }

  private static let noWeb = Verdict.refuse(because: "not an http or https address")
  private static let tooLong = Verdict.refuse(because: "longer than \(LinkGate.limit) bytes")

  /// Whether a byte can stand in a host that is printable ASCII: a name, an address of numbers, or letters of other scripts
  /// as they are encoded.
  private static func isInHost(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-._:[]%") }

  private init?(_ target: LinkTarget) {
    guard target.scheme != "mailto" else { return nil }
    let bytes = Array(target.text.utf8)
    var parts = AddressParts(bytes[...])
    guard let host = parts.host, let port = parts.port, host.allSatisfy(Self.isInHost) else {
      return nil
    }
    // As it is in the text, not as the gate shows it: letters of other scripts are encoded.
    let name = String(decoding: host, as: UTF8.self).lowercased()
    var authority: [UInt8] = []
    if let user = parts.userInfo { authority += user + [UInt8(ascii: "@")] }
    authority += name.utf8
    let own = target.scheme == "https" ? ":443" : ":80"
    if !port.elementsEqual(own.utf8), port.count > 1 { authority += port }
    parts.scheme = Array(target.scheme.utf8)[...]
    if parts.path.isEmpty { parts.path = [UInt8(ascii: "/")] }
    text = parts.text(authority: authority[...])
    scheme = target.scheme
    self.host = name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}

extension AddressParts {
  /// Returns the text of an address with these parts, but another authority or query, and no fragment.
  func text(authority: ArraySlice<UInt8>?, query: ArraySlice<UInt8>? = nil) -> String {
    var address = self
    address.authority = authority
    address.query = query ?? self.query
    address.fragment = nil
    return String(decoding: address.bytes, as: UTF8.self)
  }
}

/// The name of an account on a server of the fediverse: "acct:user@host" (RFC 7565).
package struct AccountName: Hashable, Sendable {
  /// The longest user part in bytes.
  package static let limit = 200

  /// The part before the last "@": letters, digits and "-._~", in their case.
  package let user: String
  package let host: String

  /// Parses "acct:user@host", "@user@host" and "user@host"; returns nil for anything else.
  package init?(_ text: String) {
    var rest = text[...]
    if rest.lowercased().hasPrefix("acct:") { rest = rest.dropFirst(5) }
    if rest.hasPrefix("@") { rest = rest.dropFirst() }
    guard let at = rest.lastIndex(of: "@") else { return nil }
    let user = rest[..<at]
    let host = rest[rest.index(after: at)...]
    guard (1...Self.limit).contains(user.utf8.count), user.utf8.allSatisfy(Self.isPlain),
      !host.utf8.contains(where: { "/?#@".utf8.contains($0) }),
      let address = FeedAddress.judge("https://\(host)/").address
    else { return nil }
    self.user = String(user)
    self.host = String(address.text.dropFirst("https://".count).dropLast())
  }

  package var text: String { "acct:\(user)@\(host)" }

  /// Whether its server is asked without a question.
  package var verdict: FeedAddress.Verdict { FeedAddress.judge("https://\(host)/") }

  /// The address that is asked for the account (RFC 7033, section 4).
  package var webFinger: FeedAddress? {
    // A colon and an "@" may stand in a query as they are (RFC 3986, section 3.4).
    FeedAddress.judge("https://\(host)/.well-known/webfinger?resource=\(text)").address
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-._~") }
}
