import Foundation
import Glibc
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// A file that somebody writes to wakes the loop.
struct WatchedFilesTests {
  @OwnFolder private var folder: String

  @Test func aWriteIsToldToAllWhoWatchThatFile() throws {
    let stage = try LoopStage()
    let files = WatchedFiles(loop: stage.loop)
    let (one, other) = ("\(folder)/one", "\(folder)/other")
    for path in [one, other] { try Data().write(to: URL(fileURLWithPath: path)) }
    var told: [String] = []
    for (name, path) in [("a", one), ("b", other), ("c", one)] {
      let token = files.watch(path) {
        told.append(name)
        return [.bytesArrived]
      }
      #expect(token != nil)
    }
    let file = try #require(FileHandle(forWritingAtPath: one))
    try file.write(contentsOf: Data("x".utf8))
    #expect(stage.loop.wait(until: nil).count == 2)
    #expect(told == ["a", "c"])
    #expect(stage.turn().isEmpty)
  }

  @Test func aWatchThatIsStoppedTellsNothingAndLeavesTheOther() throws {
    let stage = try LoopStage()
    let files = WatchedFiles(loop: stage.loop)
    let path = "\(folder)/file"
    try Data().write(to: URL(fileURLWithPath: path))
    var told: [String] = []
    var second: WatchedFiles.Token?
    let first = files.watch(path) {
      told.append("first")
      // Called before the second, in the same turn.
      if let second { files.stop(second) }
      return []
    }
    second = files.watch(path) {
      told.append("second")
      return []
    }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("x".utf8))
    stage.turn()
    #expect(told == ["first"])
    files.stop(try #require(first))
    try file.write(contentsOf: Data("x".utf8))
    stage.turn()
    #expect(told == ["first"])
  }

  @Test func aFileThatIsNotThereIsNotWatched() throws {
    let stage = try LoopStage()
    #expect(WatchedFiles(loop: stage.loop).watch("/no/such/file") { [] } == nil)
  }
}
