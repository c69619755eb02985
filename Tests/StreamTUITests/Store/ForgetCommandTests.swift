import Foundation
import Testing

@testable import StreamHost

/// The history of sources, and forgetting them.
struct ForgetCommandTests {
  private let stage = StateStage()

  /// Reads two feeds, alone and together.
  private func fill() throws -> (secret: String, open: String) {
    let secret = try stage.feed("SECRET.ndjson", ["SECRET one", "SECRET two", "SECRET three"])
    let open = try stage.feed("open.ndjson", ["open one", "open two"])
    try stage.read([secret], keys: ["J", "*"])
    try stage.read([open], keys: ["*"])
    try stage.read([secret, open, "--order", "document"], keys: ["J"])
    return (secret, open)
  }

  @Test func theHistoryIsALineASource() throws {
    #expect(try stage.shell("$program history").output.isEmpty)
    let (secret, _) = try fill()
    let lines = try stage.shell("$program history").output.split(separator: "\n")
    #expect(lines.count == 2)
    let line = try #require(lines.first { $0.hasPrefix(secret + "\t") })
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    #expect(fields.count == 4 && fields[1] == "2")
    #expect(Int(fields[2]).map { (0...3).contains($0) } ?? fields[2].isEmpty)
    #expect(fields[3].hasSuffix("Z") && fields[3].count == 20)
  }

  @Test func noByteOfAForgottenSourceIsLeftInAnyFile() throws {
    let (secret, open) = try fill()
    #expect(try !stage.files(with: "SECRET").isEmpty)
    let places = stage.state + "/places/"
    // A draft of a run that was killed, and a file that was set aside.
    for name in ["0123456789abcdef.77.tmp", "0123456789abcdef.bad"] {
      try Program.write("streamtui-place 1\nsource file:\(secret)\ntop 0", to: places + name)
    }
    let output = try stage.shell("$program forget SECRET.ndjson").cleanOutput()
    #expect(
      output
        == "Forgotten: \(secret) (read marks, kept posts and links, 2 saved places)\n"
    )
    #expect(try stage.files(with: "SECRET") == [])
    #expect(try stage.shell("$program history").output.hasPrefix(open + "\t"))
    #expect(try stage.shell("$program dump kept").output.contains("open one"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: places).count == 1)

