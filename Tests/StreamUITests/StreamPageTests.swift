import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Pages of the posts that pass a filter, as a reader uses them.
struct StreamPageTests {
  private static let feed = Feeds.posts([
    "<p>Rain in the morning</p>", "<p>sun</p>", "<p>more rain</p>", "<p>snow</p>",
  ])

  @Test func listsThePostsWithTheTextOfTheLastSearch() throws {
    let outcome = try Stage().play("/rain<CR>L<wait 400>", Self.feed)
    #expect(outcome.lines.first?.contains("Posts with “rain”") == true)
    #expect(outcome.text.contains("Rain in the morning") && outcome.text.contains("more rain"))
    #expect(!outcome.text.contains("snow"))
    #expect(outcome.statusLine.contains("“rain” · 2 posts"))
    #expect(try Stage().play("/rain<CR>LJJ", Self.feed).statusLine.contains("“rain” 2 of 2"))
    // Another text has a page of its own, the same text has not.
    #expect(try Stage().play("/rain<CR>L/more<CR>L", Self.feed).lines[0].contains("“more”"))
    let again = try Stage().play("/rain<CR>LL", Self.feed).statusLine
    #expect(again.contains("This page is open"))
    // A number names a post, not the heading.
    #expect(try Stage().play("/rain<CR>L2g", Self.feed).statusLine.contains("“rain” 2 of 2"))
    let opened = try Stage().play("/rain<CR>LJJ<CR>q", Self.feed).statusLine
    #expect(opened.contains("“rain” 2 of 2"))
    #expect(try Stage().play("/rain<CR>Lq", Self.feed).statusLine.contains("of 4"))
  }

  @Test func sayWhatIsMissing() throws {
    #expect(try Stage().play("L", Self.feed).statusLine.contains("Search for a text first (/)"))
    let none = try Stage().play("/hail<CR><wait 10>L<wait 10>", Self.feed)
    #expect(none.statusLine.contains("no “hail” posts"))
  }
}
