/// An entry of a list of subscriptions that was left out, or a part of one.
package struct ListProblem: Equatable, Sendable {
  /// The place of the wrong text.
  package let place: ListPlace
  /// The message for the user: the wrong text, the reason, the remedy.
  ///
  /// It quotes text of the list, so it is text from outside.
  package let message: String

  package init(at place: ListPlace, _ message: String) {
    self.place = place
    self.message = message
  }

  /// The place and the message, as "12:5: message".
  package var text: String { "\(place.line):\(place.column): \(message)" }

  /// Returns text of a list for a message: at most 60 characters, in quotes.
  static func quoted(_ text: String) -> String {
    let shown = text.prefix(60)
    return "\"\(shown)\(shown.endIndex < text.endIndex ? "…" : "")\""
  }
}
