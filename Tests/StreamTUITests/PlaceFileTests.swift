import CellGrid
import Foundation
import StreamModel
import StreamUI
import TestSupport
import Testing

@testable import StreamHost
@testable import StreamTUI

/// The file of the reader's place, and what becomes of one that is damaged.
struct PlaceFileTests {
  private static let identity = PostIdentity(id: 0xf00d, fallback: .max)
  private static let name = SavedPlace.PostName(source: 2, identity: identity)

  private func place(line: Int = 3) -> SavedPlace {
    let post = SavedPlace.PostReference(name: Self.name, time: -5, number: 1_204)
    return SavedPlace(
      top: post,
      line: line,
      selection: SavedPlace.PostReference(name: Self.name, time: nil, number: 0),
      order: .newest,
      density: .compact,
      unfolded: [SavedPlace.UnfoldedRow(name: Self.name, flags: [.expanded, .uncovered])],
      opened: SavedPlace.OpenedPost(
        top: .comment(Self.identity),
        line: 1,
        selection: .ancestor(2),
        collapsed: [Self.identity]
      ),
      marks: [
        SavedPlace.Mark(letter: " ", top: post, line: 0, selection: post),
        SavedPlace.Mark(letter: "a", top: post, line: 7, selection: post),
      ]
    )
  }

  @OwnFolder private var home: String
  private let folder: StateFolder

  init() throws {
    let own = OwnFolder()
    _home = own
    let state = own.wrappedValue + "/state"
    folder = try #require(StateFolder { $0 == "XDG_STATE_HOME" ? state : nil })
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/places").sorted()
  }

  /// The file of a place that was written.
  private func written() throws -> (file: PlaceFile, path: String) {
    let file = PlaceFile(of: "file:/a", in: folder)
    _ = file.write(place(), isDurable: false)
    return (file, folder.path + "/places/" + (try files()[0]))
  }

  @Test(arguments: ["file:/a", "file:/a\nfile:/b\\n", "name:ä ö"])
  func aPlaceIsReadAsItWasWritten(_ source: String) throws {
    let file = PlaceFile(of: source, in: folder)
    #expect(file.read() == .none)
    #expect(file.write(place(), isDurable: true) == nil)
    #expect(file.read() == .place(place()))
    #expect(file.write(place(line: 9), isDurable: false) == nil)
    #expect(file.read() == .place(place(line: 9)))
    #expect(PlaceFile(of: source + "x", in: folder).read() == .none)
    #expect(try files().count == 1)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path + "/places/" + files()[0]
    )
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// Ten thousand with `--long`.
  @Test func aFileThatIsCutOrChangedIsMovedAsideAndSaid() throws {
    let text = Array(PlaceText.text(of: place(), in: "file:/a").utf8)
    var random = SplitMix(seed: 1)
    let (file, path) = try written()
    for _ in 0..<(isLongRun ? 10_000 : 300) {
      var bytes = text
      if random.below(2) == 0 {
        bytes.removeLast(1 + random.below(bytes.count))
      } else {
        bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      guard case .unusable(let notice) = file.read() else {
        // A bit of the source's name: the file belongs to another source.
        Issue.record("\(String(decoding: bytes, as: UTF8.self))")
        continue
      }
      #expect(notice.hasPrefix("The saved place is "))
      #expect(file.read() == .none)
      #expect(try files().allSatisfy { $0.hasSuffix(".bad") })
    }
  }

  @Test func anEarlierVersionIsMovedAside() throws {
    let (file, path) = try written()
    let old = "streamtui-place 3\nanything\n"
    try Program.write(old, to: path)
    let keeper = PlaceKeeper(file, in: "a")
    let name = path.split(separator: "/").last ?? ""
    #expect(
      keeper.notice
        == "The saved place is from an earlier build of streamtui; it is kept as places/\(name).bad"
    )
    #expect(keeper.place == nil && keeper.isKeeping)
    #expect(try String(contentsOfFile: path + ".bad", encoding: .utf8) == old)
  }

  // MARK: Capital letters

