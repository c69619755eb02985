import CellGrid
import Configuration
import Foundation
import StreamModel
import Testing

@testable import StreamUI

private struct NoRecord: Error {}

/// A configuration that is read again while the viewer runs.
struct ConfiguredTests {
  private static func viewer(_ options: App.Options = App.Options()) throws -> Viewer {
    let posts = (1...30).map {
      #"{"id": "p\#($0)", "body_text": "post \#($0) has a text of some words that a line holds"}"#
    }
    let json = #"{"version": 1, "posts": [\#(posts.joined(separator: ","))]}"#
    return try Viewer(Timeline(Feeds.feed(json, name: "feed")), options: options)
  }

  @Test func aMendedFileEndsTheNoticeOfItsProblems() throws {
    var viewer = try Self.viewer()
    viewer.handle(.message("config.toml: 1 problem", isWarning: true))
    #expect(viewer.status.contains("1 problem"))
    viewer.handle(.configured(App.Options(), .standard))
    viewer.handle(.message("config.toml was read again", isWarning: false))
    #expect(viewer.status.contains("was read again"))
  }

  @Test func aMeasureLimitsTheWidthOfText() throws {
    var viewer = try Self.viewer()
    #expect(viewer.page.contains { $0.count > 40 })
    viewer.handle(.configured(App.Options { $0.measure = 40 }, .standard))
    #expect(viewer.page.allSatisfy { $0.count <= 40 })
    #expect(viewer.isFull)
    viewer.handle(.configured(App.Options(), .standard))
    #expect(viewer.page == (try Self.viewer().page))
  }

  @Test func textsAreFoldedAfterTheLinesOfTheFile() throws {
    let text = (1...40).map { "<p>line \($0)</p>" }.joined()
    let feed = Feeds.feed(Feeds.posts([text, "<p>other</p>"]))
    var viewer = try Viewer(Timeline(feed), size: Size(columns: 80, lines: 60))
    func count() -> Int { viewer.page.filter { $0.contains("line ") }.count }
    func more() -> String {
      viewer.page.first { $0.contains(" lines") }?.trimmingCharacters(in: .whitespaces) ?? ""
    }
    let usual = (count(), more())
    for (lines, hidden) in [(3, "+76 lines"), (30, "+49 lines"), (1_000, "")] {
      viewer.handle(.configured(App.Options { $0.foldLines = lines }, .standard))
      #expect(more().hasPrefix(hidden) && more().isEmpty == hidden.isEmpty, "\(more())")
    }
    viewer.handle(.configured(App.Options(), .standard))
    #expect((count(), more()) == usual)
  }

  @Test func onlyOptionsThatTheFileChangesAreChanged() throws {
    var viewer = try Self.viewer()
    viewer.press("-")
    var options = App.Options()
    options.strategy = .flat
    viewer.handle(.configured(options, .standard))
    #expect(viewer.app.view.options.density == .compact)
    #expect(viewer.app.view.options.strategy == .flat)
    options.density = .full
    viewer.handle(.configured(options, .standard))
    #expect(viewer.app.view.options.density == .full)
  }

  @Test func theSelectedRowStaysOnTheScreen() throws {
    var viewer = try Self.viewer()
    for _ in 0..<10 { viewer.press("J") }
    let selection = viewer.app.view.list.selection
    viewer.handle(.configured(App.Options { $0.measure = 30 }, .standard))
    #expect(viewer.app.view.list.selection == selection)
    guard case .record(let id) = selection else { throw NoRecord() }
    #expect(viewer.seen.contains(id))
  }

  @Test func theCommandReadsTheConfigurationAgain() throws {
    var viewer = try Self.viewer()
    viewer.type(":config-reload")
    #expect(viewer.press(Key(.enter)) == [.reloadConfig])
  }

  /// Options of a file with problems, which stand at column 9.
  private static func options(_ problems: (line: Int, text: String)...) -> App.Options {
    let problems = problems.map { problem in
      ConfigProblem(at: ConfigPlace(line: problem.line, column: 9), problem.text)
    }
    return App.Options {
      $0.configReport = ConfigReport(path: "/c", name: "config.toml", problems: problems)
    }
  }

  @Test func problemsAreListedAnewAfterAnEdit() throws {
    var viewer = try Self.viewer(Self.options((3, "first"), (8, "second"), (13, "third")))
    for key: Unicode.Scalar in ["!", "J"] { viewer.press(.character(key)) }
    #expect(viewer.status.contains("problem 2 of 3"))
    viewer.handle(.configured(Self.options((3, "first"), (12, "third")), .standard))
    #expect(viewer.page.contains { $0.contains("config.toml:12:9: third") })
    #expect(!viewer.page.contains { $0.contains("second") })
    #expect(viewer.status.contains("problem 2 of 2"))
  }

  @Test func problemsAreListedAndLeadToAnEditor() throws {
    let options = Self.options((3, "a text without quotes"), (12, "unknown setting"))
    #expect(
      options.configReport?.summary(keymap: .standard)
        == "config.toml: 2 problems (! lists them)"
    )
    var viewer = try Self.viewer(options)
    viewer.press("!")
    #expect(viewer.page.contains { $0.contains("config.toml:3:9: a text without quotes") })
    viewer.type("JJ")
    #expect(viewer.status.contains("Enter edits the line"))
    #expect(viewer.press(Key(.enter)) == [.edit(path: "/c", line: 12)])
  }

  @Test func secureModeStartsNoEditor() throws {
    let options = Self.options((3, "a text without quotes"))
    var viewer = try Self.viewer(options.changed { $0.isSecure = true })
    viewer.type("!J")
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains("secure mode"))
  }
}
