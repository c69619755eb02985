import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamHost
@testable import StreamTUI
@testable import StreamUI

/// The pictures that the terminal gets, as it sees them.
struct PictureShelfTests {
  /// A shelf whose terminal keeps what it gets.
  private final class Stage: PictureSource {
    let loop: LoopStage
    private(set) var sent: [String] = []
    /// Whether the terminal takes bytes now.
    var isOpen = true
    /// The sizes of the files by their paths, in bytes.
    var files: [String: Int] = [:]
    private(set) var reads = 0
    /// The files that have to be decoded first.
    var slow: Set<String> = []
    private(set) var drops = 0
    /// The messages about pictures so far.
    private(set) var faults: [String] = []
    /// How often the files have changed.
    var stamps: [String: Int] = [:]
    private(set) var shelf: PictureShelf?

    init() throws {
      loop = try LoopStage()
      shelf = PictureShelf(loop: loop.loop, reader: self) { [weak self] text in
        guard let self, isOpen else { return false }
        sent.append(text)
        return true
      }
      shelf?.onFault = { [weak self] number, fault in
        self?.faults.append("\(number.id) \(fault?.string ?? "none")")
      }
    }

    func stamp(of wish: PictureWish) -> PictureFile.Stamp? {
      let path = wish.target.path
      return files[path].map { PictureFile.Stamp(values: [$0, stamps[path] ?? 0]) }
    }

    func read(_ wish: PictureWish) -> PictureReading {
      reads += 1
      if slow.contains(wish.target.path) { return .pending }
      guard let count = files[wish.target.path] else { return .refused(.otherKind) }
      return .picture(PictureShelfTests.picture(count))
    }

    func cancel() { drops += 1 }

    func want(_ wishes: [PictureWish], kept: [PictureWish] = []) {
      var all = PictureWishes()
      all.wanted = wishes
      all.kept = Set((wishes + kept).map(\.number))
      shelf?.want(all)
    }

    /// Wants pictures, and lets turns pass.
    func show(_ wishes: [PictureWish], kept: [PictureWish] = [], turns: Int = 200) {
      want(wishes, kept: kept)
      turn(turns)
    }

    /// Lets `count` turns pass.
    func turn(_ count: Int = 200) {
      for _ in 0..<count {
        loop.pass(milliseconds: 1)
        loop.turn()
      }
    }

    /// The bytes since the last call, as commands.
    func take() -> [GraphicsCommand] {
      defer { sent = [] }
      return sent.joined().isEmpty ? [] : GraphicsCommand.all(in: sent.joined())
    }

    var lastSlices: Int { sent.count }
  }

  private let stage: Stage

  init() throws { stage = try Stage() }

  /// A picture of this many bytes.
  static func picture(_ count: Int) -> TerminalPicture {
    TerminalPicture(width: 100, height: 50, bytes: [UInt8](repeating: 7, count: count))
  }

  private static func wish(_ path: String, number: UInt64? = nil) throws -> PictureWish {
    guard case .file(let reference) = FileReference.judge(path) else { throw NoFile() }
    let hash = number ?? UInt64(path.utf8.reduce(0) { $0 * 31 + Int($1) })
    return PictureWish(
      number: PictureNumber(hash: hash, run: 3),
      box: RowPicture.Box(columns: 20, lines: 5),
      target: .file(FileTarget(reference: reference, source: "feed")),
      fault: nil
    )
  }

  private struct NoFile: Error {}

