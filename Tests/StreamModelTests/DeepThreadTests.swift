import TestSupport
import Testing

@testable import StreamModel

/// Threads of any depth are read as far as they go: one of more than 60 replies was refused whole.
struct DeepThreadTests {
  enum Site: CaseIterable {
    case hackerNews, reddit, bluesky, native

    func document(_ depth: Int) -> String {
      let numbers = Array(1...depth)
      switch self {
      case .hackerNews:
        return #"{"id":0,"type":"story","title":"T","author":"a","children":["#
          + numbers.map {
            #"{"id":\#($0),"type":"comment","author":"b","text":"c\#($0)","children":["#
          }
          .joined() + String(repeating: "]}", count: depth) + "]}"
      case .reddit:
        let post =
          #"{"kind":"t3","data":{"id":"p","title":"T","author":"a","subreddit":"s","permalink":"/r/s/p"}}"#
        let open = numbers.map {
          #"{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"id":"c\#($0)","body":"c\#($0)","author":"b","replies":"#
        }
        return #"[{"kind":"Listing","data":{"children":[\#(post)]}},"# + open.joined() + "\"\""
          + String(repeating: "}}]}}", count: depth) + "]"
      case .bluesky:
        func post(_ number: Int) -> String {
          #""post":{"uri":"at://did:plc:x/app.bsky.feed.post/\#(number)","author":{"did":"did:plc:x","handle":"x.example"},"record":{"$type":"app.bsky.feed.post","text":"c\#(number)"}}"#
        }
        return #"{"thread":{\#(post(0)),"replies":["#
          + numbers.map { "{\(post($0)),\"replies\":[" }.joined()
          + String(repeating: "]}", count: depth) + "]}}"
      case .native:
        return #"{"id":"0","body_text":"t","comments":["#
          + numbers.map { number in
            let parent = number == 1 ? "" : #","parent":"\#(number - 1)""#
            return #"{"id":"\#(number)","body_text":"c"\#(parent)}"#
          }
          .joined(separator: ",") + "]}"
      }
    }

    var hint: FormatHint? { self == .hackerNews ? .discussion : nil }
  }

  @Test(arguments: Site.allCases, [50, 100, 300])
  func everyLevelIsRead(_ site: Site, _ depth: Int) throws {
    let bytes = MemoryBytes(name: "thread", text: site.document(depth))
    let feed = try Feed(source: bytes, hint: site.hint).scanned()
    #expect(feed.recordCount == 1 && feed.problems.isEmpty, "\(feed.problems)")
    let post = try #require(feed.record(at: 0).post)
    #expect(post.comments.count == depth)
    #expect(post.comments.dropFirst().allSatisfy { $0.parent != nil })
  }

  @Test(arguments: Site.allCases) func tenThousandLevelsShowWhatTheyCan(_ site: Site) throws {
    let bytes = MemoryBytes(name: "thread", text: site.document(10_000))
    let feed = try Feed(source: bytes, hint: site.hint).scanned()
    let post = try #require(feed.record(at: 0).post)
    #expect(post.comments.count >= 100)
  }
}
