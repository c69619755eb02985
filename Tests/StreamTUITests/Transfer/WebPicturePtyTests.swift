import Foundation
import Glibc
import Testing

/// Pictures of the network in the program that people run: nothing is fetched that nobody allowed, and no byte of one
/// reaches the terminal while rows move.
@Suite(.serialized) struct WebPicturePtyTests {
  private static let question = "\u{1B}[>q"
  private static let kitty = "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[?6c\u{1B}[?6c"
  private static let png = "200 OK|Content-Type: image/png"

  /// A feed of 12 posts, each with a picture of its own on one host, in a web that has all but the second.
  private let web = FakeWeb()
  private var feed: String { web.folder + "/feed.json" }

  init() throws {
    var posts: [String] = []
    for index in 0..<12 {
      let address = "https://m.example/\(index).png"
      if index == 1 {
        try web.answer(address, "404 Not Found")
      } else {
        try web.answer(address, Self.png, bytes: PictureMaker.png(100, 100))
      }
      posts.append(
        """
        {"id":"p\(index)","published":"2026-01-10T08:00:00Z","body_text":"lake \(index)",
         "attachments":[{"type":"image","url":"\(address)","alt":"alt-\(index)-","width":300,"height":100}]}
        """
      )
    }
    try Program.write(#"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#, to: feed)
  }

  private func start(_ web: FakeWeb, _ arguments: [String], _ more: [String: String] = [:]) throws
    -> Pty
  {
    try Pty(
      [Program.path, "--no-config"] + arguments,
      environment: web.environment.merging(more) { $1 }
    ).awaiting("lake")
  }

  private func alive(_ pty: Pty) -> Set<String> {
    GraphicsCommand.among(pty.output).reduce(into: []) { alive, command in
      guard let id = command.keys["i"] else { return }
      if command.keys["a"] == "p" { alive.insert(id) }
      if command.keys["a"] == "d" { alive.remove(id) }
    }
  }

  @Test func onFetchesAtRestAndSaysWhatIsNotThere() throws {
    let pty = try start(web, ["--pictures", "on", feed]).awaiting(Self.question)
    #expect(web.requests().isEmpty)
    pty.type(Self.kitty, "a=p,U=1", since: 0)
    #expect(pty.waits(for: "not shown: m.example does not have this picture (404)"))
    pty.settle(milliseconds: 900)
    #expect(web.requests().first == "https://m.example/0.png")
    #expect(Set(web.requests()).count == web.requests().count)
    let mark = pty.output.count
    for _ in 0..<25 {
      pty.send("j")
      usleep(15_000)
    }
    pty.settle(milliseconds: 60)
    #expect(GraphicsCommand.among(Array(pty.output[mark...])).isEmpty)
    pty.settle(milliseconds: 1_500)
    #expect(!GraphicsCommand.among(Array(pty.output[mark...])).isEmpty)
    pty.send(":cycle-figures\r:cycle-figures\r")
    #expect(pty.waits(for: "0 B moving", since: mark))
    pty.quit()
    #expect(alive(pty).isEmpty)
    // Another run has them without a request.
    let count = web.requests().filter { $0 == "https://m.example/0.png" }.count
    let again = try start(web, ["--pictures", "on", "--from-start", feed]).awaiting(Self.question)
    again.type(Self.kitty, "a=p,U=1", since: 0)
    again.quit()
    #expect(web.requests().filter { $0 == "https://m.example/0.png" }.count == count)
  }

  @Test func askFetchesThePostAndThenTheHost() throws {
    let pty = try start(web, ["--pictures", "ask", feed]).awaiting(Self.question)
    pty.type(Self.kitty, "picture of m.example: P shows it", since: 0)
    for keys in ["jj", "J", "\r", "q", "g"] {
      pty.send(keys)
      pty.settle(milliseconds: 300)
    }
    #expect(web.requests().isEmpty && GraphicsCommand.among(pty.output).isEmpty)
    pty.type("P", "a=p,U=1", since: 0)
    pty.settle(milliseconds: 400)
    #expect(web.requests() == ["https://m.example/0.png"])
    pty.type("P", "always shows the pictures of")
    pty.settle(milliseconds: 300)
    #expect(web.requests().count == 1)
    pty.send("y")
    pty.settle(milliseconds: 1_200)
    #expect(web.requests().count > 2)
    pty.quit()
    #expect(try web.run("$program history --hosts").output.hasPrefix("m.example (pictures)\t"))
    // The next run knows the host; one that is forgotten is asked about again.
    let again = try start(web, ["--pictures", "ask", feed]).awaiting(Self.question)
    again.type(Self.kitty, "a=p,U=1", since: 0)
    again.quit()
    #expect(try web.run("$program forget --host m.example").status == 0)
    let count = web.requests().count
    let last = try start(web, ["--pictures", "ask", feed]).awaiting(Self.question)
    last.type(Self.kitty, "picture of m.example: P shows it")
    last.quit()
    #expect(web.requests().count == count)
  }

  @Test(arguments: ["off", "local"]) func otherwiseNobodyIsAsked(_ choice: String) throws {
    let pty = try start(web, ["--pictures", choice, feed])
    pty.settle(milliseconds: 300)
    pty.send(Self.kitty)
    for keys in ["jj", "P", "\r", "P", "q"] {
      pty.send(keys)
      pty.settle(milliseconds: 250)
    }
    pty.quit()
    #expect(web.requests().isEmpty)
    #expect(!pty.text().contains(Self.question))
  }

  @Test func aTableOfASourceChooses() throws {
    for (name, isAsked) in [(feed, true), ("/elsewhere.json", false)] {
      let config = web.folder + "/config.toml"
      try Program.write("[sources.\"\(name)\"]\npictures = \"ask\"\n", to: config)
      chmod(config, 0o600)
      let pty = try web.open(["--config", config, feed]).awaiting("lake")
      pty.settle(milliseconds: 300)
      pty.send(Self.kitty)
      pty.settle(milliseconds: 500)
      #expect(pty.text().contains("picture of m.example: P shows it") == isAsked)
      pty.quit()
    }
    #expect(web.requests().isEmpty)
  }

  @Test func elsewhereItsPageIsMadeOfBlocks() throws {
    let bin = web.folder + "/bin"
    try Program.writeScript(
      #"cat > /dev/null; printf '\033[38;5;200;48;5;17m▚▚▚\033[0m\n'"#,
      to: bin + "/chafa"
    )
    let pty = try start(web, ["--pictures", "on", feed], ["PATH": bin + ":/usr/bin:/bin"])
    #expect(pty.waits(for: Self.question))
    pty.send("\u{1B}P>|foot(1.21.0)\u{1B}\\\u{1B}[?6c\u{1B}[?6c")
    pty.settle(milliseconds: 600)
    #expect(web.requests().isEmpty)
    pty.type("\t\r", "▚▚▚", since: 0)
    #expect(web.requests() == ["https://m.example/0.png"])
    pty.quit()
    #expect(!pty.text().contains("\u{1B}_"))
  }

  @Test func itsPageShowsAndSavesIt() throws {
    let pty = try start(web, ["--pictures", "on", feed]).awaiting(Self.question)
    pty.type(Self.kitty, "a=p,U=1", since: 0)
    pty.settle(milliseconds: 500)
    let mark = pty.output.count
    pty.send("\t\r")
    #expect(pty.waits(for: "picture 1 of 1", since: mark))
    pty.settle(milliseconds: 600)
    #expect(!GraphicsCommand.among(Array(pty.output[mark...])).isEmpty)
    pty.send("s\(web.folder)/saved.png\r")
    #expect(pty.waits(for: "Saved the picture", since: mark))
    pty.quit()
    let saved = try Data(contentsOf: URL(fileURLWithPath: web.folder + "/saved.png"))
    #expect(Array(saved) == PictureMaker.png(100, 100))
  }
}
