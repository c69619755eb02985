import Foundation
import Testing

@testable import StreamHost

/// Faults of servers, of the network and of the reader's own files: no mark is lost or turned round.
struct AccountFaultTests {
  /// The server turns marks round that are sent twice, and each third answer to a mark is lost.
  @Test func lostAnswersTurnNoMarkRound() throws {
    let server = try ReaderServer.loggedIn(.toggling, items: 1_400)
    try server.change { state in
      state.faults = [1, 1, 1].map { .init(kind: "lost", path: "edit-tag", after: $0) }
      for number in 100..<300 { state.items[number].read = true }
    }
    let pty = try server.open(["--no-network"]).drawing("unread 1 of 1,400")
    pty.type("A", drawing: "Marked")
    pty.type("A", drawing: "read")
    pty.quit()
    try server.run("$program refresh --all").ends(with: 0)
    #expect(try server.read().count == 1_400)
    try server.expect(unread: ["0", "0"])
    #expect(try server.state().faults.allSatisfy { $0.times == 0 })
  }

  /// Texts are asked for on one connection: what came before a fault is not asked for again.
  @Test(arguments: ["401", "429", "500", "page", "cut", "lost", "short"])
  func theTextsBeforeAFaultStay(_ kind: String) throws {
    let server = try ReaderServer(.freshRSS, items: 2_600)
    try server.change { $0.faults = [.init(kind: kind, path: "contents", after: 4)] }
    let login = try server.login()
    if ["429", "page", "short"].contains(kind) {
      #expect(login.status != 0)
      // Where the host asked for a pause, the exchange ends; the texts that came are here.
      if kind != "short" { try server.expect(unread: ["667", "333"]) }
      #expect(try server.run("rm -rf cache/streamtui/pauses; $program refresh --all").status == 0)
    } else {
      #expect(login.status == 0, "\(login.errors)")
    }
    try server.expect(unread: ["1734", "866"])
    // None has come in half.
    #expect(
      try server.run("$program dump tag:Water tag:Kitchen | grep -c 'Text of'").output == "2600\n"
    )
    let named = server.requests().filter { $0.contains("contents") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    #expect((2_600...2_600 + 8 * 250).contains(named))
    if ["cut", "lost"].contains(kind) { #expect(named == 2_600 + 250) }
  }

  /// Miniflux refuses names of which it has none; who refuses all of them means something else.
  @Test func textsThatAreRefusedAreSaid() throws {
    let server = try ReaderServer(.freshRSS, items: 2_600)
    try server.change { $0.faults = [.init(kind: "413", path: "contents", times: 99)] }
    try server.login().ends(with: 1, errors: "(413)")
    try server.change { $0.faults = [] }
    #expect(try server.run("$program refresh --all").status == 0)
    try server.expect(unread: ["1734", "866"])
  }

  /// A log that cannot be written is said, and holds up no other.
  @Test func oneLogThatCannotBeWrittenHoldsUpNoOther() throws {
    let server = try ReaderServer.loggedIn(.freshRSS, items: 600)
    try server.change { state in
      for number in 601...900 {
        let feed = number % 3 == 0 ? 2 : 1
        state.items.append(
          .init(id: number, feed: feed, title: "Late \(number)", published: 1_800_000_000)
        )
      }
    }
    _ = try server.run(
      "cd state/streamtui/feeds; for f in *.ndjson; do grep -q 'Bread 3<' $f || grep -q 'Bread 3\"' $f && mv $f kept && ln -s kept $f; done"
    )
    let refresh = try server.run("$program refresh --all")
    #expect(refresh.status == 1 && refresh.errors.contains("Posts cannot be saved"))
    #expect(try server.unread().first == "600")
    _ = try server.run(
      "cd state/streamtui/feeds; for f in *.ndjson; do [ -L $f ] && mv kept $f; done"
    )
    #expect(try server.run("$program refresh --all").status == 0)
    try server.expect(unread: ["600", "300"])
  }

  /// Each answer of an exchange has the fault once: marks wait or are sent once, and no post is lost.
  @Test(arguments: ["401", "429", "500", "page", "empty", "cut", "lost", "refused", "loop"])
  func faultsLoseNothing(_ kind: String) throws {
    let server = try ReaderServer.loggedIn(.toggling)
    try server.view(["--no-network"], typing: "RJRJ", until: "28 unread")
    try server.change { state in
      state.items.append(.init(id: 77, feed: 1, title: "Late", published: 1_800_000_000))
      state.faults = ["subscription/list", "items/ids", "contents", "edit-tag"].map {
        .init(kind: kind, path: $0)
      }
    }
    var failures = 0
    for _ in 0..<5 where try server.state().faults.contains(where: { $0.times > 0 }) {
      let refresh = try server.run("rm -rf cache/streamtui/pauses; $program refresh --all")
      if refresh.status == 0 { continue }
      failures += 1
      #expect(
        refresh.errors.hasPrefix("account:reader.example: reader.example "),
        "\(refresh.errors)"
      )
    }
    try server.run("rm -rf cache/streamtui/pauses; $program refresh --all").ends(with: 0)
    #expect(failures == ["401": 0, "loop": 0, "429": 4, "page": 4, "empty": 4][kind] ?? 3)
    #expect(try server.read() == ["Lakes 29", "Bread 30"])
    try server.expect(unread: ["20", "9"])
  }

