import Foundation
import Testing

/// The state of earlier versions, as they wrote it: all that they said of it is still there.
///
/// Each archive holds a home folder with a state, a feed that was read under a name, and the answers of the version that
/// made it. Its name says the versions of the database and of the files of places.
@Suite(.serialized) struct EarlierStateTests {
  /// The oldest state that is read, and one before it.
  private static let (oldest, tooOld) = ("db4-place4", "db3-place4")

  @OwnFolder private var folder: String

  /// A home folder of an earlier version.
  private func home(_ version: String) throws -> Home {
    let archive = Promises.folder + "/state-\(version).tar.gz"
    #expect(try Program.shell("tar -xzf '\(archive)' -C '\(folder)'").status == 0)
    return Home(folder: folder)
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

  private func read(_ home: Home, keys: [String]) throws {
    let pty = try home.open(["--name", "notes", home.folder + "/notes.ndjson"]).showing("unread")
    for key in keys { pty.type(key) }
    pty.quit()
  }

  @Test func isReadWithAllThatItHolds() throws {
    let home = try home(Self.oldest)
    #expect(try home.output("history") == home.said("history"))
    #expect(try home.output("history --hosts") == home.said("hosts"))
    #expect(try home.output("list --format tsv") == home.said("list"))
    // Fields may be added to a dump.
    let ids = #/"id":"[^"]*"/#
    let kept = try home.output("dump kept --format ndjson").matches(of: ids).map(\.output)
    #expect(try kept == home.said("kept").matches(of: ids).map(\.output) && !kept.isEmpty)
    // A viewer takes it over: place, density, marks and unread posts are those of the earlier version.
    try read(home, keys: [])
    #expect(try home.output("history").hasPrefix("notes\t5\t4\t"))
    let places = home.folder + "/.local/state/streamtui/places/1673d808c88fe0e9"
    #expect(try String(contentsOfFile: places, encoding: .utf8).contains("density 0 chosen"))
    try read(home, keys: ["'", "A"])
    #expect(try home.output("history").hasPrefix("notes\t4\t4\t"))
  }

  @Test func linksAndConversationsAreRead() throws {
    let home = try home(Self.oldest)
    let pty = try home.open(["--name", "notes", home.folder + "/notes.ndjson"]).awaiting("unread")
    pty.type("V", "by hint · notes", since: 0)
    pty.type("qggJ\r", "How thick?", since: 0)
    #expect(!pty.text().contains("A thumb."))
    pty.quit()
  }

  @Test func subscriptionsAreReadWithTheirPosts() throws {
    let home = try home(Self.oldest)
    let dump = try home.output("dump 'Lake news' --format ndjson")
    #expect(dump.split(separator: "\n").count == 3 && dump.contains("Snow on the pier"))
    let pty = try home.open([]).showing("Ice is back")
    pty.quit()
  }

  @Test func theConfigurationIsRead() throws {
    let home = try home(Self.oldest)
    #expect(try home.output("config --check").isEmpty)
    let settings = try home.output("config")
    for line in ["theme = \"nord\"", "idle-delay = 300", "fold-lines = 6"] {
      #expect(settings.contains(line), "\(line)")
    }
    #expect(try home.output("views").contains("text:ice"))
    #expect(try home.output("keys").contains("<A-n>"))
    try Program.shell(
      "$program rules --dry-run frost 'Lake news'",
      environment: home.environment
    ).says(output: "First frost")
  }

  @Test func oneBeforeItIsSetAside() throws {
    let home = try home(Self.tooOld)
    let state = home.folder + "/.local/state/streamtui/state.db"
    let old = try Data(contentsOf: URL(filePath: state))
    let outcome = try Program.shell("$program history", environment: home.environment)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "streamtui: State starts empty: state.db is from an earlier build of streamtui; "
        + "the old state is in state.db.bad\n"
    )
    #expect(try Data(contentsOf: URL(filePath: state + ".bad")) == old)
    #expect(try Program.shell("$program history", environment: home.environment).errors.isEmpty)
    let list = try home.output("list --format tsv")
    #expect(list.hasPrefix("Lake news\thttp://127.0.0.1:8123/feed.xml\tlakes\t3\t"))
  }
}
