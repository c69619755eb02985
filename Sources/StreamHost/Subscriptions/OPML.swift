import StreamModel

/// Reads a list of feeds in OPML (opml.org, version 2.0).
///
/// An outline with an `xmlUrl` is a subscription; the outlines around it are its tags, from the
/// outermost, and then the parts of its `category`, such as "/news/tech,/daily". In lists of ``OPMLWriter``
/// `streamtui:tags` has them where a category could not. Nothing is fetched, and an address that ``FeedAddress``
/// refuses is left out and reported, and so is an outline whose tag does not end, which may have a part of an
/// address. The time is proportional to the length of the document.
package struct OPMLReader {
  private struct Folder {
    /// The tag for the outlines inside; nil if the outline has no name or is a subscription.
    let tag: String?
    let label: String?
    let offset: Int
    let isFeed: Bool
    var isEmpty = true
  }

  private static let depthLimit = 64

  private var collector = SubscriptionCollector()
  private var places: ListPlaceFinder
  private var open: [Folder] = []
  /// The number of open outlines beyond the limit of depth.
  private var deeper = 0
  private var leftOut = 0
  private var hasRoot = false
  private var isWhole = false

  /// Returns the subscriptions of a document in UTF-8.
  package static func read(_ document: [UInt8]) -> SubscriptionList {
    var reader = OPMLReader(places: ListPlaceFinder(document))
    MarkupTags.read(document) { tag in
      switch (tag.name, tag.kind) {
      case ("opml", let kind):
        reader.hasRoot = true
        reader.isWhole = kind != .start
      case ("outline", _) where !tag.isClosed: reader.leaveOut(tag)
      case ("outline", .end): reader.close()
      case ("outline", _): reader.outline(tag)
      default: break
      }
      return true
    }
    while !reader.open.isEmpty { reader.close() }
    reader.finish(document.count)
    return reader.collector.list
  }

  private init(places: ListPlaceFinder) { self.places = places }

  private mutating func outline(_ tag: MarkupTags.Tag) {
    if let last = open.indices.last { open[last].isEmpty = false }
    let address = tag.attribute("xmlurl")
    // Some writers leave one of the two empty, or repeat the address in it; gPodder's text is the description.
    let names: [StaticString] = address == nil ? ["text", "title"] : ["title", "text"]
    let labels = names.compactMap { tag.attribute($0) }
    let label = labels.first { $0.contains { !$0.isWhitespace } && $0 != address } ?? labels.first
    if let address {
      add(address, label, tag)
    } else if tag.kind == .empty {
      report(missing: label, at: tag.offset)
    }
    guard tag.kind == .start else { return }
    guard open.count < Self.depthLimit else {
      deeper += 1
      return
    }
    let isFeed = address != nil
    open.append(Folder(tag: isFeed ? nil : label, label: label, offset: tag.offset, isFeed: isFeed))
  }

  private mutating func leaveOut(_ tag: MarkupTags.Tag) {
    if let last = open.indices.last { open[last].isEmpty = false }
    let what = tag.attribute("text") ?? tag.attribute("xmlurl")
    let name = what.map { " \(ListProblem.quoted($0))" } ?? ""
    collector.report(
      "outline\(name) left out: its tag does not end (expected \">\")",
      at: places.place(of: tag.offset)
    )
  }

  private mutating func close() {
    guard deeper == 0 else {
      deeper -= 1
      return
    }
    guard let folder = open.popLast(), folder.isEmpty, !folder.isFeed else { return }
    report(missing: folder.label, at: folder.offset)
  }

  private mutating func add(_ address: String, _ label: String?, _ tag: MarkupTags.Tag) {
    guard !collector.isFull else {
      leftOut += 1
      return
    }
    let place = places.place(of: tag.offset)
    var tags = open.compactMap(\.tag)
    let exact = tag.attribute("streamtui:tags").flatMap(SubscriptionTextReader.tags)
    for word in exact ?? OPMLCategory.tags(tag.attribute("category") ?? "")
    where !tags.contains(word) {
      tags.append(word)
    }
    let isNamedByFeed = tag.attribute("streamtui:named-by-feed") == "yes"
    let every = tag.attribute("streamtui:every").flatMap(Interval.read)
    let wantsFullText = tag.attribute("streamtui:full-text") == "yes"
    let make = { (found: FeedAddress) in
      // Writers that know no name write the address.
      let name = isNamedByFeed || label == address || label == found.text ? nil : label
      return Subscription(
        .web(found),
        name: name,
        tags: tags,
        every: every,
        wantsFullText: wantsFullText
      )
    }
    switch FeedAddress.judge(address) {
    case .fetch(let found): _ = collector.add(make(found), doubt: nil, at: place)
    case .ask(let found, let reason): _ = collector.add(make(found), doubt: reason, at: place)
    case .refuse(let reason):
      let name = label.map { " of \(ListProblem.quoted($0))" } ?? ""
      collector.report("\(ListProblem.quoted(address))\(name) left out: \(reason)", at: place)
    }
  }

  /// Reports an outline that is neither a subscription nor a folder.
  ///
  /// A folder is known to be empty only at its end, so its place may be one that was passed.
  private mutating func report(missing label: String?, at offset: Int) {
    let name = label.map { " \(ListProblem.quoted($0))" } ?? ""
    collector.report(
      "outline\(name) left out: it has no xmlUrl and contains no feed",
      at: places.place(of: offset)
    )
  }

  private mutating func finish(_ end: Int) {
    if !hasRoot {
      collector.report(first: "no list of feeds (expected <opml>)")
    } else if !isWhole {
      collector.reportCut(at: places.place(of: end))
    }
    if leftOut > 0 {
      collector.report(
        "\(leftOut) feeds left out (expected at most \(SubscriptionList.limit))",
        at: places.place(of: end)
      )
    }
  }
}

