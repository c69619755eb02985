enum Address {
  static func resolve(_ reference: String, against base: String?) -> String { reference.trimmed }
}
