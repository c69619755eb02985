import StreamModel

/// The addresses in an ActivityPub document that lead to posts (W3C ActivityPub, sections 4.1, 5).
///
/// An actor names its outbox, an outbox its first page, and a page the next one.
package struct ActivityLinks: Equatable, Sendable {
  /// The name of an actor; nil if the document has none.
  package let name: String?
  /// The outbox of an actor.
  package let outbox: FeedAddress?
  /// The first page of a collection.
  package let first: FeedAddress?
  /// The next page of a collection, which has older posts.
  package let next: FeedAddress?

  /// Reads the document at `address`; returns nil if it is not JSON.
  package init?(_ document: [UInt8], from address: FeedAddress) {
    guard let strings = JSONStrings.read(document) else { return nil }
    // Each link may be an address or an object with an id.
    let link = { (key: String) in
      strings.first { $0.path == [key] || $0.path == [key, "id"] }.flatMap {
        address.follow($0.text)
      }
    }
    let text = { (key: String) in
      strings.first { $0.path == [key] && !$0.text.isEmpty }?.text
    }
    name = text("name") ?? text("preferredUsername")
    outbox = link("outbox")
    first = link("first")
    next = link("next")
  }
}
