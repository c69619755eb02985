import StreamUI

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
