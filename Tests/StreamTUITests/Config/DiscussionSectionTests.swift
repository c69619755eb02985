import Configuration
import Foundation
import StreamModel
import StreamUI
import Testing

@testable import StreamTUI

/// The table `[discussions]` of a file: which addresses it adds, and where its errors stand.
struct DiscussionSectionTests {
  @Test func aLineAddsAForm() throws {
    let text = """
      [discussions]
      "forum.example/topic/{id#}/…" = "discourse {origin}/t/{id}.json"
      "talk.example/show?thread={id}" = "lobsters https://api.talk.example/s/{id}.json"
      "news.ycombinator.com/item?id={id#}" = "hacker-news https://mirror.example/items/{id}"
      """
    let run = try Program.configuration(text)
    #expect(run.lines == [])
    let lines = run.viewOptions.discussions
    func request(_ address: String) -> String? {
      DiscussionPlace(of: address, also: lines)?.request
    }
    #expect(
      request("https://www.forum.example:8443/topic/7/ice")
        == "https://www.forum.example:8443/t/7.json"
    )
    #expect(
      request("https://talk.example/show?p=1&thread=ab-c")
        == "https://api.talk.example/s/ab-c.json"
    )
    // The reader's own line comes before that of the table.
    #expect(request("https://news.ycombinator.com/item?id=5") == "https://mirror.example/items/5")
    #expect(request("https://other.example/topic/7") == nil)
    #expect(request("https://forum.example/topic/x") == nil)
  }

  @Test(
    "An error names its place and costs its line only",
    arguments: [
      (#""forum.example" = "discourse {origin}/x""#, "2:1: No host and path"),
      (#""forum/topic/{id}" = "discourse {origin}/x""#, "2:1: No host and path"),
      (#""a.example/{id" = "discourse {origin}/x""#, "2:1: A part is malformed"),
      (#""a.example/{}" = "discourse {origin}/x""#, "2:1: A part is malformed"),
      (#""a.example/{id}" = "discourse""#, "2:20: No kind of site"),
      (#""a.example/{id}" = "phpbb {origin}/x""#, #"2:20: "phpbb" is no kind of site"#),
      (#""a.example/{id}" = "feed /x""#, "2:20: No address"),
      (#""a.example/{id}" = "feed file:///etc/passwd""#, "2:20: No address"),
      (#""a.example/{id}" = "feed {origin}/{name}""#, "2:20: {name} is no part"),
      (#""a.example/{id}" = 7"#, "2:20: \"a.example/{id}\" is a number"),
    ]
  )
  func anErrorNamesItsPlace(_ line: String, _ problem: String) throws {
    let text = "[discussions]\n\(line)\n\"b.example/{id}\" = \"feed {origin}/{id}.xml\"\n"
    let run = try Program.configuration(text)
    let lines = run.problems.map { "\($0.place.line):\($0.place.column): \($0.message)" }
    #expect(lines.count == 1 && lines[0].hasPrefix(problem), "\(lines)")
    #expect(run.discussions.count == 1)
  }
}
