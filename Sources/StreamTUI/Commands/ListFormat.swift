import ArgumentParser
import CellGrid
import StreamUI

/// The output format of a list.
enum ListFormat: String, ExpressibleByArgument {
  case table, tsv, json

  /// Returns rows as a JSON array of objects; each has its cells under the names of the columns.
  static func json(_ rows: [[String]], _ names: [StaticString]) -> String {
    var json = JSONText()
    json.open("[")
    for row in rows {
      json.open("{")
      for (name, cell) in zip(names, row) { json.member(name, SafeText(sanitizing: cell).string) }
      json.close("}")
    }
    json.close("]")
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}
