/// Tells one gesture from others; the place to plug new ones in (``App/add(_:)``).
///
/// All recognizers see each step of a gesture in the order of the list, until one claims it: that
/// one alone sees the rest, the others see it cancelled.
package protocol GestureRecognizer {
  /// Takes one step in.
  mutating func take(_ gesture: Gesture) -> GestureAnswer
}

/// What a recognizer makes of a step.
package struct GestureAnswer: Equatable, Sendable {
  /// Whether the gesture belongs to the recognizer from now on.
  package let claims: Bool
  package let intents: [GestureIntent]

  /// Nothing, so far.
  package static let nothing = GestureAnswer(claims: false, intents: [])

  /// Something to do, without taking the gesture from others.
  package static func also(_ intents: GestureIntent...) -> GestureAnswer {
    GestureAnswer(claims: false, intents: intents)
  }

  /// The gesture is this recognizer's.
  package static func claim(_ intents: GestureIntent...) -> GestureAnswer {
    GestureAnswer(claims: true, intents: intents)
  }
}
