import Foundation
import Testing

/// The state of earlier versions, as they wrote it: all that they said of it is still there.
///
/// Each archive holds a home folder with a state, a feed that was read under a name, and the answers of the version that
/// made it. Its name says the versions of the database and of the files of places.
@Suite(.serialized) struct EarlierStateTests {
  private static let versions = ["db1-place2", "db1-place3", "db2-place3", "db3-place4"]

  /// Runs `body` in a home folder of an earlier version.
  private func run(_ version: String, _ body: (Home) throws -> Void) throws {
    try Program.inFolder { folder in
      let archive = Promises.folder + "/state-\(version).tar.gz"
      #expect(try Program.shell("tar -xzf '\(archive)' -C '\(folder)'").status == 0)
      try body(Home(folder: folder))
    }
  }

  private struct Home {
    let folder: String
    var environment: [String: String] {
      [
        "HOME": folder, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "",
        "STREAMTUI_CURL": "/no/curl",
      ]
    }

    func said(_ name: String) throws -> String {
      try String(contentsOfFile: folder + "/said/" + name, encoding: .utf8)
    }

    func output(_ line: String) throws -> String {
      let outcome = try Program.shell(
        "cd '\(folder)' && $program \(line)",
        environment: environment
      )
      #expect(outcome.errors == "", "\(line)")
      return outcome.output
    }

    func open(_ arguments: [String]) throws -> Pty {
      try Pty([Program.path] + arguments, environment: environment)
    }
  }

  private func expectAll(_ home: Home) throws {
    #expect(try home.output("history") == home.said("history"))
    #expect(try home.output("list --format tsv") == home.said("list"))
    // Fields may be added to a dump.
    let ids = #/"id":"[^"]*"/#
    let kept = try home.output("dump kept --format ndjson").matches(of: ids).map(\.output)
    #expect(try kept == home.said("kept").matches(of: ids).map(\.output) && !kept.isEmpty)
  }

  private func read(_ home: Home, keys: [String]) throws {
    let pty = try home.open(["--name", "notes", home.folder + "/notes.ndjson"])
    #expect(pty.waits(for: "unread"))
    pty.settle()
    for key in keys {
      pty.send(key)
      pty.settle()
    }
    pty.send("Q")
    #expect(pty.end() == 0)
  }

  @Test(arguments: versions) func isReadWithAllThatItHolds(_ version: String) throws {
    try run(version) { home in
      try expectAll(home)
      // A viewer takes it over: place, marks and unread posts are those of the earlier version.
      try read(home, keys: [])
      #expect(try home.output("history").hasPrefix("notes\t6\t5\t"))
      try read(home, keys: ["'", "A"])
      #expect(try home.output("history").hasPrefix("notes\t4\t5\t"))
      #expect(try home.output("kept").contains("Note number 4 of the lake"))
      #expect(try home.output("list --format tsv") == home.said("list"))
    }
  }

  @Test(arguments: versions.dropFirst())
  func subscriptionsAreReadWithTheirPosts(_ version: String) throws {
    try run(version) { home in
      let dump = try home.output("dump 'Lake news' --format ndjson")
      #expect(dump.split(separator: "\n").count == 3 && dump.contains("Snow on the pier"))
      let pty = try home.open([])
      #expect(pty.waits(for: "Ice is back"))
      pty.settle()
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }
}

/// Dumps of earlier versions are feeds.
struct EarlierDumpTests {
  /// The posts that a version kept, as it printed them.
  @Test(arguments: ["db1-place2", "db1-place3", "db2-place3", "db3-place4"])
  func isReadAsAFeed(_ version: String) throws {
    try Program.inFolder { folder in
      let archive = Promises.folder + "/state-\(version).tar.gz"
      let line = "tar -xzf '\(archive)' -C '\(folder)' said/kept && "
      let dump = try Program.shell(line + "$program dump --format ndjson '\(folder)/said/kept'")
      let said = try String(contentsOfFile: folder + "/said/kept", encoding: .utf8)
      #expect(dump.errors == "")
      // The stated fields are the same, whatever others have come since.
      let old = try Self.objects(said)
      let new = try Self.objects(dump.output)
      #expect(!old.isEmpty && new.count == old.count)
      for (former, current) in zip(old, new) {
        for (name, value) in former {
          #expect(current[name] as? NSObject == value as? NSObject, "\(name)")
        }
      }
    }
  }

  private static func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }
}