  @Test func aPictureGoesOutInSlicesOfATurnAndIsPlacedLast() throws {
    stage.files = ["a.png": 10_000]
    let wish = try Self.wish("a.png")
    stage.want([wish])
    // One slice a turn, of at most 4,096 bytes of Base64.
    stage.turn(1)
    stage.turn(1)
    #expect(stage.lastSlices <= 1)
    stage.turn()
    #expect(stage.sent.allSatisfy { $0.utf8.count < 4_300 })
    let commands = stage.take()
    let id = String(wish.number.id)
    #expect(
      commands.first?.keys == [
        "a": "t", "t": "d", "f": "32", "s": "100", "v": "50", "i": id, "q": "2", "m": "1",
      ]
    )
    #expect(commands.last?.keys == ["a": "p", "U": "1", "i": id, "c": "20", "r": "5", "q": "2"])
    let payload = commands.dropLast().map(\.payload)
    #expect(payload.allSatisfy { $0.utf8.count <= 4_096 })
    #expect(payload.joined() == Base64.encoded([UInt8](repeating: 7, count: 10_000)))
    #expect(commands.dropLast().map { $0.keys["m"] } == ["1", "1", "1", "0"])
    #expect(stage.shelf?.count == 1)
    // It is there now: to want it again sends nothing.
    stage.show([wish])
    #expect(stage.take().isEmpty && stage.reads == 1)
  }

  @Test func aKeyStopsItAndRestGoesOnOrEndsIt() throws {
    stage.files = ["a.png": 30_000, "b.png": 100]
    let (a, b) = (try Self.wish("a.png"), try Self.wish("b.png"))
    stage.show([a], turns: 4)
    let begun = stage.take()
    #expect((1...4).contains(begun.count))
    stage.shelf?.pause()
    stage.turn()
    #expect(stage.take().isEmpty)
    // Wanted still: the rest follows.
    stage.show([a], turns: 2)
    #expect(stage.take().first?.keys == ["m": "1", "q": "2"])
    // The row has left: the transmission is ended, and what came of it deleted, before the next begins.
    stage.shelf?.pause()
    stage.show([b])
    let rest = stage.take()
    #expect(rest.prefix(2).map(\.keys["m"]) == ["0", nil])
    #expect(rest[1].keys == ["a": "d", "d": "I", "i": String(a.number.id), "q": "2"])
    #expect(rest.last?.keys["a"] == "p" && rest.last?.keys["i"] == String(b.number.id))
  }

  @Test func nothingIsSentTwiceToATerminalThatIsFull() throws {
    stage.files = ["a.png": 10_000]
    stage.show([try Self.wish("a.png")], turns: 3)
    stage.isOpen = false
    stage.turn(50)
    stage.isOpen = true
    stage.turn()
    let payload = stage.take().dropLast().map(\.payload).joined()
    #expect(payload == Base64.encoded([UInt8](repeating: 7, count: 10_000)))
  }

  @Test func itGoesOnOnceTheTerminalAcceptsBytes() throws {
    stage.files = ["a.png": 60_000]
    stage.show([try Self.wish("a.png")], turns: 4)
    let begun = stage.sent.count
    #expect(begun > 0)
    stage.isOpen = false
    stage.turn(2)
    stage.isOpen = true
    stage.turn(1)
    #expect(stage.sent.count == begun)
    stage.shelf?.outputIsFree()
    stage.turn(1)
    #expect(stage.sent.count == begun + 1)
    stage.isOpen = false
    stage.turn(2)
    stage.shelf?.pause()
    stage.isOpen = true
    stage.shelf?.outputIsFree()
    stage.turn(50)
    #expect(stage.sent.count == begun + 1)
  }

  @Test func whatIsFarAwayIsDeletedAndWhatIsNearStays() throws {
    stage.files = ["a.png": 100, "b.png": 100]
    let (a, b) = (try Self.wish("a.png"), try Self.wish("b.png"))
    stage.show([a, b])
    _ = stage.take()
    stage.show([b], kept: [a])
    #expect(stage.take().isEmpty && stage.shelf?.count == 2)
    stage.show([b])
    #expect(stage.take().map(\.keys) == [["a": "d", "d": "I", "i": String(a.number.id), "q": "2"]])
  }

  /// Cells of one number show one picture: a wrong one is worse than none.
  @Test func aNumberOfTwoPicturesShowsNeither() throws {
    stage.files = ["a.png": 100, "b.png": 100]
    let (a, b) = (try Self.wish("a.png", number: 5), try Self.wish("b.png", number: 5))
    stage.show([a])
    #expect(stage.shelf?.count == 1)
    _ = stage.take()
    stage.show([a, b])
    #expect(stage.shelf?.count == 0)
    #expect(stage.take().map { $0.keys["a"] } == ["d"])
    // The other is out of sight: it gives its number up.
    stage.show([b], kept: [a])
    #expect(stage.shelf?.count == 1)
  }

  /// A picture that was fetched while rows moved is read at rest, and the fetch is cancelled only if its row left.
  @Test func aPictureThatArrivesIsReadAtRest() throws {
    stage.slow = ["a.jpg"]
    let a = try Self.wish("a.jpg")
    stage.show([a])
    #expect(stage.reads == 1)
    stage.shelf?.pause()
    stage.files = ["a.jpg": 100]
    stage.slow = []
    stage.shelf?.arrived()
    stage.turn()
    #expect(stage.reads == 1 && stage.take().isEmpty)
    stage.show([a])
    #expect(stage.reads == 2 && stage.take().last?.keys["a"] == "p")
    // At rest it is read at once.
    let (b, c) = (try Self.wish("b.jpg"), try Self.wish("c.jpg"))
    stage.slow = ["b.jpg"]
    stage.show([b])
    stage.files = ["b.jpg": 100, "c.jpg": 100]
    stage.slow = []
    stage.shelf?.arrived()
    stage.turn()
    #expect(stage.take().last?.keys["i"] == String(b.number.id))
    let drops = stage.drops
    stage.slow = ["c.jpg"]
    stage.show([c])
    stage.want([])
    #expect(stage.drops == drops + 1)
  }

  @Test func aPictureThatIsDecodedFollowsWhenItIsThere() throws {
    stage.slow = ["a.jpg", "b.jpg"]
    let (a, b) = (try Self.wish("a.jpg"), try Self.wish("b.jpg"))
    stage.show([a])
    #expect(stage.take().isEmpty && stage.reads == 1)
    let pixels = [UInt8](repeating: 9, count: 40 * 50 * 4)
    let picture = TerminalPicture(width: 40, height: 50, bytes: pixels)
    // A key has come: it waits for rest.
    stage.shelf?.pause()
    stage.shelf?.take(.success(picture), of: a)
    stage.turn()
    #expect(stage.take().isEmpty)
    stage.show([a])
    let commands = stage.take()
    #expect(commands.first?.keys["f"] == "32" && commands.first?.keys["s"] == "40")
    #expect(commands.dropLast().map(\.payload).joined() == Base64.encoded(pixels))
    #expect(commands.last?.keys["a"] == "p" && stage.reads == 1)
    // One whose row has left is not decoded further, and one that cannot be is not tried again.
    stage.show([a, b])
    stage.want([a])
    #expect(stage.drops == 1)
    stage.shelf?.take(.success(picture), of: b)
    stage.show([a, b])
    stage.shelf?.take(.failure(.undecodable(by: "chafa")), of: b)
    stage.turn()
    stage.show([a, b])
    #expect(stage.take().isEmpty && stage.reads == 3)
  }

  @Test func leavingDeletesAllAndEndsWhatIsOnItsWay() throws {
    stage.files = ["a.png": 100, "b.png": 30_000]
    let (a, b) = (try Self.wish("a.png"), try Self.wish("b.png"))
    stage.show([a])
    stage.show([b], kept: [a], turns: 4)
    let farewell = GraphicsCommand.all(in: stage.shelf?.leave() ?? "")
    #expect(farewell.first?.keys == ["m": "0", "q": "2"])
    #expect(
      Set(farewell.dropFirst().compactMap { $0.keys["i"] })
        == [String(a.number.id), String(b.number.id)]
    )
    #expect(stage.shelf?.leave() == "" && stage.shelf?.count == 0)
    stage.turn()
  }

  // MARK: Reasons

  /// The row says why, once; a file that is another one by now is read again, and shown.
  @Test func aPictureThatCannotBeShownHasAReasonUntilItsFileIsAnother() throws {
    let wish = try Self.wish("a.png")
    stage.show([wish])
    let id = wish.number.id
    #expect(stage.faults == ["\(id) not shown: no PNG, JPEG, GIF or WebP file"])
    // The row says so by now.
    let told = PictureWish(
      number: wish.number,
      box: wish.box,
      target: wish.target,
      fault: PictureFault.otherKind.text
    )
    stage.show([told])
    #expect(stage.faults.count == 1 && stage.reads == 1)
    stage.files["a.png"] = 100
    stage.show([told])
    #expect(stage.faults.last == "\(id) none" && stage.shelf?.count == 1)
  }

  @Test func aFileThatIsReplacedWhileItIsShownIsSentAgain() throws {
    stage.files = ["a.png": 100]
    let wish = try Self.wish("a.png")
    stage.show([wish])
    _ = stage.take()
    stage.stamps["a.png"] = 1
    stage.show([wish])
    #expect(stage.take().map { $0.keys["a"] } == ["d", "t", "p"])
    #expect(stage.shelf?.count == 1 && stage.faults.isEmpty)
    // It is gone: so is the picture, and the row says why.
    stage.files = [:]
    stage.show([wish])
    #expect(stage.take().map { $0.keys["a"] } == ["d"])
    #expect(stage.shelf?.count == 0 && stage.faults.count == 1)
  }

  @Test func theNearestHaveRoomAndTheOthersAReason() throws {
    let wishes = try (0..<70).map { try Self.wish("\($0).png", number: UInt64($0)) }
    for index in 0..<70 { stage.files["\(index).png"] = 100 }
    stage.show(wishes, turns: 1_000)
    #expect(stage.shelf?.count == PictureShelf.most && stage.faults.count == 6)
    #expect(stage.faults.allSatisfy { $0.hasSuffix("64 other pictures are nearer") })
    let placed = stage.take().filter { $0.keys["a"] == "p" }.compactMap { $0.keys["i"] }
    #expect(placed == wishes.prefix(PictureShelf.most).map { String($0.number.id) })
    // A scroll has brought them nearest: they take the place of the farthest.
    stage.show(Array(wishes.reversed()), turns: 1_000)
    let sent = stage.take().filter { $0.keys["a"] == "p" }.compactMap { $0.keys["i"] }
    #expect(sent == wishes[64...].reversed().map { String($0.number.id) })
    #expect(stage.shelf?.count == PictureShelf.most)
  }

  // MARK: Terminals

  @Test(arguments: [
    ("kitty(0.41.1)", true), ("kitty(0.28.0)", true), ("kitty(0.28)", true),
    ("kitty(0.27.1)", false), ("kitty(0.26.5)", false), ("kitty(1.0)", true), ("kitty", false),
    ("ghostty 1.2.0", true), ("Rio 0.3.9", true), ("rio(0.3.8)", false), ("XTerm(379)", false),
    ("WezTerm 20240203-110809-5046fc22", false), ("tmux 3.4", false), ("foot(1.16.2)", false),
    ("VTE(7600)", false), ("Konsole 22.12.3", false), ("kittyx(0.41)", false), ("", false),
    ("kitty(x.41)", false), ("kitty(99999999999999999999.1)", false),
  ])
  func terminalsAreKnownByNameAndRelease(_ version: String, _ draws: Bool) {
    #expect(PictureQuery.drawsPlaceholders(version) == draws)
  }

  @Test func onlyAnAnswerInTimeCounts() {
    let start = Moment(nanoseconds: 0)
    var query = PictureQuery()
    #expect(query.take(.version("kitty(0.41.1)"), at: start) == nil)
    _ = query.ask(at: start, afterOthers: true)
    #expect(query.take(.attributes, at: start) == nil && query.wait.isPending(at: start))
    #expect(query.take(.version("kitty(0.41.1)"), at: start) == true)
    #expect(query.take(.attributes, at: start) == nil && !query.wait.isPending(at: start))
    _ = query.ask(at: start, afterOthers: false)
    #expect(query.take(.version("kitty(0.41.1)"), at: start.advanced(byMilliseconds: 3_000)) == nil)
  }
}

