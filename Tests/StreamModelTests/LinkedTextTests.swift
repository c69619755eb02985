import Testing

@testable import StreamModel

struct LinkedTextTests {
  private func link(_ words: String?, _ url: String = "https://a.example") -> Recorded.Link {
    Recorded.Link(text: words, url: url, kind: "link")
  }

  @Test func aLinkTakesTheFirstPlaceOfItsWordsAfterTheLinkBefore() {
    let text = LinkedText("one two one <two>", links: [link("two"), link("one"), link("<two>")])
    let open = "<a href=\"https://a.example\">"
    #expect(
      text.html
        == "<div>one \(open)two</a> \(open)one</a> \(open)&lt;two&gt;</a></div>"
    )
    #expect(text.holdsLastLink)
  }

  @Test func linksWithoutAPlaceTakeNoneFromThoseAfterThem() {
    let pictures = Array(repeating: link("picture"), count: 50)
    let text = LinkedText("é → here", links: pictures + [link(nil), link("here"), link("card")])
    #expect(text.html == "<div>é → <a href=\"https://a.example\">here</a></div>")
    #expect(!text.holdsLastLink)
  }

  /// Each link searched through all of the text for more than a minute.
  @Test(.timeLimit(.minutes(1)), arguments: [(1, 10_000), (10_000, 100)])
  func linksThatTheTextDoesNotHoldCostNoMoreThanTheText(_ length: Int, _ count: Int) {
    let words = String(repeating: "ab ", count: length)
    let links = (0..<count).map { link("\(words)x\($0)") }
    let text = String(repeating: "ab ", count: 30_000)
    #expect(LinkedText(text, links: links).html.utf8.count > text.utf8.count)
  }
}
