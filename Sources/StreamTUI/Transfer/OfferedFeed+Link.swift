import StreamSources
import StreamUI

extension OfferedFeed {
  /// The feed of a page's link.
  init(_ link: FeedLink) {
    let format =
      switch link.kind {
      case .rss: "RSS"
      case .atom: "Atom"
      case .jsonFeed: "JSON Feed"
      case .activity: "ActivityPub"
      }
    self.init(address: link.address.text, title: link.title, format: format)
  }
}
