import StreamModel

/// A query feed of newsboat's list, "query:NAME:FILTER": here a saved view.
struct QueryFeed {
  /// The words before the lines.
  static let message =
    "query: feeds are not subscribed to. With these lines in the configuration, this one is a saved view:"

  /// The name of the view: that of the feed, with hyphens in place of what no name may have.
  private let name: String
  /// The filter in the form of this program.
  private let filter: String

  /// Reads the address of a feed; nil where it is none, or its filter is not understood.
  init?(_ address: String) {
    let parts = address.split(separator: ":", maxSplits: 2)
    guard parts.count == 3, parts[0] == "query", let view = try? View(String(parts[2])) else {
      return nil
    }
    let words = parts[1].lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let joined = String(words.joined(separator: "-").prefix(SavedView.longestName))
    name = SavedView.isName(joined) ? joined : "view"
    filter = view.description
  }

  /// The lines of the configuration that state the view.
  var lines: [String] {
    ["[views.\(name)]", "filter = \(SubscriptionTextWriter.quoted(filter))"]
  }
}
