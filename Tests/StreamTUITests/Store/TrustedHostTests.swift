import StreamModel
import Testing

@testable import StreamHost

/// Hosts that the reader trusts, from run to run and in the shell.
struct TrustedHostTests {
  private let stage = StateStage()

  private func host(_ number: Int) -> TrustedHost {
    TrustedHost(
      name: "h\(number).example",
      time: Timestamp(secondsSinceEpoch: 1_700_000_000 + Int64(number))
    )
  }

  @Test func theLastHostsComeBackTheLastOneFirst() throws {
    try StoreStage.run { stage in
      let store = stage.open()
      for number in 0..<510 { store.write(.trust(host(number))) }
      store.write(.distrust("h507.example"))
      store.close()
      #expect(StoreStage.notices(store).isEmpty)
      let next = stage.open()
      let hosts = try #require(next.trustedHosts())
      #expect(hosts.count == 499 && hosts.first == host(509) && hosts.last == host(10))
      #expect(!hosts.contains(host(507)))
      #expect(next.forgetAll() == .done)
      #expect(next.trustedHosts()?.isEmpty == true)
    }
  }

  @Test func aYesHoldsUntilItIsTakenBack() throws {
    let more = #","body_html":"<a href=\"https://lakes.example/1\">here</a>""#
    let file = try stage.feed("feed.ndjson", ["one"], more: more)
    #expect(try asks(stage, [file, "--no-state"], answer: "y"))
    #expect(try stage.shell("$program history --hosts").output.isEmpty)
    #expect(try asks(stage, [file], answer: "y"))
    #expect(try !asks(stage, [file], answer: nil))
    let listed = try stage.shell("$program history --hosts").output
    #expect(listed.hasPrefix("lakes.example\t20") && listed.hasSuffix("Z\n"))

    #expect(try stage.shell("$program forget --host lakes.example").status == 0)
    #expect(try stage.shell("$program forget --host lakes.example").status == 1)
    #expect(try asks(stage, [file], answer: "y"))
    try stage.read([file], keys: ["V", "G", "D", "q"])
    #expect(try asks(stage, [file], answer: "y"))
    #expect(try stage.shell("$program forget all").status == 0)
    #expect(try stage.files(with: "lakes.example").isEmpty)
  }

  /// Whether `1o` on the first post of a feed is asked about; gives an answer if there is one.
  private func asks(_ stage: StateStage, _ arguments: [String], answer: String?) throws -> Bool {
    let pty = try Pty(
      [Program.path] + arguments,
      columns: 80,
      lines: 24,
      environment: stage.environment.merging(["BROWSER": "/bin/true"]) { $1 }
    )
    .showing("post 1 of")
    let mark = pty.output.count
    pty.type("1o")
    let asks = pty.waits(for: "y opens", since: mark, seconds: 0.3)
    if let answer { pty.send(answer) }
    pty.settle()
    pty.quit()
    return asks
  }
}
