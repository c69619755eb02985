import StreamUI

/// The form of a report.
package enum BenchFormat: String, CaseIterable, Sendable {
  case table, json, csv
  /// A picture, of strategies only.
  case svg
}

/// The feed and the screen of a bench: the head of every report.
package struct BenchSubject: Equatable {
  /// The name of the feed, sanitized.
  let feed: String
  /// The posts of the feed.
  let posts: Int
  /// Columns and lines of the screen, as typed: 120x40.
  let size: String

  /// Creates the head of a report.
  package init(feed: String, posts: Int, size: String) {
    self.feed = feed
    self.posts = posts
    self.size = size
  }

  /// Returns a JSON object of the head and the members that `add` writes, as a line.
  func json(adding add: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    json.open("{")
    json.member("feed", feed)
    json.member("posts", posts)
    json.member("size", size)
    json.member("terminal", BenchPlay.terminal)
    add(&json)
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

/// A figure of a report for programs.
struct BenchField {
  /// The value as JSON and CSV have it.
  enum Value {
    case text(String)
    case count(Int)
    /// A decimal; nil where there is none: empty in CSV, left out in JSON.
    case thousandths(Int64?)
  }

  let name: StaticString
  let value: Value

  init(_ name: StaticString, _ value: Value) {
    self.name = name
    self.value = value
  }

  private var text: String {
    switch value {
    case .text(let text): text
    case .count(let count): String(count)
    case .thousandths(let thousandths): thousandths.map(BenchUnits.decimal) ?? ""
    }
  }

  /// Returns comma-separated values: a line of names, and one for each row of fields.
  static func csv(_ rows: [[BenchField]]) -> String {
    let names = rows.first.map { $0.map(\.name.description) } ?? []
    return TextTable([names] + rows.map { $0.map(\.text) }).commaSeparated
  }

  /// Writes `fields` as members of the object that is open in `json`.
  static func add(_ fields: [BenchField], to json: inout JSONText) {
    for field in fields {
      switch field.value {
      case .text(let text): json.member(field.name, text)
      case .count(let count): json.member(field.name, count)
      case .thousandths(let thousandths?):
        json.member(field.name, number: BenchUnits.decimal(thousandths))
      case .thousandths(nil): break
      }
    }
  }
}
