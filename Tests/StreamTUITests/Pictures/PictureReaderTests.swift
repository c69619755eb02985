import Addresses
import CellGrid
import Foundation
import Glibc
import Testing

@testable import StreamHost
@testable import StreamTUI
@testable import StreamUI

/// Files that feeds call pictures, up to what the terminal gets of them, or the reader reads in their place.
@Suite(.serialized) struct PictureReaderTests {
  @OwnFolder private var folder: String
  @OwnFolder private var parent: String

  /// A folder with files, and a reader of them.
  private final class Stage {
    let folder: String
    let loop: LoopStage
    private(set) var reader: PictureReader?
    private var result: Result<TerminalPicture, PictureFault>?

    /// - Parameter decoder: The program; nil for the real one, if it is there.
    init(in folder: String, decoder: String? = nil) throws {
      self.folder = folder
      // As in the program: a decoder may end before it has read its input.
      signal(SIGPIPE, SIG_IGN)
      loop = try LoopStage()
      let program = PictureDecoder(
        children: loop.children,
        program: decoder ?? TerminalPicture.decoder
      )
      reader = PictureReader(children: loop.children, decoder: program) { _ in
        .folder(root: folder, folder: "")
      }
      reader?.onEnd = { [weak self] in self?.result = $1 }
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    static func wish(_ name: String) throws -> PictureWish {
      guard case .file(let reference) = FileReference.judge(name) else { throw POSIXError(.EINVAL) }
      return PictureWish(
        number: PictureNumber(hash: 1, run: 0),
        box: RowPicture.Box(columns: 20, lines: 5),
        target: .file(FileTarget(reference: reference, source: "feed")),
        fault: nil
      )
    }

    /// The outcome for a file, once it is there.
    ///
    /// - Parameter passes: Milliseconds of the loop's time that pass while the decoder runs.
    func outcome(
      of name: String,
      passing milliseconds: Int = 0
    ) throws -> Result<TerminalPicture, PictureFault> {
      result = nil
      switch reader?.read(try Self.wish(name)) {
      case .picture(let picture): return .success(picture)
      case .refused(let fault): return .failure(fault)
      case .pending, nil: break
      }
      if milliseconds > 0 {
        for _ in 0..<20 { loop.turn(); usleep(1_000) }
        loop.pass(milliseconds: milliseconds)
      }
      let limit = Date().addingTimeInterval(20)
      while result == nil, Date() < limit {
        loop.signals.raise(SIGCHLD)
        if loop.turn().isEmpty { usleep(100) }
        if milliseconds > 0 { loop.pass(milliseconds: 1) }
      }
      return try #require(result)
    }

    /// Why a file is not shown; nil where it is.
    func fault(of name: String, passing milliseconds: Int = 0) throws -> PictureFault? {
      let outcome = try outcome(of: name, passing: milliseconds)
      return if case .failure(let fault) = outcome { fault } else { nil }
    }
  }

  /// Each is a picture or has a reason, and of the file nothing but pixels is sent.
  @Test func eachIsShownOrHasAReason() throws {
    let stage = try Stage(in: folder)
    for picture in HostilePicture.all {
      let name = "picture.\(picture.ending)"
      try stage.write(picture.bytes, name)
      let outcome = try stage.outcome(of: name)
      switch (outcome, picture.outcome) {
      case (.success(let sent), .shown), (.success(let sent), .either):
        Self.expectPixels(sent, picture.name)
      case (.failure(let fault), .refused(let words)):
        #expect(fault.text.string.hasPrefix("not shown: "), "\(picture.name)")
        #expect(fault.text.string.contains(words), "\(picture.name): \(fault.text.string)")
        #expect(fault.text.count < 100, "\(picture.name): \(fault.text.string)")
      case (.failure(let fault), .either):
        #expect(fault.text.string.hasPrefix("not shown: "), "\(picture.name)")
      default: Issue.record("\(picture.name): \(outcome)")
      }
    }
  }

  /// The bytes that are sent are pixels, or a PNG file of chunks of pixels.
  private static func expectPixels(_ picture: TerminalPicture, _ name: String) {
    #expect(picture.pixels <= PNGFile.mostSide * PNGFile.mostSide, "\(name)")
    guard picture.keys == "f=100" else {
      #expect(picture.keys.hasPrefix("f=32,s=") && picture.count == 4 * picture.pixels, "\(name)")
      return
    }
    var bytes: [UInt8] = []
    while bytes.count < picture.count {
      let (slice, _) = picture.slice(from: bytes.count)
      bytes += Data(base64Encoded: slice).map { Array($0) } ?? []
    }
    guard case .whole(let file) = PNGFile.read(bytes) else {
      Issue.record("\(name): no PNG file")
      return
    }
    // Looking at it again takes nothing away.
    #expect(file.bytes == bytes, "\(name)")
    var names: [String] = []
    var offset = 8
    while offset < bytes.count {
      names.append(String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self))
      offset += 12 + bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(names.first == "IHDR", "\(name): \(names)")
    #expect(names.last == "IEND", "\(name): \(names)")
    #expect(Set(names).isSubset(of: ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]), "\(name): \(names)")
  }

