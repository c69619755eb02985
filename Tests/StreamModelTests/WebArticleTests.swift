import Foundation
import RichText
import Testing

@testable import StreamModel

/// The article of a web page.
struct WebArticleTests {
  private static let filler = String(repeating: "Ice on the lakes is thick this year. ", count: 40)

  private func text(_ article: WebArticle) -> String {
    text(article.html).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func text(_ html: String) -> String {
    String(decoding: RichTextReader(reading: .flat).read(html: html).utf8, as: UTF8.self)
  }

  private func article(_ body: String) -> WebArticle {
    WebArticle(
      of:
        "<html><head><title>T</title><base href=\"https://a.example/\"></head><body>\(body)</body></html>"
    )
  }

  @Test(arguments: [
    "<nav><a href=1>Home</a></nav><article><header><h1>Ice</h1></header>TEXT</article><footer>Imprint</footer>",
    "<header>Site <a href=2>Login</a></header><main><h1>Ice</h1>TEXT<aside>Adverts</aside></main>",
    "<div role=main><h1>Ice</h1>TEXT</div><div role=navigation>More</div>",
    "<div class='site-menu'><a href=1>Home</a> <a href=2>News</a></div><div><div><h1>Ice</h1>TEXT</div></div>",
    "<table><tr><td><a href=1>Home</a><br><a href=2>News</a><td><h1>Ice</h1>TEXT</table>",
    "<script>if (a < b) document.write('<article>no</article>')</script><article><h1>Ice</h1><p>TEXT<nav><ul><li>Next</ul></nav></article>",
    "<article>A teaser</article><article><h1>Ice</h1>TEXT</article><article>Another</article>",
  ])
  func menusAndMarginsAreLeftOut(_ body: String) {
    let article = article(body.replacing("TEXT", with: "<p>\(Self.filler)</p>"))
    #expect(text(article) == "Ice \(Self.filler)".trimmed)
    #expect(article.leftOut > 0 && article.html.hasPrefix("<base href"))
  }

  @Test(arguments: [
    // Little and short: the rest may be the text.
    "<article>Read this</article><div>TEXT</div>",
    "<main></main><div>TEXT</div>",
    // Several articles of a kind.
    "<article>TEXT</article><article>TEXT</article>",
    "TEXT", "", "<<<", "<article", "<div><div><div>",
  ])
  func aPageWithoutAnArticleIsWhole(_ body: String) {
    let page = body.replacing("TEXT", with: Self.filler)
    #expect(WebArticle(of: page).html == page)
    #expect(WebArticle(of: page).leftOut == 0)
  }

  /// Any bytes give a part of themselves, in one pass.
  @Test func malformedAndDeepPagesEnd() {
    let deep = String(repeating: "<div>", count: 20_000) + Self.filler
    #expect(text(WebArticle(of: deep)) == Self.filler.trimmed)
    let open =
      String(repeating: "<a><p><li><td>", count: 5_000) + "</article></div></nav>" + Self.filler
    #expect(text(WebArticle(of: open)).contains("Ice on the lakes"))
  }

  /// Words of whole pages that were found, against the article that Readability's authors expect.
  @Test(.enabled(if: corpora != nil)) func pagesOfReadability() throws {
    let folder = try #require(corpora).appendingPathComponent("html-pages")
    var (expected, found, shown) = (0, 0, 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let place = folder.appendingPathComponent(name)
      guard
        let page = try? String(
          contentsOf: place.appendingPathComponent("source.html"),
          encoding: .utf8
        ),
        let right = try? String(
          contentsOf: place.appendingPathComponent("expected.html"),
          encoding: .utf8
        )
      else { continue }
      let article = WebArticle(of: page)
      let (wanted, got) = (words(right), words(article.html))
      let common = wanted.reduce(0) { $0 + min($1.value, got[$1.key] ?? 0) }
      let (all, most) = (wanted.values.reduce(0, +), got.values.reduce(0, +))
      // The comments of one blog, outside its article, are a seventh of what Readability takes.
      #expect(common * 100 >= all * 85, "\(name): \(common) of \(all) words")
      expected += all
      found += common
      shown += most
    }
    #expect(expected > 0 && found * 100 >= expected * 99, "\(found) of \(expected) words")
    #expect(shown * 100 <= expected * 110, "\(shown) words for \(expected)")
  }

  private func words(_ html: String) -> [Substring: Int] {
    let text = text(html)
    return Dictionary(
      text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { ($0, 1) },
      uniquingKeysWith: +
    )
  }
}
