import Foundation
import Glibc
import Testing

@testable import StreamHost

/// Files that are not what they should be: the store is off, and nothing else is touched.
struct StoreFileTests {
  private let stage = StoreStage()

  /// Opens a store beside a folder with files, and expects that those stay as they are.
  private func openBesideVictims(
    _ plant: (StoreStage, String) throws -> Void
  ) throws -> (notices: [String], names: [String]) {
    var result: ([String], [String]) = ([], [])
    try StoreStage.run { stage in
      let victims = stage.place + "/victims"
      try Program.makeFolder(victims)
      try Program.makeFolder(stage.path)
      // A database that could be opened, and a file that could be overwritten.
      let maker = StateStore(in: StateFolder(path: victims + "/streamtui"))
      maker.close()
      for name in ["file", "state.db", "state.db-wal"] {
        try Program.write("precious", to: victims + "/" + name)
      }
      let before = try Self.listing(victims)
      try plant(stage, victims)
      let store = stage.open()
      if let source = store.source(key: "k", name: "n") {
        store.write(.note(source, seen: 1, posts: 1, unread: 1))
      }
      result.0 = StoreStage.notices(store)
      store.close()
      #expect(try Self.listing(victims) == before)
      result.1 = stage.names()
    }
    return result
  }

  /// Names, sizes and bytes of all files below a folder.
  private static func listing(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      files[name] =
        FileManager.default.contents(atPath: folder + "/" + name).map { Array($0) } ?? []
    }
    return files
  }

  @Test(
    arguments: ["state.db", "state.db-wal", "state.db-shm", "state.db-journal"],
    ["file", "new"]
  )
  func aSymbolicLinkIsNeverFollowed(_ name: String, _ target: String) throws {
    let (notices, names) = try openBesideVictims { stage, victims in
      if name != "state.db" { stage.open().close() }
      symlink(victims + "/" + target, stage.file(name))
    }
    #expect(notices == ["State is off: \(name) is a symbolic link"])
    #expect(names == (name == "state.db" ? [name] : ["state.db", name]))
  }

  @Test func aLinkToADatabaseIsNotFollowedEither() throws {
    let (notices, _) = try openBesideVictims { stage, victims in
      symlink(victims + "/streamtui/state.db", stage.file("state.db"))
    }
    #expect(notices == ["State is off: state.db is a symbolic link"])
  }

  @Test func aLinkInPlaceOfTheFolderIsRefused() throws {
    let (notices, _) = try openBesideVictims { stage, victims in
      rmdir(stage.path)
      symlink(victims + "/streamtui", stage.path)
    }
    #expect(notices == ["State is off: the state folder is a symbolic link"])
  }

  @Test func aLinkAboveTheFolderIsFollowed() throws {
    try Program.makeFolder(stage.place + "/elsewhere")
    symlink(stage.place + "/elsewhere", stage.place + "/state")
    let store = stage.open()
    #expect(store.isOn && StoreStage.notices(store).isEmpty)
    #expect(FileManager.default.fileExists(atPath: stage.place + "/elsewhere/streamtui/state.db"))
  }

  @Test func aLinkWithTheNameOfAnOldDatabaseIsLeftAlone() throws {
    let (notices, names) = try openBesideVictims { stage, victims in
      try stage.write(
        Array("no database, but long enough for a header of one ....".utf8),
        to: "state.db"
      )
      symlink(victims + "/file", stage.file("state.db.bad"))
    }
    #expect(
      notices == ["State starts empty: state.db was damaged; the old state is in state.db.bad2"]
    )
    #expect(names == ["state.db", "state.db.bad", "state.db.bad2"])
  }

  @Test func aSecondNameOfAFileIsRefused() throws {
    let (notices, _) = try openBesideVictims { stage, victims in
      link(victims + "/streamtui/state.db", stage.file("state.db"))
    }
    #expect(notices == ["State is off: state.db is not an ordinary file or folder"])
  }

  @Test(arguments: ["folder", "pipe"])
  func otherThingsInPlaceOfTheDatabaseAreRefused(_ kind: String) throws {
    let (notices, _) = try openBesideVictims { stage, _ in
      if kind == "pipe" {
        mkfifo(stage.file("state.db"), 0o600)
      } else {
        mkdir(stage.file("state.db"), 0o700)
      }
    }
    #expect(notices == ["State is off: state.db is not an ordinary file or folder"])
  }

  @Test(arguments: ["state", "state/streamtui"])
  func aFileInPlaceOfAFolderIsRefused(_ name: String) throws {
    if name != "state" { mkdir(stage.place + "/state", 0o700) }
    try Program.write("x", to: stage.place + "/" + name)
    let store = stage.open()
    #expect(!store.isOn)
    let reason =
      name == "state"
      ? "\(stage.place)/state/streamtui: Not a directory"
      : "the state folder is not an ordinary file or folder"
    #expect(StoreStage.notices(store) == ["State is off: \(reason)"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFolderThatCannotBeWrittenTurnsTheStoreOff() throws {
    mkdir(stage.place + "/state", 0o500)
    let store = stage.open()
    #expect(
      StoreStage.notices(store) == [
        "State is off: \(stage.place)/state/streamtui: Permission denied"
      ]
    )
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func aFolderOfAnotherUserIsRefused() throws {
    stage.open().close()
    #expect(chown(stage.path, 65534, 65534) == 0)
    let store = stage.open()
    #expect(StoreStage.notices(store) == ["State is off: the state folder belongs to another user"])
  }

  @Test func aFolderLockedByAProcessThatHangsTurnsTheStoreOff() throws {
    stage.open().close()
    let folder = open(stage.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    #expect(flock(folder, LOCK_EX) == 0)
    let store = StateStore(in: stage.folder, patience: 10)
    #expect(StoreStage.notices(store) == ["State is off: another process uses state.db"])
  }
}