  // MARK: Files

  @Test func whatIsNoFileOfTheFolderIsRefused() throws {
    let folder = parent + "/feed"
    let files = FileManager.default
    try Program.makeFolder(folder + "/dir.png")
    let stage = try Stage(in: folder)
    try stage.write(PictureMaker.png(), "good.png")
    try Data(PictureMaker.png()).write(to: URL(fileURLWithPath: parent + "/out.png"))
    for (name, target) in [
      ("in.png", "good.png"), ("out.png", "../out.png"), ("loop.png", "loop.png"),
      ("device.png", "/dev/zero"), ("random.png", "/dev/random"), ("self.png", "/proc/self/mem"),
      ("tty.png", "/dev/tty"), ("gone.png", "nothing"),
    ] {
      try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
    }
    try #require(mkfifo(folder + "/fifo.png", 0o600) == 0)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("\(folder)/socket.png".utf8.prefix(100))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    // Larger than what is read, and as large, of zeros.
    for (name, size) in [
      ("large.png", PictureFile.mostBytes + 1), ("zeros.png", PictureFile.mostBytes),
    ] {
      try #require(files.createFile(atPath: "\(folder)/\(name)", contents: nil))
      try #require(truncate("\(folder)/\(name)", size) == 0)
    }
    for (name, words) in [
      ("dir.png", "a folder"), ("out.png", "out of the opened folder"), ("loop.png", "oop"),
      ("device.png", "out of the opened folder"), ("random.png", "out of the opened folder"),
      ("self.png", "out of the opened folder"), ("tty.png", "out of the opened folder"),
      ("gone.png", "no such file"), ("missing.png", "no such file"),
      ("good.png/x.png", "no such file"), ("fifo.png", "not a regular file"),
      ("socket.png", "not a regular file"), ("large.png", "8 MB (at most 8 MB)"),
      ("zeros.png", "no PNG"),
    ] {
      let fault = try #require(try stage.fault(of: name), "\(name) is shown")
      #expect(fault.text.string.contains(words), "\(name): \(fault.text.string)")
    }
    for name in ["good.png", "in.png"] { #expect(try stage.fault(of: name) == nil, "\(name)") }
    if geteuid() != 0 {
      try stage.write(PictureMaker.png(), "closed.png")
      chmod(folder + "/closed.png", 0)
      #expect(try stage.fault(of: "closed.png") != nil)
    }
  }

  @Test func anotherFileHasAnotherStamp() throws {
    let stage = try Stage(in: folder)
    let wish = try Stage.wish("a.png")
    let none = stage.reader?.stamp(of: wish)
    try stage.write(PictureMaker.png(), "a.png")
    let first = stage.reader?.stamp(of: wish)
    #expect(none == nil && first != nil && first == stage.reader?.stamp(of: wish))
    try stage.write(PictureMaker.png() + [0], "b.png")
    try #require(rename(folder + "/b.png", folder + "/a.png") == 0)
    #expect(stage.reader?.stamp(of: wish) != first)
  }

  // MARK: Decoders

  /// A program in the place of chafa: its script, and the reason that stands in the row.
  struct Decoder: CustomTestStringConvertible {
    let script: String
    let words: String
    var passes = 0
    var testDescription: String { script }
  }

  private static let head = #"printf '\033_Ga=T,f=32,s=2,v=1,c=20,r=5,m=1\033\\'; "#
  private static let pixels = #"printf '\033_Gm=1;AAAAAAAAAAA=\033\\'; "#
  private static let end = #"printf '\033_Gm=0\033\\\n'"#

  static let decoders: [Decoder] =
    [
      // Floods: of text, of zeros, of heads, of pixels without an end.
      "yes", "cat /dev/zero", "while :; do \(head) done",
      "\(head) while :; do printf '\\033_Gm=1;AAAA\\033\\\\'; done",
    ].map { Decoder(script: $0, words: "takes longer than 5 s", passes: 5_001) }
    + [
      // Sizes that the pixels do not have, and such as nobody asked for.
      "\(head) \(end)", "\(head) \(pixels) \(pixels) \(end)", "\(pixels) \(end)",
      "\(head) \(pixels)",
      #"printf '\033_Ga=T,f=32,s=0,v=0,m=1\033\\'; "# + end,
      #"printf '\033_Ga=T,f=32,s=65535,v=65535,m=1\033\\'; "# + pixels + end,
      #"printf '\033_Ga=T,f=32,s=-2,v=-1,m=1\033\\'; "# + pixels + end,
      #"printf '\033_Ga=T,f=100,s=2,v=1,m=1\033\\'; "# + pixels + end,
      // Paths in place of pixels, other commands, numbers of its own.
      #"printf '\033_Ga=T,t=f,f=100;L2V0Yy9wYXNzd2Q=\033\\'"#,
      #"printf '\033_Ga=T,t=s,f=32,s=2,v=1;L3NobQ==\033\\'"#, #"printf '\033_Ga=d,d=A\033\\'"#,
      #"printf '\033_Ga=T,f=32,s=2,v=1,i=7,m=1\033\\'; "# + pixels + end,
      #"printf '\033_Ga=T,f=32,s=2,v=1,m=1,U=1\033\\'; "# + pixels + end,
      // Escape sequences before, within and after a picture.
      #"printf '\033]0;owned\007'; "# + head + pixels + end,
      #"printf '\033[2J\033[H'; "# + head + pixels + end,
      head + pixels + end + #"; printf '\033[31m'"#,
      head + #"printf '\033_Gm=1;AAAA\033[6nAAAA=\033\\'; "# + end,
      head + pixels + #"printf '\033P+q544e\033\\'; "# + end,
      #"printf '\033[?1049l'"#, #"printf '\033]52;c;b3duZWQ=\007'"#, #"printf '\302\233\063\061m'"#,
      "echo picture", "exit 0", #"printf '\0\0\0'"#, #"printf '\033'"#, #"printf '\033_G'"#,
      #"printf '\033_Ga=T,f=32,s=2,v=1,m=1;%0900d'"#,
    ].map { Decoder(script: $0, words: "something else than a picture") }
    + [
      "exit 1", head + pixels + end + "; exit 1", "echo $'\\e[2Jno' >&2; exit 3",
      "head -c 999999 /dev/zero >&2; exit 2",
    ]
    .map { Decoder(script: $0, words: "cannot decode it") }
    + ["kill -9 $$", "kill -SEGV $$", "kill -XCPU $$", head + pixels + end + "; kill -TERM $$"]
    .map { Decoder(script: $0, words: "too much memory or time") }
    + [
      // It never ends, or leaves another behind that has its pipes.
      "sleep 600", "trap '' TERM; sleep 600 & wait; sleep 600", "exec 0<&-; sleep 600", "yes >&2",
    ].map { Decoder(script: $0, words: "takes longer than 5 s", passes: 5_001) }

  @Test(arguments: decoders) func whatADecoderWritesIsAPictureOrARefusal(_ decoder: Decoder) throws
  {
    let program = folder + "/decoder"
    try Program.writeScript(decoder.script, to: program)
    let stage = try Stage(in: folder, decoder: program)
    try stage.write(PictureMaker.jpeg(), "a.jpg")
    let fault = try #require(try stage.fault(of: "a.jpg", passing: decoder.passes), "shown")
    #expect(fault.text.string.contains(decoder.words), "\(fault.text.string)")
  }

  @Test func withoutADecoderTheRowSaysWhatIsMissing() throws {
    let stage = try Stage(in: folder, decoder: folder + "/nothing")
    try stage.write(PictureMaker.webp(), "a.webp")
    let words = try stage.fault(of: "a.webp")?.text.string
    #expect(words == "not shown: chafa is not in PATH, which a WebP file needs")
  }

  /// A file is read at once: what becomes of it afterwards does not matter.
  @Test func aFileThatShrinksWhileItIsDecodedWasReadWhole() throws {
    let program = folder + "/decoder"
    let script = "/bin/cat > \(folder)/copy; \(Self.head) \(Self.pixels) \(Self.end)"
    try Program.writeScript(script, to: program)
    let stage = try Stage(in: folder, decoder: program)
    let bytes = PictureMaker.jpeg(more: [UInt8](repeating: 0xFF, count: 500_000))
    try stage.write(bytes, "a.jpg")
    _ = stage.reader?.read(try Stage.wish("a.jpg"))
    try #require(truncate(folder + "/a.jpg", 10) == 0)
    let limit = Date().addingTimeInterval(10)
    while (try? Data(contentsOf: URL(fileURLWithPath: folder + "/copy")))?.count != bytes.count,
      Date() < limit
    {
      loopOnce(stage)
    }
    #expect(FileManager.default.contents(atPath: folder + "/copy") == Data(bytes))
  }

  private func loopOnce(_ stage: Stage) {
    stage.loop.turn()
    usleep(500)
  }
}