  @Test func aCapitalLetterIsFoundInItsSourceAndFromOthers() throws {
    let path = home + "/feed.ndjson"
    try Data().write(to: URL(fileURLWithPath: path))
    let own = MarkKeeper(of: "file:\(path)", in: folder)
    #expect(own.set("A", to: place()).isEmpty)
    guard case .event(.mark(let found)) = own.find("A") else { throw CancellationError() }
    #expect(found == place())
    guard case .elsewhere(let far, let choice) = MarkKeeper(of: "file:/b", in: folder).find("A")
    else { throw CancellationError() }
    #expect(choice == .sources([path]))
    #expect(far == place())
    try FileManager.default.removeItem(atPath: path)
    #expect(
      said(MarkKeeper(of: "file:/b", in: folder).find("A"))
        == "Mark A is in \(path): No such file or directory"
    )
    #expect(said(own.find("B")) == "Mark B is not set")
  }

  /// The place in subscriptions that were chosen one by one is kept under their texts.
  @Test(arguments: [
    ["https://ash.example/feed"], ["https://ash.example/feed", "acct:ada@ash.example"],
  ]) func aMarkInSubscriptionsLeadsToThem(_ names: [String]) throws {
    #expect(MarkKeeper(of: names.joined(separator: "\n"), in: folder).set("A", to: place()).isEmpty)
    guard case .elsewhere(_, let choice) = MarkKeeper(of: "file:/b", in: folder).find("A") else {
      throw CancellationError()
    }
    #expect(choice == .sources(names))
  }

  @Test func aMarkInAPipeSaysSo() throws {
    #expect(MarkKeeper(of: "name:news", in: folder).set("A", to: place()).isEmpty)
    let found = MarkKeeper(of: "file:/b", in: folder).find("A")
    #expect(said(found) == "Mark A is in news, which came from a pipe")
  }

  private func said(_ finding: MarkKeeper.Finding) -> String? {
    if case .event(.message(let text, isWarning: true)) = finding { text.string } else { nil }
  }

  /// An older program leaves the file to the newer one, and writes no place over it.
  @Test func aNewerVersionIsLeftAsItIs() throws {
    let (file, path) = try written()
    try Program.write("streamtui-place 5\nanything\n", to: path)
    let keeper = PlaceKeeper(file, in: "a")
    #expect(keeper.place == nil && !keeper.isKeeping)
    #expect(keeper.notice?.hasSuffix("stays as it is. Update streamtui.") == true)
    #expect(keeper.keep(place()).isEmpty && keeper.finish(place()) == nil)
    #expect(try files().count == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "streamtui-place 5\nanything\n")
  }

  @Test(arguments: ["state/streamtui", "state/streamtui/places", "file"])
  func noLinkIsFollowed(_ planted: String) throws {
    let isFile = planted == "file"
    let (file, own) = try written()
    let path = isFile ? own : home + "/" + planted
    let target = home + "/target"
    try FileManager.default.moveItem(atPath: path, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    let before = try listing(of: target)
    if case .place = file.read() { Issue.record("read through a link") }
    let failure = file.write(place(line: 8), isDurable: true)
    #expect(try listing(of: target) == before)
    #expect((failure == nil) == isFile)
  }

  private func listing(of path: String) throws -> [String] {
    guard let files = FileManager.default.enumerator(atPath: path) else {
      return [try String(contentsOfFile: path, encoding: .utf8)]
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [try String(contentsOfFile: path, encoding: .utf8)] }
    return files.compactMap { $0 as? String }.sorted().map { name in
      let text = try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
      return name + (text ?? "")
    }
  }

  @Test func aFileInPlaceOfTheFolderIsSaid() throws {
    try Data().write(to: URL(fileURLWithPath: home + "/state"))
    let failure = PlaceFile(of: "file:/a", in: folder).write(place(), isDurable: true)
    #expect(failure == "Not a directory")
  }

  /// A message on the screen passes; the line at the end is what stays of it.
  @Test func aPlaceThatIsLostIsSaidWhileReadingAndAtTheEnd() throws {
    let path = home + "/state"
    try Data().write(to: URL(fileURLWithPath: path))
    let keeper = PlaceKeeper(PlaceFile(of: "file:/a", in: folder), in: "/a")
    guard case .message(let text, isWarning: true)? = keeper.keep(place()).first else {
      Issue.record("nothing is said")
      return
    }
    #expect(text.string == "Your place is not saved: Not a directory")
    #expect(keeper.keep(place()).isEmpty)
    let loss = "the place in /a was not saved: Not a directory"
    #expect(keeper.finish(place()) == loss)
    #expect(keeper.finish(nil) == nil)
    // The disk may have room again at the end.
    try FileManager.default.removeItem(atPath: path)
    #expect(keeper.finish(place()) == nil)
    #expect(PlaceFile(of: "file:/a", in: folder).read() == .place(place()))
  }

  @Test func aUserWithoutHomeKeepsNothing() {
    #expect(StateFolder { $0 == "HOME" ? "/nonexistent" : nil } == nil)
    #expect(StateFolder { $0 == "XDG_STATE_HOME" ? "relative" : nil } == nil)
    #expect(StateFolder { $0 == "HOME" ? "/" : nil }?.path == "//.local/state/streamtui")
  }
}
