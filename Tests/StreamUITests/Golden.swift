import TestSupport
import Testing

/// Compares a frame with the file that says what it should be; see ``GoldenScreen``.
func expectGolden(
  _ outcome: Stage.Outcome,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let golden = GoldenScreen(name, beside: #filePath)
  if let difference = try golden.difference(from: outcome.screen) {
    Issue.record("\(difference)", sourceLocation: sourceLocation)
  }
}
