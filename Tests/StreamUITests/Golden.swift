import Foundation
import Testing

/// Compares a frame with the file that says what it should be: a text plane and a style plane.
///
/// `RECORD_SNAPSHOTS=1` writes the files anew, and the run fails, so that nobody records by
/// accident.
func expectGolden(
  _ outcome: Stage.Outcome,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let frame = outcome.text + "--- style\n" + outcome.style
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden").appendingPathComponent("\(name).screen")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try frame.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name).screen", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  guard frame != expected else { return }
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let got = frame.split(separator: "\n", omittingEmptySubsequences: false)
  var differences: [String] = []
  for index in 0..<max(wanted.count, got.count) {
    let old = index < wanted.count ? String(wanted[index]) : "(nothing)"
    let new = index < got.count ? String(got[index]) : "(nothing)"
    if old != new {
      differences.append("line \(index + 1)\n  expected: \(old)\n  got:      \(new)")
    }
  }
  Issue.record(
    "\(name).screen differs:\n\(differences.prefix(12).joined(separator: "\n"))",
    sourceLocation: sourceLocation
  )
}
