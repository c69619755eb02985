import Foundation
import StreamModel
import Testing

/// The account of an archive: its biography on the account's page, and what is said where its file
/// is missing or no good.
struct ArchiveOwnerTests {
  private static let outbox = """
    {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection",
     "orderedItems": [{"id": "https://a.example/users/u/1/activity", "type": "Create",
      "actor": "https://a.example/users/u", "published": "2026-01-01T12:00:00Z",
      "object": {"id": "https://a.example/users/u/1", "type": "Note",
       "attributedTo": "https://a.example/users/u", "content": "<p>a post</p>"}}]}
    """

  private static let actor = """
    {"@context": "https://www.w3.org/ns/activitystreams", "id": "https://a.example/users/u",
     "type": "Person", "preferredUsername": "u", "name": "Una", "url": "https://a.example/@u",
     "summary": "<p>I keep <a href=\\"https://a.example/bees\\">bees</a>.</p>",
     "attachment": [{"type": "PropertyValue", "name": "Home",
      "value": "<a href=\\"https://una.example/\\">una.example</a>"}]}
    """

  /// The page of the account in the archive that holds these files, and what standard error says.
  private func page(
    _ files: [(String, String)],
    keys: String = "a<wait 400>",
    isZip: Bool = false
  ) throws -> Program.Outcome {
    try Program.inFolder { folder in
      let url = URL(fileURLWithPath: folder)
      if isZip {
        let entries = files.map {
          ZipFixture.Entry(name: "export/\($0.0)", bytes: Array($0.1.utf8))
        }
        try Data(ZipFixture(entries: entries).bytes)
          .write(to: url.appendingPathComponent("export.zip"))
      } else {
        for (name, text) in files {
          try Data(text.utf8).write(to: url.appendingPathComponent(name))
        }
      }
      let name = isZip ? "export.zip" : "."
      return try Program.shell("cd '\(folder)' && $program snapshot --keys '\(keys)' \(name)")
    }
  }

  @Test(arguments: [false, true]) func theBiographyStandsFirst(_ isZip: Bool) throws {
    let files = [("outbox.json", Self.outbox), ("actor.json", Self.actor)]
    let outcome = try page(files, isZip: isZip)
    let lines = outcome.output.split(separator: "\n").map { String($0) }
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(lines.first?.contains("Una @u@a.example") == true)
    #expect(lines.contains { $0.contains("I keep bees.") })
    #expect(lines.contains { $0.contains("Home: una.example") })
    #expect(lines.contains { $0.contains("whole feed: 1 post") })
    let opened = try page(files, keys: "a<wait 400><Tab><Tab><CR>", isZip: isZip)
    #expect(opened.output.contains("would open https://una.example/"))
  }

  @Test func anArchiveWithoutTheFileIsShown() throws {
    let output = try page([("outbox.json", Self.outbox)]).cleanOutput()
    #expect(output.contains("@u@a.example"))
    #expect(output.contains("whole feed: 1 post"))
  }

  @Test(arguments: [
    ("{\"type\": \"Person\", ", "actor.json: is malformed at line 1, column"),
    ("", "actor.json: is empty; the account's name and biography are left out"),
    ("no JSON", "actor.json: is malformed"),
    (outbox, "actor.json: describes no account (expected an actor, such as a Person)"),
    ("[\(actor), 7]", ""), ("{\"type\": \"Person\", \"summary\": [1, {\"a\": 2}]}", ""),
  ])
  func aFileThatIsNoGoodIsSaid(_ text: String, _ message: String) throws {
    let outcome = try page([("outbox.json", Self.outbox), ("actor.json", text)])
    #expect(outcome.output.contains("a post"))
    if message.isEmpty {
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    } else {
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test(arguments: [false, true]) func aFileOfTenMebibytesIsNotRead(_ isZip: Bool) throws {
    let actor = Self.actor.replacing("I keep", with: String(repeating: "word ", count: 2 << 20))
    let outcome = try page([("outbox.json", Self.outbox), ("actor.json", actor)], isZip: isZip)
    #expect(outcome.errors.contains("actor.json: is larger than 1 MiB; the account's name and"))
    #expect(outcome.output.contains("whole feed: 1 post"))
    #expect(!outcome.output.contains("Una"))
  }

  @Test func hostileMarkupStaysText() throws {
    let summary = #"<script>evil()</script>\u001b[2J<a href=\"file:///etc/passwd\">here</a><b>"#
    let actor = Self.actor.replacing("<p>I keep ", with: summary)
    let files = [("outbox.json", Self.outbox), ("actor.json", actor)]
    let outcome = try page(files)
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.contains("evil()"))
    let followed = try page(files, keys: "a<wait 400><Tab><CR>")
    #expect(followed.output.contains("Not opened: not an http, https or mailto address"))
  }
}