/// A command of the graphics protocol, read strictly: a key, letters and numbers, Base64.
struct GraphicsCommand {
  let keys: [String: String]
  let payload: String

  /// The commands in `bytes`, which hold nothing else.
  static func all(in bytes: String) -> [GraphicsCommand] {
    var rest = bytes[...]
    var commands: [GraphicsCommand] = []
    while !rest.isEmpty {
      guard rest.hasPrefix("\u{1B}_G"), let end = rest.firstRange(of: "\u{1B}\\"),
        let command = GraphicsCommand(rest[..<end.lowerBound].dropFirst(3))
      else {
        Issue.record("no command: \(rest.prefix(60).debugDescription)")
        return commands
      }
      commands.append(command)
      rest = rest[end.upperBound...]
    }
    return commands
  }

  /// The commands among other output; each is read strictly.
  static func among(_ output: [UInt8]) -> [GraphicsCommand] {
    let text = String(decoding: output, as: UTF8.self)
    let starts = text.ranges(of: "\u{1B}_")
    return starts.flatMap { start in
      guard let end = text[start.upperBound...].firstRange(of: "\u{1B}\\") else {
        Issue.record("a string without an end")
        return [GraphicsCommand]()
      }
      return all(in: String(text[start.lowerBound..<end.upperBound]))
    }
  }

  private init?(_ text: Substring) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
      let sides = pair.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
      guard sides.count == 2, sides[0].count == 1, !sides[1].isEmpty,
        sides[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
        keys.updateValue(sides[1], forKey: sides[0]) == nil
      else { return nil }
    }
    self.keys = keys
    payload = parts.count > 1 ? String(parts[1]) : ""
    let isBase64 = payload.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+/=".utf8.contains(byte)
    }
    guard isBase64 else { return nil }
  }
}
