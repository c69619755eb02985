import Foundation
import Glibc
import Testing

/// Pictures of the program that people run, in terminals that draw them and in others.
@Suite(.serialized) struct PicturePtyTests {
  @OwnFolder private var folder: String
  private static let question = "\u{1B}[>q"
  private static let kitty = "\u{1B}P>|kitty(0.41.1)\u{1B}\\"
  private static let fences = "\u{1B}[?6c\u{1B}[?6c"
  private static let placeholder = "\u{10EEEE}"

  /// An account's export of `count` posts, each with a picture of 30,000 bytes.
  func inExport(_ count: Int = 12, _ body: (String) throws -> Void) throws {
    try Program.inFolder { folder in
      let export = folder + "/export"
      try Program.makeFolder(export + "/media_attachments")
      var items: [String] = []
      for index in 0..<count {
        try Data(PictureMaker.png(100, 100))
          .write(to: URL(fileURLWithPath: "\(export)/media_attachments/\(index).png"))
        items.append(
          """
          {"type":"Create","actor":"https://a.example/u","published":"2026-01-\(10 + index)T08:00:00Z",
           "object":{"type":"Note","id":"https://a.example/\(index)","content":"lake \(index)",
           "attachment":[{"type":"Document","mediaType":"image/png","name":"a lake","width":400,
           "height":200,"url":"/media_attachments/\(index).png"}]}}
          """
        )
      }
      let outbox =
        #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","#
        + #""orderedItems":["# + items.joined(separator: ",") + "]}"
      try Program.write(outbox, to: export + "/outbox.json")
      try body(export)
    }
  }

  private func start(_ export: String, _ environment: [String: String] = [:]) throws -> Pty {
    try Pty(file: export, environment: environment).awaiting("lake")
  }

  /// A terminal that was asked whether it draws pictures, and says that it is kitty.
  private func asked(_ export: String, _ environment: [String: String] = [:]) throws -> Pty {
    let pty = try start(export, environment).awaiting(Self.question)
    pty.send(Self.kitty + Self.fences)
    return pty
  }

  /// The numbers of pictures that were placed and not deleted.
  private func alive(_ commands: [GraphicsCommand]) -> Set<String> {
    var alive: Set<String> = []
    for command in commands {
      guard let id = command.keys["i"] else { continue }
      if command.keys["a"] == "p" { alive.insert(id) }
      if command.keys["a"] == "d" { alive.remove(id) }
    }
    return alive
  }

  @Test func picturesComeAtRestAndGoAtTheEnd() throws {
    try inExport { export in
      let pty = try start(export).awaiting(Self.question)
      #expect(GraphicsCommand.among(pty.output).isEmpty)
      pty.type(Self.kitty + Self.fences, Self.placeholder, since: 0)
      #expect(pty.waits(for: "a=p,U=1"))
      pty.settle(milliseconds: 600)
      let first = GraphicsCommand.among(pty.output)
      #expect(!alive(first).isEmpty)
      #expect(first.allSatisfy { $0.keys["q"] == "2" })

      // No byte of a picture while keys come; the rest follows.
      let mark = pty.output.count
      for _ in 0..<20 {
        pty.send("j")
        usleep(15_000)
      }
      pty.settle(milliseconds: 60)
      #expect(GraphicsCommand.among(Array(pty.output[mark...])).isEmpty)
      pty.settle(milliseconds: 800)
      #expect(!GraphicsCommand.among(Array(pty.output[mark...])).isEmpty)
      let count = GraphicsCommand.among(pty.output).count { $0.keys["a"] == "p" }
      pty.type(":cycle-figures\r:cycle-figures\r", "pictures \(count)")
      #expect(pty.waits(for: "0 B moving", since: mark))

      pty.quit()
      let all = GraphicsCommand.among(pty.output)
      #expect(alive(all).isEmpty, "\(alive(all))")
      // The terminal forgets pictures of another screen: they go before that is left.
      let text = pty.text()
      let last = try #require(text.ranges(of: "\u{1B}_Ga=d").last)
      let leave = try #require(text.ranges(of: "\u{1B}[?1049l").first)
      #expect(last.lowerBound < leave.lowerBound)
    }
  }

