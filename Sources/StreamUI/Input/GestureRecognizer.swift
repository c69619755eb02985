/// Recognizes one kind of gesture; new kinds are added with ``App/add(_:)``.
///
/// All recognizers receive each step of a gesture, in the order of the list, until one claims it.
/// The claimant alone receives the rest, and the others see the gesture cancelled.
package protocol GestureRecognizer {
  /// Processes one step.
  mutating func take(_ gesture: Gesture) -> GestureAnswer
}

/// The response of a recognizer to a step.
package struct GestureAnswer: Equatable, Sendable {
  /// Whether the gesture belongs to the recognizer from now on.
  package let claims: Bool
  /// The requests to the app.
  package let intents: [GestureIntent]

  /// No claim and no request.
  package static let nothing = GestureAnswer(claims: false, intents: [])

  /// Returns requests without claiming the gesture.
  package static func also(_ intents: GestureIntent...) -> GestureAnswer {
    GestureAnswer(claims: false, intents: intents)
  }

  /// Claims the gesture, with requests.
  package static func claim(_ intents: GestureIntent...) -> GestureAnswer {
    GestureAnswer(claims: true, intents: intents)
  }
}
