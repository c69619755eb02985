package import CellGrid
import Foundation

/// A file that says what a frame should be: a text plane and a style plane.
package struct GoldenScreen {
  private let file: URL

  /// Finds the file of `name` in the folder `Golden` beside the source file at `path`.
  package init(_ name: String, beside path: String) {
    file = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("Golden").appendingPathComponent("\(name).screen")
  }

  /// Compares `screen` with the file, or writes it there where `RECORD_SNAPSHOTS` is set.
  ///
  /// - Returns: The reason why the test fails, so that nobody records by accident; nil if both are the same.
  package func difference(from screen: Screen) throws -> String? {
    try difference(fromFrame: screen.textPlane() + "--- style\n" + screen.stylePlane())
  }

  /// Compares both planes of a frame with the file, or writes them there where `RECORD_SNAPSHOTS` is set.
  ///
  /// - Returns: The same as ``difference(from:)``.
  package func difference(fromFrame frame: String) throws -> String? {
    let name = file.lastPathComponent
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try frame.write(to: file, atomically: true, encoding: .utf8)
      return "recorded \(name)"
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    guard frame != expected else { return nil }
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
    return "\(name) differs:\n\(differences.prefix(12).joined(separator: "\n"))"
  }
}
