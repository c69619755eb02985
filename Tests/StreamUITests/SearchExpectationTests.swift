import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Where a search lands: the same text and keys as in vim 9.0 (`ignorecase smartcase wrapscan`) and
/// less 590.
///
/// `vim` was run for each row that names its place; where ours differs, the row says why. Lines of
/// vim's file are the posts, or the paragraphs of the article; columns are bytes from 0. vim's `j`
/// is our `J`.
struct SearchExpectationTests {
  struct Expectation: CustomTestStringConvertible {
    var text = Text.posts
    let keys: String
    /// Post or paragraph, from 1, and byte.
    let place: String
    /// Words of the status line.
    var says = ""
    /// The place in vim, where that is another, and why.
    var vim = ""
    var testDescription: String { "\(text) \(keys)" }
  }

  enum Text {
    case posts, article
  }

  private static let posts = [
    "alpha beta", "gamma delta gamma", "Beta epsilon", "zeta", "Café au lait",
    "東京 tower and 東京 bay", "alpha omega", "last gamma",
  ]

  private static let article = [
    "The lake is cold. A lake is deep.", "Nobody swims in the lake before May.", "Ducks do.",
    "The Lake District has lakes.",
  ]

  static let expectations: [Expectation] = [
    Expectation(keys: "/gamma<CR>", place: "2,0", says: "1 of 3"),
    Expectation(keys: "/gamma<CR>n", place: "2,12", says: "2 of 3"),
    Expectation(keys: "/gamma<CR>nn", place: "8,5", says: "3 of 3"),
    Expectation(keys: "/gamma<CR>nnn", place: "2,0", says: "wrapped to the top"),
    Expectation(keys: "/gamma<CR>nnnn", place: "2,12", says: "post 2 of 8"),
    Expectation(keys: "/gamma<CR>N", place: "8,5", says: "wrapped to the bottom"),
    Expectation(keys: "/gamma<CR>nN", place: "2,0"),
    Expectation(keys: "/gamma<CR>2n", place: "8,5"),
    Expectation(keys: "/gamma<CR>5n", place: "8,5", says: "wrapped to the top"),
    Expectation(keys: "/gamma<CR>100n", place: "2,12"),
    Expectation(keys: "/gamma<CR>2N", place: "2,12"),
    Expectation(keys: "/beta<CR>", place: "1,6", says: "1 of 2"),
    Expectation(keys: "/beta<CR>n", place: "3,0"),
    Expectation(keys: "/Beta<CR>", place: "3,0", says: "1 of 1"),
    Expectation(keys: "/Beta<CR>N", place: "3,0", says: "wrapped to the bottom"),
    Expectation(keys: "/BETA<CR>", place: "1,0", says: "No match for \"BETA\""),
    Expectation(
      keys: "/alpha<CR>",
      place: "1,0",
      vim: "7,0: vim begins after its cursor, less with the first line seen, as we do"
    ),
    Expectation(keys: "/alpha<CR>n", place: "7,0", vim: "1,0: as above"),
    Expectation(keys: "/alpha <CR>", place: "1,0", vim: "7,0: as above"),
    Expectation(keys: "/zeta<CR>n", place: "4,0", says: "wrapped to the top"),
    Expectation(keys: "/zeta<CR>N", place: "4,0", says: "wrapped to the bottom"),
    Expectation(keys: "/nothing<CR>", place: "1,0", says: "No match for \"nothing\""),
    Expectation(keys: "/nothing<CR>n", place: "1,0", says: "No match for \"nothing\""),
    Expectation(keys: "/nothing", place: "1,0", says: "/nothing▏  no match"),
    Expectation(keys: "/gamma<CR>/nothing<CR>", place: "2,0", says: "No match"),
    Expectation(keys: "/gamma", place: "2,0", says: "/gamma▏"),
    Expectation(keys: "/gamma<Esc>", place: "1,0", says: "post 1 of 8"),
    Expectation(keys: "/gamma<CR>/zeta<Esc>", place: "2,0", says: "1 of 3"),
    Expectation(keys: "/gamma<CR>/zeta<Esc>n", place: "2,12", says: "2 of 3"),
    Expectation(keys: "/gammax<Backspace><CR>", place: "2,0"),
    Expectation(keys: "/zetax<C-u>gam", place: "2,0"),
    Expectation(keys: "G/gamma<CR>", place: "8,5"),
    Expectation(keys: "G/alpha<CR>", place: "1,0", says: "wrapped to the top"),
    Expectation(keys: "G/gamma<CR>n", place: "2,0"),
    Expectation(keys: "/gamma<CR>/<CR>", place: "2,12"),
    Expectation(keys: "/gamma<CR>G/<CR>", place: "8,5"),
    Expectation(keys: "/<CR>", place: "1,0", says: "No search yet"),
    Expectation(keys: "/gamma<CR>JJn", place: "8,5"),
    Expectation(keys: "/gamma<CR>JJN", place: "2,12"),
    Expectation(keys: "/gamma<CR><Esc>n", place: "2,12", says: "2 of 3"),
    Expectation(keys: "/tower and<CR>", place: "6,7"),
    Expectation(keys: "/東京<CR>", place: "6,0"),
    Expectation(keys: "/東京<CR>n", place: "6,17"),
    Expectation(keys: "/café<CR>", place: "5,0"),
    Expectation(keys: "/Café<CR>", place: "5,0"),
    Expectation(keys: "/cafe<CR>", place: "5,0", vim: "1,0: vim tells accents apart"),
    Expectation(keys: "/CAFE<CR>", place: "1,0", says: "No match"),
    Expectation(keys: "/omega<CR>/beta<CR>", place: "1,6"),
    Expectation(keys: "/gamma<CR>/<Up><CR>", place: "2,12"),
    Expectation(keys: "/gamma<CR>/zeta<CR>/<Up><Up><CR>", place: "8,5"),
    Expectation(keys: "/gamma<CR>/ze<Up><Down><CR>", place: "4,0"),
    Expectation(keys: "/ epsilon<CR>", place: "3,4"),
    Expectation(keys: "/g<CR>nn", place: "7,9"),
    Expectation(keys: "/a.*b<CR>", place: "1,0", says: "No match", vim: "patterns"),
    Expectation(text: .article, keys: "/lake<CR>", place: "1,4", says: "1 of 5"),
    Expectation(text: .article, keys: "/lake<CR>n", place: "1,20", says: "2 of 5"),
    Expectation(text: .article, keys: "/lake<CR>nn", place: "2,20"),
    Expectation(text: .article, keys: "/lake<CR>nnn", place: "4,4"),
    Expectation(text: .article, keys: "/lake<CR>nnnn", place: "4,22", says: "5 of 5"),
    Expectation(text: .article, keys: "/lake<CR>nnnnn", place: "1,4", says: "wrapped to the top"),
    Expectation(text: .article, keys: "/lake<CR>N", place: "4,22", says: "wrapped to the bottom"),
    Expectation(text: .article, keys: "/Lake<CR>", place: "4,4", says: "1 of 1"),
    Expectation(text: .article, keys: "/is deep<CR>", place: "1,25"),
    Expectation(text: .article, keys: "/may<CR>", place: "2,32"),
    Expectation(text: .article, keys: "/the<CR>nn", place: "4,0", vim: "1,0: begins after 1,0"),
    Expectation(
      text: .article,
      keys: "/deep. nobody<CR>",
      place: "1,28",
      vim: "1,0: vim needs \\n for a line break"
    ),
  ]