  /// A wrong password is reported with the number of waiting marks, and tried once.
  @Test func aWrongPasswordIsSaidOnce() throws {
    let server = try ReaderServer(.freshRSS)
    #expect(try server.login(password: "page").errors.contains("wants the API password"))
    #expect(try server.run("$program list").output.isEmpty)
    try server.login()
    try server.run("sed -i 's/^password .*/password old/' state/streamtui/accounts").ends(with: 0)
    try server.view(["--no-network"], typing: "RJ", until: "29 unread")
    let before = server.requests().count
    try server.run("$program refresh --all")
      .ends(with: 1, errors: "does not accept the login (401)", "1 mark waits for FreshRSS")
    let doctor = try server.run("$program doctor").output
    #expect(
      doctor.contains("fail  account reader.example: reader.example does not accept"),
      "\(doctor)"
    )
    #expect(doctor.contains("1 mark waits for FreshRSS. Last exchange: 20"), "\(doctor)")
    #expect(server.requests().count == before + 1)
  }

  /// The server cannot be reached: why is told once, and the number of marks after each of them.
  @Test func theStatusLineCountsTheMarksThatWait() throws {
    let server = try ReaderServer.loggedIn(.negative)
    try server.change { $0.faults = [.init(kind: "refused", path: "/", times: 100)] }
    let before = server.requests().count
    let pty = try server.open().drawing("unread 1 of 30")
    pty.type("RJ", awaiting: "1 mark waits for")
    pty.type("RJ", awaiting: "2 marks wait for")
    // Taken back before it was sent.
    pty.send("u")
    pty.quit()
    #expect(server.requests().count == before + 1)
    try server.run(
      "for i in $(seq 100); do $program list | grep -q '1 mark waits' && exit; sleep 0.1; done; exit 1"
    ).ends(with: 0)
    let due = try server.run("$program refresh --only-due account:reader.example")
    #expect(due.errors.contains("1 mark waits for reader.example"), "\(due.errors)")
    #expect(server.requests().count == before + 1)
    try server.change { $0.faults = [] }
    try server.settle()
    #expect(try server.read().count == 1)
  }

  /// A list that lacks most posts is asked for again, and one that is another then changes nothing.
  @Test func aListWithoutMostPostsIsNotBelieved() throws {
    let server = try ReaderServer.loggedIn(.freshRSS, items: 1_200)
    let all = try server.state()
    // The first page is all that one answer has.
    try server.change { state in state.items.removeFirst(1_100) }
    #expect(try server.run("$program refresh --all").status == 0)
    // Both answers say so: it is the truth.
    try server.expect(unread: ["66", "34"])
    try server.change { $0.items = all.items }
    #expect(try server.run("$program refresh --all").status == 0)
    try server.expect(unread: ["800", "400"])
    try server.change { $0.faults = [.init(kind: "cut", path: "items/ids", after: 1)] }
    #expect(try server.run("$program refresh --all").status == 1)
    try server.expect(unread: ["800", "400"])
  }

  /// A state that was lost has no marks, which must not look like posts that the reader has marked unread.
  @Test func aStateThatWasLostChangesNothingOnTheServer() throws {
    let server = try ReaderServer.loggedIn(.freshRSS) { $0.items[0].starred = true }
    try server.view(typing: "RJRJ*J", until: "28 unread")
    #expect(
      try server.waits { $0.items.count { $0.read } == 2 && $0.items.count { $0.starred } == 2 }
    )
    try server.settle()
    let (read, starred) = (try server.read(), try server.starred())
    #expect(try server.run("rm state/streamtui/state.db*; $program refresh --all").status == 0)
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
    try server.expect(unread: ["19", "9"])
    #expect(try server.run("$program kept").output.contains("Lakes 1\n"))
    #expect(try server.run("$program forget Lakes; $program refresh --all").status == 0)
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
    try server.expect(unread: ["19", "9"])
    #expect(try server.run("$program forget all; $program refresh --all").status == 0)
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
    try server.expect(unread: ["19", "9"])
    let off = try server.run("chmod 400 state/streamtui/state.db; $program refresh --all")
    #expect(off.status == 0 || off.errors.contains("nothing is exchanged"), "\(off.errors)")
    #expect(try server.read() == read)
  }

  /// Another program holds the database for longer than an exchange waits; later a backup of it is put back.
  @Test func aStateThatCannotBeWrittenOrIsOlderChangesNothingOnTheServer() throws {
    let server = try ReaderServer.loggedIn(.negative)
    try server.run("cp state/streamtui/state.db backup.db").ends(with: 0)
    try server.change { state in
      for number in 0..<10 { state.items[number].read = true }
      state.items[20].starred = true
    }
    let (read, starred) = (try server.read(), try server.starred())
    try server.run(
      """
      cat > hold.py <<'P'
      import os, sqlite3, time
      database = sqlite3.connect("state/streamtui/state.db")
      database.execute("BEGIN IMMEDIATE")
      open("held", "w").close()
      for _ in range(600):
          if os.path.exists("go"): break
          time.sleep(0.05)
      P
      python3 hold.py & for i in $(seq 200); do [ -e held ] && break; sleep 0.05; done
      $program refresh --all; end=$?; touch go; wait; exit $end
      """
    ).ends(with: 1, errors: "cannot be saved")
    try server.settle()
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
    try server.expect(unread: ["13", "7"])
    try server.run("rm state/streamtui/state.db*; cp backup.db state/streamtui/state.db").ends(
      with: 0
    )
    try server.settle()
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
    try server.expect(unread: ["13", "7"])
    try server.run("printf garbage > state/streamtui/account-reader.example.db").ends(with: 0)
    try server.settle()
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
  }

  /// The answer to a mark is lost, and the list after it; then the reader takes the mark back.
  @Test func aMarkInDoubtIsSettledByTheReadersLastOne() throws {
    let server = try ReaderServer.loggedIn(.toggling)
    for (keys, last) in [("RJ", 29), ("RJ", 30), ("RJ", 29)] {
      let pty = try server.open(["--no-network", "--from-start"]).drawing("1 of ")
      pty.type("q" + keys, drawing: "\(last) unread")
      pty.quit()
      if last == 30 {
        try server.change { state in
          state.faults = [
            .init(kind: "lost", path: "edit-tag"), .init(kind: "500", path: "items/ids", after: 2),
          ]
        }
      }
      let refresh = try server.run("$program refresh --all")
      #expect((refresh.status == 0) == (last == 29), "\(refresh.errors)")
    }
    #expect(try server.read() == ["Bread 30"])
  }
}
