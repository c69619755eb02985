import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Where the terminal's cursor stands, which magnifiers and braille displays follow.
struct CursorTests {
  private static let feed = Feeds.posts([
    "<p>first</p>", #"<p>to the <a href="https://a.example/">lake</a></p>"#, "<p>third</p>",
  ])

  private func screen(_ keys: String, isShown: Bool = true) throws -> Screen {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)), size: Size(columns: 60, lines: 12))
    viewer.app.view.options.showsCursor = isShown
    viewer.type(keys)
    return viewer.app.draw()
  }

  private func text(_ screen: Screen, _ count: Int) throws -> String {
    let cursor = try #require(screen.cursor)
    let line = screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false)[
      cursor.line
    ]
    return String(line.dropFirst(cursor.column).prefix(count))
  }

  @Test func standsOnTheSelectedRow() throws {
    #expect(try text(screen("j"), 1) == "▌")
    #expect(try text(screen("J"), 1) == "▌")
    #expect(try screen("JJ").cursor?.line != screen("J").cursor?.line)
  }

  @Test func standsOnTheLinkInFocus() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)), size: Size(columns: 60, lines: 12))
    viewer.app.view.options.showsCursor = true
    viewer.rest()
    viewer.rest(after: Key(.tab))
    #expect(try text(viewer.app.draw(), 4) == "lake")
  }

  @Test func standsBehindTheTextThatIsTyped() throws {
    #expect(try text(screen("/lak"), 1) == "▏")
    #expect(try text(screen(":he"), 1) == "▏")
  }

  @Test func isNowhereUnlessItIsShown() throws {
    #expect(try screen("J", isShown: false).cursor == nil)
  }
}
