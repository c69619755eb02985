/// The text of a list of subscriptions, as a person may have edited it.
///
/// A change of the list changes the lines of the subscriptions that differ, and no other byte:
/// comments, blank lines, order and lines that are wrong stay as they are.
package struct SubscriptionText: Sendable {
  /// The text; it need not be valid UTF-8.
  package let bytes: [UInt8]
  /// The subscriptions and the problems of the text.
  package let list: SubscriptionList
  private let lines: [Line]

  /// A line and the subscription that it names.
  private struct Line: Sendable {
    let bytes: [UInt8]
    let source: Subscription.Source?
    /// The comment after the subscription, and the line end.
    let rest: [UInt8]
  }

  /// Reads a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let (list, lines) = SubscriptionTextReader.read(bytes)
    self.list = list
    self.lines = lines.map {
      Line(
        bytes: Array(bytes[$0.range]),
        source: $0.source,
        rest: Array(bytes[$0.end..<$0.range.upperBound])
      )
    }
  }

  /// A text without subscriptions, which explains the form.
  package static var empty: SubscriptionText {
    SubscriptionText(Array(SubscriptionTextWriter.write([]).utf8))
  }

  /// Returns the text in which `subscriptions` stand in place of those of ``list``.
  ///
  /// New ones come last. Two lines of one source become one if the source's entry differs.
  ///
  /// - Parameter moved: the new sources of subscriptions that keep their lines.
  package func replacing(
    with subscriptions: [Subscription],
    moved: [Subscription.Source: Subscription.Source] = [:]
  ) -> SubscriptionText {
    let old = Dictionary(list.subscriptions.map { ($0.source, $0) }) { first, _ in first }
    let new = Dictionary(subscriptions.map { ($0.source, $0) }) { $0.merged(with: $1) }
    var written: Set<Subscription.Source> = []
    var result: [UInt8] = []
    for line in lines {
      guard let source = line.source else {
        result += line.bytes
        continue
      }
      let target = new[source] == nil ? moved[source] ?? source : source
      guard let subscription = new[target] else { continue }
      if subscription == old[source] {
        result += line.bytes
        written.insert(source)
      } else if written.insert(target).inserted {
        result += SubscriptionTextWriter.line(subscription).utf8
        if line.rest.first == UInt8(ascii: "#") { result += "  ".utf8 }
        result += line.rest
      }
    }
    for subscription in subscriptions where written.insert(subscription.source).inserted {
      if let last = result.last, last != 0x0A { result.append(0x0A) }
      result += SubscriptionTextWriter.line(new[subscription.source] ?? subscription).utf8
      result.append(0x0A)
    }
    return SubscriptionText(result)
  }
}
