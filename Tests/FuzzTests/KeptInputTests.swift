import Foundation
import FuzzProperties
import Testing

/// Every input in `Fuzz/Corpus`, most of which broke something once, against every property of its
/// target.
struct KeptInputTests {
  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func keptInputsBreakNothing(_ target: FuzzTarget) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.corpus.appending(path: target.rawValue),
      includingPropertiesForKeys: nil
    )
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      // A broken property ends the process; script/fuzz TARGET 0 then names the file.
      target.run(FuzzInput(bytes))
      // A step of 7 gives every answer to the first question; script/fuzz plays all choices.
      for choice in stride(from: UInt8.min, to: UInt8.max, by: 7) {
        target.run(FuzzInput(bytes, choice: choice))
      }
    }
  }
}
