import StreamModel
import StreamSources

/// A source that is shown, by everything that the name of a table `[sources."NAME"]` may mean.
struct ShownSource: Equatable {
  /// The names of the subscription, or of `--name`.
  var names: [String] = []
  var tags: [String] = []
  /// The address, account or file of a subscription; the address of a document that is not subscribed
  /// to.
  var source: Subscription.Source?
  /// The path of a file or folder, as it was named.
  var path: String?

  init() {}

  /// The sources of opened feeds, in their order.
  ///
  /// - Parameter name: The name that the user has given for all of them together.
  static func all(of feeds: [OpenedFeed], named name: String?) -> [ShownSource] {
    feeds.map { ShownSource($0, named: name) }
  }

  /// Makes a subscription with its own name, or its feed's title.
  init(_ subscription: Subscription, named name: String?) {
    names = [name].compactMap(\.self)
    tags = subscription.tags
    source = subscription.source
    if case .file(let path) = subscription.source { self.path = path }
  }

  private init(_ opened: OpenedFeed, named name: String?) {
    if let subscription = opened.subscription {
      self = ShownSource(subscription, named: subscription.name ?? opened.feed.title)
    } else if let web = opened.source.web {
      source = web.source
    } else if let origin = opened.origin, origin != "-" {
      path = origin
    }
    if let name { names.append(name) }
  }
}
