/// A line of the report: the name of a fact and its value, after the word by which scripts pick lines.
enum DoctorLine: Equatable {
  case ok(_ name: String, _ value: String)
  /// It works, but with less than it could.
  case warn(_ name: String, _ value: String)
  /// Something will not work.
  case fail(_ name: String, _ value: String)

  var isFailure: Bool { if case .fail = self { true } else { false } }

  var text: String {
    switch self {
    case .ok(let name, let value): "ok    \(name): \(value)"
    case .warn(let name, let value): "warn  \(name): \(value)"
    case .fail(let name, let value): "fail  \(name): \(value)"
    }
  }
}