  @Test(arguments: ["zip", "tar", "tar.gz"]) func picturesOfAnArchiveCome(_ kind: String) throws {
    try inExport(3) { export in
      let names = ["outbox.json"] + (0..<3).map { "media_attachments/\($0).png" }
      let files = try names.map { name in
        (
          name: name,
          bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(export)/\(name)")))
        )
      }
      let place = export + "/../archive"
      try Program.makeFolder(place)
      let zip = ZipFixture(entries: files.map { .init(name: $0.name, bytes: $0.bytes) })
      let tar = TarFixture(files: files)
      let bytes =
        kind == "zip" ? zip.bytes : kind == "tar" ? tar.bytes : Fixture.gzip(tar.bytes)
      let archive = "\(place)/export.\(kind)"
      try Data(bytes).write(to: URL(fileURLWithPath: archive))
      let pty = try asked(archive).awaiting("a=p,U=1")
      pty.settle(milliseconds: 600)
      let commands = GraphicsCommand.among(pty.output)
      #expect(!alive(commands).isEmpty && alive(commands).count <= 3)
      #expect(commands.first?.keys["f"] == "100")
      pty.quit()
      #expect(alive(GraphicsCommand.among(pty.output)).isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["export.\(kind)"])
    }
  }

  /// Before ^Z all are deleted, and afterwards they come again; a crash deletes them as it restores the terminal.
  @Test func aStopAndACrashTakeThemAway() throws {
    try inExport(3) { export in
      let pty = try asked(export).awaiting("a=p,U=1")
      pty.settle(milliseconds: 600)
      let mark = pty.output.count
      pty.send("\u{1A}")
      #expect(pty.waits(for: "\u{1B}[?1049l", since: mark))
      #expect(alive(GraphicsCommand.among(pty.output)).isEmpty)
      pty.signal(SIGCONT)
      #expect(pty.waits(for: "a=p,U=1", since: mark))
      pty.settle(milliseconds: 600)
      #expect(!alive(GraphicsCommand.among(pty.output)).isEmpty)
      pty.signal(SIGSEGV)
      _ = pty.end()
      #expect(alive(GraphicsCommand.among(pty.output)).isEmpty)
    }
  }

  /// An export of one post with a JPEG file, and a program in the place of chafa.
  private func inExport(of bytes: [UInt8], chafa: String?, _ body: (Pty) throws -> Void) throws {
    try inExport(1) { export in
      let outbox = export + "/outbox.json"
      let text = try String(contentsOfFile: outbox, encoding: .utf8)
      try Program.write(text.replacing("0.png", with: "0.jpg"), to: outbox)
      try Data(bytes).write(to: URL(fileURLWithPath: export + "/media_attachments/0.jpg"))
      let bin = export + "/../bin"
      try Program.makeFolder(bin)
      if let chafa { try Program.writeScript(chafa, to: bin + "/chafa") }
      let pty = try asked(export, ["PATH": bin, "TERM_PROGRAM": "tmux"])
      try body(pty)
      pty.quit()
      #expect(alive(GraphicsCommand.among(pty.output)).isEmpty)
    }
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 5_000)

  /// A picture of 2 x 1 pixels, whatever the file is; it copies its input first, as chafa does.
  private static let decoder = """
    [ "$*" = "--format kitty --size 40x10 --animate off --threads 1 --polite on -" ] || exit 1
    # With either, it would wrap its output.
    [ -z "$TMUX$TERM_PROGRAM" ] || exit 1
    /bin/cat > "$0.copy" || exit 1
    [ "$(/usr/bin/wc -c < "$0.copy")" -eq 5004 ] || exit 1
    printf '\\033_Ga=T,f=32,s=2,v=1,c=40,r=10,m=1\\033\\\\\\033_Gm=1;AAAAAAAAAAA=\\033\\\\\\033_Gm=0\\033\\\\\\n'
    """

  @Test func otherKindsAreDecodedByAProgram() throws {
    try inExport(of: Self.jpeg, chafa: Self.decoder) { pty in
      #expect(pty.waits(for: "a=p,U=1"))
      pty.settle(milliseconds: 300)
      let commands = GraphicsCommand.among(pty.output)
      #expect(commands.count == 2 && commands[0].payload == "AAAAAAAAAAA=")
      #expect(commands[0].keys["f"] == "32" && commands[0].keys["s"] == "2")
      #expect(commands[0].keys["q"] == "2" && commands[0].keys["a"] == "t")
    }
  }

