import Addresses
import Foundation
import Glibc
import StreamModel
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Files beside a feed: only regular files below the opened folder, wherever links lead.
struct FolderGateTests {
  @OwnFolder private var place: String

  /// Lays out `root` with files, folders, links and a pipe, and a file beside it.
  private func inTree(_ body: (String) throws -> Void) throws {
    try Program.inFolder { place in
      let root = "\(place)/root"
      let manager = FileManager.default
      for file in ["root/media/duck.png", "root-neighbour/a.png", "secret.png"] {
        try Program.write("x", to: "\(place)/\(file)")
      }
      for (link, target) in [
        ("out.png", "../secret.png"), ("up", ".."), ("neighbour.png", "../root-neighbour/a.png"),
        ("passwd.png", "/etc/passwd"), ("inside.png", "media/duck.png"),
        ("circle.png", "circle.png"),
        ("dangling.png", "nowhere.png"),
      ] {
        try manager.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
      }
      #expect(mkfifo("\(root)/pipe.png", 0o600) == 0)
      try body(root)
    }
  }

  /// What the gate says of a file; nil where the address is that of none.
  private func verdict(_ target: String, _ place: FeedLocation) -> FolderGate.Verdict? {
    guard case .file(let reference) = FileReference.judge(target) else { return nil }
    return FolderGate.judge(reference, at: place)
  }

  private func reason(_ target: String, _ place: FeedLocation) -> String? {
    if case .refuse(let reason)? = verdict(target, place) { reason } else { nil }
  }

  @Test(arguments: ["media/duck.png", "/media/duck.png", "inside.png", "media/../inside.png"])
  func aFileBelowTheFolderOpensByItsCanonicalPath(_ target: String) throws {
    try inTree { root in
      let canonical = try #require(realpath(root, nil))
      defer { free(canonical) }
      let path = String(cString: canonical) + "/media/duck.png"
      let place = FeedLocation.folder(root: root, folder: "")
      #expect(verdict(target, place) == .open(path: path))
      let below = FeedLocation.folder(root: root + "/", folder: "media")
      #expect(verdict("duck.png", below) == .open(path: path))
    }
  }

  @Test(arguments: [
    ("out.png", "it leads out of the opened folder: out.png"),
    ("up/secret.png", "it leads out of the opened folder: up/secret.png"),
    ("neighbour.png", "it leads out of the opened folder: neighbour.png"),
    ("passwd.png", "it leads out of the opened folder: passwd.png"),
    ("up/root", "it leads out of the opened folder: up/root"),
    ("/etc/passwd", "there is no such file: etc/passwd"),
    ("missing.png", "there is no such file: missing.png"),
    ("dangling.png", "there is no such file: dangling.png"),
    ("media/duck.png/x", "there is no such file: media/duck.png/x"),
    ("media", "it is a folder, not a file: media"),
    ("pipe.png", "it is not a regular file: pipe.png"),
    ("circle.png", "Too many levels of symbolic links: circle.png"),
  ])
  func anythingElseIsRefused(_ target: String, _ expected: String) throws {
    try inTree { root in
      #expect(reason(target, .folder(root: root, folder: "")) == expected)
    }
  }

  @Test func aFolderThatIsGoneIsSaid() throws {
    let place = FeedLocation.folder(root: "/no/such/folder", folder: "")
    #expect(reason("a.png", place) == "/no/such/folder: No such file or directory")
  }

