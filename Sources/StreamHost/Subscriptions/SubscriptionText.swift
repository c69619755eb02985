/// The text of a list of subscriptions, as a person may have edited it.
///
/// A change of the list changes the lines of the subscriptions that differ, and no other byte:
/// comments, blank lines, order and lines that are wrong stay as they are.
package struct SubscriptionText: Sendable {
  /// Need not be valid UTF-8.
  package let bytes: [UInt8]
  package let list: SubscriptionList
  private let lines: [SubscriptionTextReader.Line]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (list, lines) = SubscriptionTextReader.read(bytes)
  }

  /// The programs in comments, about which nobody has said yes.
  package var waitingPrograms: [Subscription] {
    let known = Set(list.subscriptions.map(\.source))
    return lines.compactMap { line in
      guard line.source == nil, bytes[line.range].starts(with: "# ".utf8),
        let found = SubscriptionTextReader.program(in: Array(bytes[line.range].dropFirst(2))),
        case .program = found.source, !known.contains(found.source)
      else { return nil }
      return found
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
  /// - Parameter comments: lines that are added as comments, unless they are there.
  package func replacing(
    with subscriptions: [Subscription],
    adding comments: [[UInt8]] = []
  ) -> SubscriptionText {
    let old = Dictionary(list.subscriptions.map { ($0.source, $0) }) { first, _ in first }
    let new = Dictionary(subscriptions.map { ($0.source, $0) }) { $0.merged(with: $1) }
    var written: Set<Subscription.Source> = []
    var result: [UInt8] = []
    for line in lines {
      guard let source = line.source else {
        result += bytes[line.range]
        continue
      }
      guard let subscription = new[source] else { continue }
      if subscription == old[source] {
        result += bytes[line.range]
        written.insert(source)
      } else if written.insert(source).inserted {
        result += SubscriptionTextWriter.line(subscription).utf8
        let rest = bytes[line.end..<line.range.upperBound]
        if rest.first == UInt8(ascii: "#") { result += "  ".utf8 }
        result += rest
      }
    }
    for subscription in subscriptions where written.insert(subscription.source).inserted {
      if let last = result.last, last != 0x0A { result.append(0x0A) }
      result += SubscriptionTextWriter.line(new[subscription.source] ?? subscription).utf8
      result.append(0x0A)
    }
    var known = comments.isEmpty ? [] : Set(bytes.split(separator: 0x0A).map { Array($0) })
    for comment in comments where known.insert(Array("# ".utf8) + comment).inserted {
      if let last = result.last, last != 0x0A { result.append(0x0A) }
      result += "# ".utf8 + comment + [0x0A]
    }
    return SubscriptionText(result)
  }
}

/// Writes subscriptions as text that a person edits: one line each.
///
///     https://example.org/feed.xml  name="Example" tags=news,"World, Asia" every=30m
package enum SubscriptionTextWriter {
  package static let introduction = [
    "# One subscription a line: ADDRESS  name=\"…\" tags=a,b every=30m full-text=yes",
    "# ADDRESS is a web address, acct:user@host, at://handle or the path of a file or folder.",
    "# A feed that a program makes is \"exec:COMMAND\", or \"filter:COMMAND:ADDRESS\" with a document as its input.",
    "# A tag of the fediverse is https://host/tags/NAME here: a line that begins with # is a comment.",
    "# full-text=yes: opening a post fetches the web page that it is about.",
    "# Delete a line to remove the subscription. Units: s, m, h, d.",
  ]

  package static func write(_ subscriptions: [Subscription]) -> String {
    (introduction + subscriptions.map(line) + [""]).joined(separator: "\n")
  }

  /// Returns the line of a subscription, without a line end.
  package static func line(_ subscription: Subscription) -> String {
    var parts: [String] = []
    if let name = subscription.name { parts.append("name=" + quoted(name)) }
    if !subscription.tags.isEmpty { parts.append("tags=" + tags(of: subscription)) }
    if let every = subscription.every { parts.append("every=" + Interval.write(every)) }
    if subscription.wantsFullText { parts.append("full-text=yes") }
    let source = word(subscription.source.text, comma: false)
    return parts.isEmpty ? source : source + "  " + parts.joined(separator: " ")
  }

  /// Returns the tags with commas between them; a tag with a comma stands in quotes.
  package static func tags(of subscription: Subscription) -> String {
    subscription.tags.map { word($0, comma: true) }.joined(separator: ",")
  }

  /// Returns the text as it is if no byte in it has a meaning, otherwise in quotes.
  ///
  /// - Parameter comma: whether a comma has a meaning.
  private static func word(_ text: String, comma: Bool) -> String {
    let special = comma ? "\",\\" : "\"\\"
    let isPlain =
      text.utf8.first != UInt8(ascii: "#")
      && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F || special.utf8.contains($0) }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// Returns the text in quotation marks, as TOML has it, too.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
