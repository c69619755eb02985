package import StreamModel

/// The addresses in an ActivityPub document that lead to posts (W3C ActivityPub, sections 4.1, 5).
///
/// An actor names its outbox, an outbox its first page, and a page the next one.
package struct ActivityLinks: Equatable, Sendable {
  /// Nil if the document has none.
  package let name: String?
  /// The actor as the author of posts, by the id that these state; nil for other documents.
  package let account: Account?
  package let outbox: FeedAddress?
  package let first: FeedAddress?
  package let next: FeedAddress?
  /// The page after the items that a collection, or the first page in it, holds; its first page where it holds none.
  package let rest: FeedAddress?
  /// Whether a collection holds posts, or their addresses, itself.
  package let holdsPosts: Bool

  /// Reads the document at `address`; returns nil if it is not JSON.
  package init?(_ document: [UInt8], from address: FeedAddress) {
    guard let strings = JSONStrings.read(document) else { return nil }
    // The links of a page may follow the texts of many posts.
    let top = JSONStrings.read(document, depth: 2) ?? []
    // Each link may be an address or an object with an id.
    let link = { (key: String...) in
      top.first { $0.path == key || $0.path == key + ["id"] }.flatMap {
        address.follow($0.text)
      }
    }
    let text = { (key: String) in
      strings.first { $0.path == [key] && !$0.text.isEmpty }?.text
    }
    let user = text("preferredUsername")
    let name = text("name") ?? user
    self.name = name
    account = text("id").flatMap { id in
      name.map { name in
        let host = FeedAddress.judge(id).address?.host
        let handle = user.flatMap { user in host.map { "@\(user)@\($0)" } }
        return Account(name: name, handle: handle, url: id)
      }
    }
    holdsPosts = strings.contains { ["orderedItems", "items"].contains($0.path.first) }
    outbox = link("outbox")
    first = link("first")
    next = link("next")
    let isBegun = holdsPosts || strings.contains { $0.path.starts(with: ["first", "items"]) }
    rest = next ?? link("first", "next") ?? (isBegun ? nil : first)
  }
}

/// The answer of a server that was asked for an account (RFC 7033).
package struct WebFingerAnswer: Equatable, Sendable {
  /// The account as the server names it; nil if it does not.
  package let subject: AccountName?
  package let actor: FeedAddress?
  package let profile: FeedAddress?
  package let feeds: [FeedLink]

  /// Reads the answer of `address`; returns nil if it is not JSON.
  package init?(_ document: [UInt8], from address: FeedAddress) {
    guard let strings = JSONStrings.read(document) else { return nil }
    subject = strings.first { $0.path == ["subject"] }.flatMap { AccountName($0.text) }
    var links: [String: [String: String]] = [:]
    var order: [String] = []
    for string in strings where string.path.count == 3 && string.path[0] == "links" {
      if links[string.path[1]] == nil { order.append(string.path[1]) }
      links[string.path[1], default: [:]][string.path[2]] = string.text
    }
    var actor: FeedAddress?
    var profile: FeedAddress?
    var feeds: [FeedLink] = []
    for link in order.compactMap({ links[$0] }) {
      guard let target = link["href"].flatMap({ address.follow($0) }) else { continue }
      let type = link["type"].flatMap { ContentType($0) }?.type ?? ""
      switch link["rel"] {
      case "self" where type == "application/activity+json" || type == "application/ld+json":
        actor = actor ?? target
      case "http://webfinger.net/rel/profile-page": profile = profile ?? target
      default:
        guard let kind = FeedLink.Kind(mediaType: type), kind != .activity,
          feeds.count < FeedLink.limit
        else { continue }
        feeds.append(FeedLink(target, title: nil, kind: kind))
      }
    }
    self.actor = actor
    self.profile = profile
    self.feeds = feeds
  }
}
