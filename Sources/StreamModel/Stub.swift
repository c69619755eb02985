enum Address {
  static func resolve(_ reference: String, against base: String?) -> String { reference.trimmed }
}
extension Timestamp {
  init?(feedDate text: String) { self.init(rfc3339: text) }
}
