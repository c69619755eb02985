extension Timestamp {
  /// Stands in until the lenient reader of dates is merged.
  init?(feedDate text: String) {
    self.init(rfc3339: text)
  }
}
