import CellGrid

/// The reason why a command cannot use the saved state, for standard error.
struct StateRefusal: Error {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Says `text`, unless the store has a reason of its own.
  init(_ text: String, _ store: StateStore) {
    self.text = store.takeNotice()?.text.string ?? text
  }
}