  @Test(arguments: expectations) func landsThere(_ expected: Expectation) throws {
    let isArticle = expected.text == .article
    let outcome = try Stage().play(
      (isArticle ? "<CR>" : "") + expected.keys,
      isArticle ? Self.feed([Self.article]) : Self.feed(Self.posts.map { [$0] })
    )
    #expect(Self.place(in: outcome.app, isArticle: isArticle) == expected.place)
    #expect(outcome.statusLine.contains(expected.says))
  }

  /// A native feed of posts without authors, each of paragraphs.
  private static func feed(_ posts: [[String]]) -> String {
    let posts = posts.enumerated().map { index, paragraphs in
      let html = paragraphs.map { "<p>\($0)</p>" }.joined()
      return #"{"id":"p\#(index)","body_html":"\#(html)"}"#
    }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
  }

  /// The line and byte of the current match, as vim counts; the selected post without one.
  private static func place(in app: App, isArticle: Bool) -> String {
    let rows = app.view.rows
    let row = (rows.position(of: app.view.list.selection) ?? -1) + 1
    guard let match = app.view.page.matches?.current, match.passage.section == .body else {
      return "\(row),0"
    }
    guard isArticle else { return "\(row),\(match.passage.range.lowerBound)" }
    let before = rows.searchText(of: match.row).body.utf8.prefix(match.passage.range.lowerBound)
    let column = before.lastIndex(of: 0x0A).map { before.count - $0 - 1 } ?? before.count
    return "\(before.count { $0 == 0x0A } + 1),\(column)"
  }
}
