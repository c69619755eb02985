package import StreamModel

extension MemoryBytes {
  /// The bytes of a text.
  package convenience init(name: String, text: String, isComplete: Bool = true) {
    self.init(name: name, bytes: Array(text.utf8), isComplete: isComplete)
  }
}