    let again = try stage.shell("$program forget SECRET.ndjson")
    #expect(again.status == 1 && again.output.isEmpty)
    #expect(
      again.errors
        == "SECRET.ndjson: nothing is remembered of it (streamtui history lists all names)\n"
    )
  }

  @Test func aFileThatIsGoneIsForgottenByThePathOfTheHistory() throws {
    let (secret, open) = try fill()
    try FileManager.default.removeItem(atPath: secret)
    try FileManager.default.removeItem(atPath: open)
    #expect(try stage.shell("$program forget '\(secret)'").status == 0)
    #expect(try stage.files(with: "SECRET") == [])
    #expect(try stage.shell("$program forget ./open.ndjson").status == 0)
    #expect(try stage.files(with: "open") == [])
  }

  @Test func allMeansAll() throws {
    #expect(try Program.run(["forget", "a", "b"]).status == 64)
    _ = try fill()
    let outcome = try stage.shell("$program forget all")
    #expect(
      outcome.output
        == "Forgotten: everything (2 sources with read marks, kept posts and links, 3 saved places)\n"
    )
    for text in ["SECRET", "open"] { #expect(try stage.files(with: text) == []) }
    #expect(try stage.shell("$program history").output.isEmpty)
  }

  @Test func aNameAndTheFeedsOfAFolderAreForgottenAndOthersStay() throws {
    let stage = StoreStage()
    let store = stage.open()
    let keys = [
      "file:/f/a", "file:/f/a\tone", "file:/f/a\ttwo", "file:/f/ab", "name:/f/a", "name:n",
    ]
    for key in keys { _ = try #require(store.source(key: key, name: key)) }
    store.close()
    let state = SavedState(folder: stage.folder, store: stage.open())
    #expect(Forgetting(state: state).forget("n").line?.hasPrefix("Forgotten: n (") == true)
    #expect(Forgetting(state: state).forget("/f/a").line?.hasPrefix("Forgotten: /f/a (") == true)
    let left = keys.filter { state.store.sources(in: SourceFamily(key: $0))?.isEmpty == false }
    #expect(left == ["file:/f/ab", "name:/f/a"])
    #expect(Forgetting(state: state).forget("/f").isEmpty)
  }

  @Test func draftsOfKilledRunsGoAfterAnHour() throws {
    let feed = try stage.feed("a.ndjson", ["one", "two"])
    let places = stage.state + "/places"
    try Program.makeFolder(places)
    for (name, age) in [("a.1.tmp", 3_700.0), ("b.2.tmp", 3_000), ("c", 9_000), ("d.bad", 9_000)] {
      try Data().write(to: URL(fileURLWithPath: places + "/" + name))
      try FileManager.default.setAttributes(
        [.modificationDate: Date().addingTimeInterval(-age)],
        ofItemAtPath: places + "/" + name
      )
    }
    try FileManager.default.createSymbolicLink(
      atPath: places + "/e.3.tmp",
      withDestinationPath: feed
    )
    try stage.read([feed], keys: ["j"])
    let left = try FileManager.default.contentsOfDirectory(atPath: places)
    #expect(Set(left).isSuperset(of: ["b.2.tmp", "c", "d.bad", "e.3.tmp"]))
    #expect(!left.contains("a.1.tmp") && left.count == 5)
  }

  @Test func hundredThousandSourcesAreListedInASecond() throws {
    StateStore(in: StateFolder(path: stage.state)).close()
    let count = 100_000
    let database = try Database(path: stage.state + "/" + StateFiles.name)
    let table = SourceTable(database: database)
    try database.transaction { () throws(DatabaseError) in
      for number in 0..<count {
        let path = "/home/olga/feeds/\(number).json"
        try table.write("file:" + path, name: path)
        try table.note(Int64(number + 1), seen: Int64(number), posts: 9, unread: number % 3 - 1)
      }
    }
    let start = Date()
    let output = try stage.shell("$program history").output
    let seconds = Date().timeIntervalSince(start)
    let lines = output.split(separator: "\n")
    #expect(lines.count == count)
    #expect(lines.first == "/home/olga/feeds/99999.json\t\t\t1970-01-02T03:46:39Z")
    // A debug build beside others; a release build takes a fraction of a second.
    #expect(seconds < 10)
  }
}

/// Forgetting subscriptions by the words that `remove` and `refresh` take.
struct ForgetSubscriptionTests {
  private let stage = StateStage()

  /// Reads a subscribed file and keeps a post of it.
  private func fill() throws -> String {
    let path = try stage.feed("secret.ndjson", ["SECRET one", "SECRET two"])
    try stage.shell(
      "$program add ./secret.ndjson --name 'My Feed' --tag T && $program refresh --all"
    ).ends(with: 0)
    try stage.read(["My Feed"], keys: ["J", "*"])
    #expect(try !stage.files(with: "SECRET").isEmpty)
    return path
  }

  @Test(arguments: ["My Feed", "my feed", "tag:T", "./secret.ndjson"])
  func aNameOrTagIsForgottenDownToItsBytes(_ word: String) throws {
    let path = try fill()
    let outcome = try stage.shell("$program forget '\(word)'")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Forgotten: \(path) ("), "\(outcome)")
    #expect(try stage.files(with: "SECRET") == [])
    #expect(try stage.shell("$program list --format tsv").output.contains("My Feed"))
    #expect(try stage.shell("$program forget '\(word)'").status == 1)
  }

  @Test func aNameThatIsNoneNamesTheNearest() throws {
    _ = try fill()
    let outcome = try stage.shell("$program forget Feed")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("did you mean My Feed?"), "\(outcome.errors)")
    #expect(try !stage.files(with: "SECRET").isEmpty)
  }

  @Test func aNameOfTwoForgetsNeither() throws {
    _ = try fill()
    let other = try stage.feed("other.ndjson", ["SECRET three"])
    #expect(try stage.shell("$program add '\(other)' --name 'My Feed'").status == 0)
    let outcome = try stage.shell("$program forget 'My Feed'")
    #expect(outcome.status == 1 && outcome.errors.contains("several subscriptions have this name"))
    #expect(try !stage.files(with: "SECRET").isEmpty)
  }
}