/// Writes subscriptions as a list of feeds in OPML (opml.org, version 2.0).
///
/// The first tag of a subscription becomes the outline around it, which other programs show as a folder, and all
/// tags stand in `category`: nested outlines would be a tree that the reader never made. ``OPMLReader`` reads the
/// same tags again. Subscriptions with the same first tag stand together, in the order of the first of them.
package enum OPMLWriter {
  package struct Result: Equatable, Sendable {
    /// The document in UTF-8.
    package let text: String
    /// The files and accounts, which have no address of a feed.
    package let leftOut: [Subscription]
  }

  /// Writes the document.
  ///
  /// - Parameter feedTitle: the title that the feed of a subscription has; nil if it is not known.
  package static func write(
    _ subscriptions: [Subscription],
    title: String,
    feedTitle: (Subscription.Source) -> String? = { _ in nil }
  ) -> Result {
    var order: [String?] = []
    var groups: [String?: [String]] = [:]
    var leftOut: [Subscription] = []
    for subscription in subscriptions {
      guard let address = subscription.source.feed else {
        leftOut.append(subscription)
        continue
      }
      let folder = subscription.tags.first
      if groups[folder] == nil { order.append(folder) }
      groups[folder, default: []].append(
        outline(subscription, address, feedTitle(subscription.source))
      )
    }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<opml version=\"2.0\" xmlns:streamtui=\"urn:streamtui:opml\">",
      "  <head>", "    <title>\(escaped(title))</title>", "  </head>", "  <body>",
    ]
    for folder in order {
      let outlines = groups[folder] ?? []
      guard let folder else {
        lines += outlines.map { "    " + $0 }
        continue
      }
      lines.append("    <outline text=\"\(escaped(folder))\">")
      lines += outlines.map { "      " + $0 }
      lines.append("    </outline>")
    }
    lines += ["  </body>", "</opml>", ""]
    return Result(text: lines.joined(separator: "\n"), leftOut: leftOut)
  }

  private static func outline(
    _ subscription: Subscription,
    _ address: FeedAddress,
    _ feedTitle: String?
  ) -> String {
    var attributes = ["type=\"rss\""]
    // "text" is required; without a name the feed's title or the address stands in, and is no name when read again.
    attributes.append("text=\"\(escaped(subscription.name ?? feedTitle ?? address.text))\"")
    if subscription.name == nil, feedTitle != nil {
      attributes.append("streamtui:named-by-feed=\"yes\"")
    }
    attributes.append("xmlUrl=\"\(escaped(address.text))\"")
    let category = OPMLCategory.text(subscription.tags)
    if !category.isEmpty { attributes.append("category=\"\(escaped(category))\"") }
    if OPMLCategory.tags(category) != subscription.tags {
      let exact = SubscriptionTextWriter.tags(of: subscription)
      attributes.append("streamtui:tags=\"\(escaped(exact))\"")
    }
    if let every = subscription.every {
      attributes.append("streamtui:every=\"\(Interval.write(every))\"")
    }
    if subscription.wantsFullText { attributes.append("streamtui:full-text=\"yes\"") }
    return "<outline \(attributes.joined(separator: " "))/>"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML allows no other control characters (section 2.2).
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The `category` of an outline: tags with commas between them, or paths whose parts are read as tags.
private enum OPMLCategory {
  static func tags(_ category: String) -> [String] {
    var tags: [String] = []
    for part in category.split(whereSeparator: { $0 == "," || $0 == "/" }) {
      let word = part.split(separator: " ").joined(separator: " ")
      if !word.isEmpty, !tags.contains(word) { tags.append(word) }
    }
    return tags
  }

  /// Returns the category of tags; a comma or slash in one becomes a blank, since it would end the tag.
  static func text(_ tags: [String]) -> String {
    tags.map { tag in tag.split { $0 == "," || $0 == "/" || $0 == " " }.joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: ",")
  }
}
