/// A line of the report: a fact and its health.
struct DoctorLine: Equatable {
  /// The health of a fact, by which scripts pick lines.
  enum Health: String {
    case ok
    /// It works, but with less than it could.
    case warn
    /// Something will not work.
    case fail
  }

  let health: Health
  let name: String
  let value: String

  init(_ health: Health, _ name: String, _ value: String) {
    self.health = health
    self.name = name
    self.value = value
  }

  /// The line as it is printed, such as "ok    size: 80x24".
  var text: String {
    let sign = health.rawValue
    return sign + String(repeating: " ", count: 6 - sign.count) + "\(name): \(value)"
  }
}
