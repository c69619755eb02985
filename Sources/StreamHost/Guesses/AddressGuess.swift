import Addresses

package enum AddressGuess: Equatable, Sendable {
  case web(FeedAddress.Verdict, note: String?)
  case account(AccountName)
  case file(String)
  case refused(String)

  static let assumed = "No scheme given: https:// is assumed."

  /// Guesses the meaning of `text`; never fails and asks nothing.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    let trimmed = String(decoding: AddressParts.trimmed(bytes), as: UTF8.self)
    guard !trimmed.isEmpty else {
      self = .refused("No address given.")
      return
    }
    let lowered = trimmed.prefix(16).lowercased()
    if Self.isPath(text) {
      // The name of a file may end in a space.
      self = .file(text)
    } else if lowered.hasPrefix("acct:") {
      self = AccountName(trimmed).map(Self.account) ?? Self.noAccount(trimmed)
    } else if lowered.hasPrefix("feed:") {
      self = Self.feed(trimmed.dropFirst(5))
    } else if lowered.hasPrefix("at://") {
      self = Self.bluesky(trimmed)
    } else if let scheme = Self.scheme(of: trimmed) {
      self = Self.known(scheme, trimmed)
    } else if trimmed.hasPrefix("#") {
      self = Self.tag(trimmed)
    } else if trimmed.hasPrefix("@") {
      self =
        AccountName(trimmed).map(Self.account)
        ?? BlueskyName(String(trimmed.dropFirst())).map { Self.bluesky("profile", $0.text) }
        ?? Self.noAccount(trimmed)
    } else if let account = AccountName(trimmed) {
      self = .account(account)
    } else if Self.beginsWithHost(trimmed) {
      self = .web(Self.judge("https://" + trimmed), note: Self.assumed)
    } else {
      self = .file(trimmed)
    }
  }

  private static func isPath(_ text: String) -> Bool {
    ["/", "./", "../", "~"].contains { text.hasPrefix($0) } || text == "." || text == ".."
  }

  private static func noAccount(_ text: String) -> AddressGuess {
    .refused(
      "\(ListProblem.quoted(text)) is no account name (expected @user@host, or @handle.tld for Bluesky)"
    )
  }

  // MARK: Public streams

  /// Judges an address; one that is a page of a known site becomes the only one of its stream.
  private static func judge(_ text: String) -> FeedAddress.Verdict {
    let verdict = FeedAddress.judge(text)
    guard case .fetch(let address) = verdict, let stream = PublicStream(of: address) else {
      return verdict
    }
    return .fetch(stream.page)
  }

  /// "#tag@host": the posts with a tag, as a server of the fediverse knows them.
  private static func tag(_ text: String) -> AddressGuess {
    let expected = "expected #tag@host, such as #lakes@social.example"
    let halves = text.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, let tag = halves.first, let host = halves.last, !host.isEmpty,
      !tag.contains(where: { "/?%#".contains($0) }), !host.contains(where: { "/?#".contains($0) })
    else { return .refused("\(ListProblem.quoted(text)) is no tag on a server (\(expected))") }
    let verdict = FeedAddress.judge("https://\(host)/tags/\(tag)")
    guard let address = verdict.address, PublicStream(of: address) != nil else {
      return .refused("\(ListProblem.quoted(text)) cannot be a tag on a server (\(expected))")
    }
    return .web(verdict, note: nil)
  }

  /// "at://handle", and the address of a feed or list (atproto.com/specs/at-uri-scheme).
  private static func bluesky(_ text: String) -> AddressGuess {
    let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
    let kinds = ["app.bsky.feed.generator": "feed", "app.bsky.graph.list": "lists"]
    if let who = parts.first.flatMap({ BlueskyName(String($0)) }) {
      let rest = parts.dropFirst().filter { !$0.isEmpty }.map(String.init)
      if rest.isEmpty { return bluesky("profile", who.text) }
      if rest.count == 2, let kind = kinds[rest[0]] {
        return bluesky("profile", who.text, kind, rest[1])
      }
    }
    return noBluesky(text)
  }

  private static func bluesky(_ path: String...) -> AddressGuess {
    let verdict = judge("https://bsky.app/" + path.joined(separator: "/"))
    guard let address = verdict.address, PublicStream(of: address)?.page == address else {
      return noBluesky(path.joined(separator: "/"))
    }
    return .web(verdict, note: nil)
  }

  private static func noBluesky(_ text: String) -> AddressGuess {
    .refused(
      "\(ListProblem.quoted(text)) is no account of Bluesky, and no feed or list of one (expected at://handle, such as at://lakes.example)"
    )
  }

  /// "feed:" stands before a whole address, or in place of its scheme.
  private static func feed(_ rest: Substring) -> AddressGuess {
    rest.hasPrefix("//")
      ? .web(FeedAddress.judge("https:" + rest), note: "feed:// is read as https://.")
      : .web(FeedAddress.judge(String(rest)), note: nil)
  }

  /// Returns the scheme in lower case; nil if there is none, or if it is a host before a port.
  private static func scheme(of text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let written = AddressParts(bytes[...]).scheme else { return nil }
    let scheme = String(decoding: written, as: UTF8.self).lowercased()
    let port = bytes[(written.endIndex + 1)...].prefix { !"/?#".utf8.contains($0) }
    let isPort = !port.isEmpty && port.count <= 5 && port.allSatisfy { $0 &- 0x30 < 10 }
    return isPort && !["tel", "sms", "data", "javascript", "mailto"].contains(scheme) ? nil : scheme
  }

  private static func known(_ scheme: String, _ text: String) -> AddressGuess {
    switch scheme {
    case "http", "https": .web(judge(text), note: nil)
    case "gemini", "gopher", "spartan", "finger":
      .refused(
        "\(scheme): addresses are not supported: streamtui fetches http and https only. "
          + "Open this one in a browser for \(scheme)."
      )
    case "query":
      .refused(
        "query: feeds are not subscribed to. A saved view is one: [views.NAME] in the configuration, or :view save NAME."
      )
    case "file": .refused("file: addresses are not supported: give the path, from \"/\".")
    default:
      .refused(
        "\(ListProblem.quoted(scheme + ":")) addresses are not supported: "
          + "streamtui fetches http and https only."
      )
    }
  }

  /// Endings of files that are kept in folders and are no names of hosts.
  private static let endings: Set<String> = [
    "xml", "json", "ndjson", "jsonl", "rss", "atom", "opml", "txt", "html", "htm", "gz", "md",
  ]

  private static func beginsWithHost(_ text: String) -> Bool {
    let host = text.prefix { !"/?#:".contains($0) }
    let rest = text[host.endIndex...]
    if host.lowercased() == "localhost" || text.hasPrefix("[") { return true }
    if rest.hasPrefix(":") { return true }
    guard let dot = host.lastIndex(of: "."), host.first != ".", host.last != "." else {
      return false
    }
    let ending = host[host.index(after: dot)...].lowercased()
    return !rest.isEmpty || !endings.contains(ending)
  }
}