  @Test(arguments: [
    ("<svg xmlns='http://www.w3.org/2000/svg'/>", decoder),
    ("", "printf '\\033_Ga=d,d=A\\033\\\\\\033]0;title\\007'"), ("", "exit 0"),
    ("", "kill -9 $$"),
    ("", "while :; do echo yes; done"),
  ])
  func nothingElseReachesTheTerminal(_ text: String, _ chafa: String) throws {
    try inExport(of: text.isEmpty ? Self.jpeg : Array(text.utf8), chafa: chafa) { pty in
      #expect(pty.waits(for: Self.placeholder))
      pty.settle(milliseconds: 700)
      #expect(!pty.text().contains("\u{1B}_"))
      #expect(!pty.text().contains("title"))
    }
  }

  /// Every hostile picture in one feed: each row keeps its description and says why, keys answer, memory has a bound,
  /// and of the files nothing but pixels reaches the terminal.
  @Test func hostilePicturesLeaveAReasonEach() throws {
    let export = folder + "/export"
    try Program.makeFolder(export)
    let pictures = HostilePicture.all
    var posts: [String] = []
    for (index, picture) in pictures.enumerated() {
      let name = "\(index).\(picture.ending)"
      try Data(picture.bytes).write(to: URL(fileURLWithPath: "\(export)/\(name)"))
      posts.append(
        """
        {"id":"p\(index)","published":"2026-01-10T08:00:00Z","body_text":"lake",
         "attachments":[{"type":"image","url":"\(name)","alt":"alt-\(index)-","width":20,"height":20}]}
        """
      )
    }
    try Program.write(
      #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#,
      to: export + "/feed.json"
    )
    // A decoder that is none: all of its work is in the tests of the reader.
    let bin = folder + "/bin"
    try Program.writeScript("exit 1", to: bin + "/chafa")
    let pty = try Pty(file: export, lines: 400, environment: ["PATH": bin]).awaiting(Self.question)
    pty.send(Self.kitty + Self.fences)
    for _ in 0..<4 {
      pty.settle(milliseconds: 800)
      let mark = pty.output.count
      // A key answers at once, whatever is decoded.
      pty.send("j")
      #expect(pty.waits(for: "\u{1B}[", since: mark, seconds: 1))
      pty.send(" ")
    }
    pty.settle(milliseconds: 800)
    let status = try String(contentsOfFile: "/proc/\(pty.child)/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
      .flatMap { Int($0.filter(\.isNumber)) }
    #expect(try #require(peak) < 150_000)
    pty.quit()
    let text = pty.text()
    let shown = pictures.indices.filter { index in text.contains("alt-\(index)-") }
    #expect(shown.count == pictures.count)
    for case .refused(let words) in Set(pictures.map(\.outcome)) {
      #expect(text.contains(words), "\(words)")
    }
    #expect(text.contains("not shown: chafa cannot decode it"))
    #expect(!text.contains("owned") && !text.contains("\u{1B}[2J\u{1B}_G"))
    let commands = GraphicsCommand.among(pty.output)
    let placed = commands.filter { $0.keys["a"] == "p" }.compactMap { $0.keys["i"] }
    let whole = pictures.count { $0.outcome == .shown }
    #expect(Set(placed).count >= whole - 2, "\(Set(placed).count) of \(whole)")
    #expect(alive(commands).isEmpty)
  }

  @Test func withoutTheProgramTheDescriptionIsAll() throws {
    try inExport(of: Self.jpeg, chafa: nil) { pty in
      pty.settle(milliseconds: 600)
      let text = pty.text()
      #expect(!text.unicodeScalars.contains("\u{10EEEE}") && text.contains("a lake"))
    }
  }

  /// A placeholder in the text of a feed would show a part of a picture that is there.
  @Test func aFeedCannotDrawAPartOfAPicture() throws {
    let feed = folder + "/feed.json"
    let text = "lake \u{10EEEE}\u{0305}\u{0305} dawn"
    try Program.write(#"{"version":1,"posts":[{"id":"a","body_text":"\#(text)"}]}"#, to: feed)
    let pty = try start(feed)
    pty.settle(milliseconds: 300)
    pty.quit()
    let output = pty.text()
    #expect(output.contains("dawn") && !output.unicodeScalars.contains("\u{10EEEE}"))
    #expect(output.contains("\u{FFFD}"))
  }

  /// A feed that was opened alone has no files beside it.
  @Test func aFileAloneIsNotAskedAbout() throws {
    try inExport(1) { export in
      let pty = try start(export + "/outbox.json")
      pty.settle(milliseconds: 300)
      pty.quit()
      #expect(!pty.text().contains(Self.question))
    }
  }
}