  @Test func whatIsNotInAFolderIsRefused() throws {
    let zip = ZipFixture(entries: [ZipFixture.Entry(name: "a.json", bytes: [0x7B])])
    let source = MemoryBytes(name: "/home/u/export.zip", bytes: zip.bytes)
    let files = Archive.zip(try ZipArchive(source)).files(name: source.name)
    #expect(
      reason("a.png", .archive(files, folder: ""))
        == "the file is inside export.zip (unpack it and open the folder)"
    )
    #expect(
      reason("a.png", .alone)
        == "files open only when streamtui shows their whole folder (streamtui FOLDER)"
    )
  }

  @Test func theLocationOfAFeedIsKnown() throws {
    let folder = URL(fileURLWithPath: place)
    let feed = Data(#"{"version":1,"posts":[{"id":"p"}]}"#.utf8)
    try feed.write(to: folder.appendingPathComponent("a.json"))
    let zip = ZipFixture(entries: [ZipFixture.Entry(name: "a.json", bytes: Array(feed))])
    try Data(zip.bytes).write(to: folder.appendingPathComponent("b.zip"))
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("export/inner"),
      withIntermediateDirectories: true
    )
    try feed.write(to: folder.appendingPathComponent("export/inner/outbox.json"))
    let places = try ["\(place)", "\(place)/a.json", "\(place)/export"].map {
      let opened = try SourceOpener().openAll($0)
      return (opened.exports.map(\.outbox) + opened.sources).map(\.location)
    }
    #expect(
      places == [
        [.folder(root: place, folder: "")], [.alone],
        [.folder(root: "\(place)/export", folder: "inner")],
      ]
    )
    let zipped = try SourceOpener().openAll("\(place)/b.zip").sources.map(\.location)
    guard case .archive(let files, "") = zipped.first else {
      Issue.record("\(zipped)")
      return
    }
    #expect(zipped.count == 1 && files.name == "\(place)/b.zip")
    #expect(files.bytes(of: "a.json", most: 100) == Array(feed))
  }

  /// Opens the attachment of an export in a folder; the status line says `text`, and the program for
  /// files gets `arguments`.
  private func play(_ address: String, openers: String?, says text: String) throws -> String {
    try inExport(address) { folder in
      let opener = "\(folder)/opener"
      try Program.writeScript("printf '%s|' \"$@\" > '\(folder)/log'", to: opener)
      let rules = "\(folder)/openers"
      try Program.write((openers ?? "").replacing("OPENER", with: opener), to: rules)
      let pty = try Pty(
        [Program.path, "\(folder)/export"],
        columns: 130,
        environment: [
          "STREAMTUI_OPENERS": openers == nil ? "" : rules, "BROWSER": opener, "HOME": folder,
          // Nothing decodes pictures.
          "PATH": folder,
        ]
      )
      .showing("a duck")
      pty.type("\t", drawing: address)
      pty.type("\r", drawing: text)
      // The first answers a question.
      pty.quit("nQ")
      let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
      return (log ?? "").replacing(folder, with: "FOLDER")
    }
  }

  private func inExport(_ address: String, _ body: (String) throws -> String) throws -> String {
    try Program.inFolder { given in
      // Its own name may be a link.
      let real = try #require(realpath(given, nil))
      defer { free(real) }
      let folder = String(cString: real)
      try Program.makeFolder("\(folder)/export/media_attachments")
      try Data("x".utf8)
        .write(to: URL(fileURLWithPath: "\(folder)/export/media_attachments/duck 1.png"))
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/export/out.png",
        withDestinationPath: "../opener"
      )
      #expect(mkfifo("\(folder)/export/pipe.png", 0o600) == 0)
      let outbox = """
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection",
         "orderedItems": [{"type": "Create", "actor": "https://a.example/users/u", "object":
         {"type": "Note", "id": "https://a.example/1", "content": "a duck", "attachment":
          [{"type": "Document", "mediaType": "image/png", "url": "\(address)"}]}}]}
        """
      try Program.write(outbox, to: "\(folder)/export/outbox.json")
      return try body(folder)
    }
  }

  @Test func theProgramForFilesGetsTheCanonicalPath() throws {
    let log = try play(
      "/media_attachments/duck 1.png",
      openers: "* nothing\nfile: OPENER --at=%s end\n",
      says: "Opened with"
    )
    #expect(log == "--at=FOLDER/export/media_attachments/duck 1.png|end|")
  }

  @Test(arguments: [
    ("out.png", "file: OPENER\n", "Not opened: it leads out of the opened folder: out.png"),
    ("pipe.png", "file: OPENER\n", "Not opened: it is not a regular file: pipe.png"),
    ("/etc/passwd", "file: OPENER\n", "Not opened: there is no such file: etc/passwd"),
    ("../../etc/passwd", "file: OPENER\n", "Not opened: it leads out of the opened folder"),
    ("file:///etc/passwd", "file: OPENER\n", "Not opened: not an http, https or mailto address"),
    ("/media_attachments/duck%201.png", "* OPENER\n", "y opens the file"),
    ("pipe2.png", "* OPENER\n", "Not opened: there is no such file: pipe2.png"),
  ])
  func nothingElseStartsAProgram(_ address: String, _ openers: String, _ text: String) throws {
    #expect(try play(address, openers: openers, says: text).isEmpty)
  }

  /// Without a line for files nothing opens them: not "*", not $BROWSER.
  @Test(arguments: ["* OPENER\n", nil] as [String?])
  func filesAreNeverOpenedByDefault(_ openers: String?) throws {
    let text = "Not opened: install chafa to see it here, or add a program for files"
    #expect(try play("/media_attachments/duck 1.png", openers: openers, says: text).isEmpty)
  }
}
