import StreamModel

/// The answer of a server that was asked for an account (RFC 7033).
package struct WebFingerAnswer: Equatable, Sendable {
  /// The account as the server names it; nil if it does not.
  package let subject: AccountName?
  /// The address of the actor document, which names the outbox.
  package let actor: FeedAddress?
  /// The address of the profile's page.
  package let profile: FeedAddress?
  /// The feeds that the server offers for the account.
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
