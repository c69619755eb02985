import Addresses
import CellGrid
import StreamModel

/// Builds the row of a link on the page of links: number, kind and text, and below them the target with its host emphasized; an
/// address that is its own text has one line.
enum LinkRow {
  /// The width in columns of the longest name of a kind.
  private static let kindColumns = 7

  /// - Parameter bare: the kind of an address that is its own text.
  static func row(_ link: RowLink, number: Int, of count: Int, bare: String) -> Row {
    let (kind, words) = parts(of: link, bare: bare)
    let columns = String(count).count
    let number =
      String(repeating: " ", count: max(0, columns - String(number).count)) + "[\(number)]"
    let name = kind + String(repeating: " ", count: max(0, kindColumns - kind.count))
    if link.kind == .attachment, link.label == link.target {
      let head = MetaLine.Run(sanitizing: "\(number) \(name) ", .faint)
      let line = [head] + runs(ofTarget: link.target, indent: "")
      return .lines(MetaLine(line, overflow: .wrap(hang: columns + 3)))
    }
    let indent = String(repeating: " ", count: columns + 3)
    return .lines(
      MetaLine([
        .init(sanitizing: "\(number) \(name) ", .faint),
        .init(sanitizing: words, .link),
      ]),
      // The page is where the whole of an address can be read.
      MetaLine(runs(ofTarget: link.target, indent: indent), overflow: .wrap(hang: columns + 3))
    )
  }

  /// A target as pieces of a line, with its host emphasized.
  static func runs(ofTarget target: String, indent: String) -> [MetaLine.Run] {
    let (before, host, after) = split(target)
    return [
      .init(sanitizing: indent + before, .faint),
      .init(sanitizing: host, .text, .bold),
      .init(sanitizing: after, .faint),
    ]
  }

  /// The kind of a link (`bare` for an address that is its own text), and its text without the part that names the kind.
  static func parts(of link: RowLink, bare: String = "post") -> (kind: String, words: String) {
    switch link.kind {
    case .mention, .hashtag: return (link.kind.rawValue, link.label)
    case .link: return (WebAddress(link.target)?.scheme == "mailto" ? "mail" : "link", link.label)
    case .attachment:
      if link.label == link.target { return (bare, link.label) }
      // A picture of the text stands there in brackets.
      let isInText = link.label.hasPrefix("[") && link.label.hasSuffix("]")
      guard isInText || link.label.hasPrefix(PostRow.attachmentSign) else {
        return ("card", String(link.label.trimmingPrefix(PostRow.cardSign)))
      }
      let words =
        isInText
        ? link.label.dropFirst().dropLast() : link.label.dropFirst(PostRow.attachmentSign.count)
      let named = words.prefix { $0.isASCII && $0.isLetter }
      guard let kind = kinds.first(where: { $0 == named.lowercased() }) else {
        return ("file", String(words))
      }
      let description = words.dropFirst(named.count).trimmingPrefix(": ")
      return (kind, description.isEmpty ? "(no description)" : String(description))
    }
  }

  private static let kinds = ["image", "video", "audio", "gifv"]

  private static func split(_ target: String) -> (String, String, String) {
    guard let address = WebAddress(target), !address.host.isEmpty else { return (target, "", "") }
    let range = WebAddress.hostRange(in: target)
    let bytes = Array(target.utf8)
    return (
      String(decoding: bytes[..<range.lowerBound], as: UTF8.self),
      String(decoding: bytes[range], as: UTF8.self),
      String(decoding: bytes[range.upperBound...], as: UTF8.self)
    )
  }
}

/// Builds the row of a link on the page of followed links: the target with its host emphasized, and below it when and how the
/// reader followed it, and from which source.
enum VisitedRow {
  static func row(_ link: VisitedLink, _ clock: RowClock) -> Row {
    let facts = [clock.age(of: link.time), link.manner.words, link.source].compactMap(\.self)
      .joined(separator: " · ")
    return .lines(
      MetaLine(LinkRow.runs(ofTarget: link.address, indent: ""), overflow: .wrap(hang: 2)),
      MetaLine(sanitizing: "  \(facts)", .faint)
    )
  }

  /// A host whose addresses open without a question, or did until the reader removed it here.
  static func row(_ host: TrustedHost, isTrusted: Bool, _ clock: RowClock) -> Row {
    let age = clock.age(of: host.time)
    let fact =
      if TrustedHost.pictureHost(host.name) != nil {
        isTrusted ? "its pictures are shown without a key · \(age)" : "its pictures wait for a key"
      } else {
        isTrusted ? "trusted host · opens without a question · \(age)" : "asked about again"
      }
    return .lines(
      MetaLine(sanitizing: host.name, isTrusted ? .text : .faint, .bold),
      MetaLine(sanitizing: "  \(fact)", .faint)
    )
  }
}
