import CellGrid
import Testing

@testable import StreamModel
@testable import StreamUI

/// The lines around a text say what a reader can use, and each thing once.
struct RowWordsTests {
  private func lines(_ post: Post) throws -> [String] {
    let row = PostRow(now: Stage.wall).fullRow(post)
    return (row.before + row.after).map { $0.runs.map(\.text.string).joined() }
  }

  private func post(_ change: (inout Post) -> Void) -> Post {
    var post = Post(id: Post.ID("1"), title: .text("Ice"))
    change(&post)
    return post
  }

  @Test(arguments: [
    ("https://i.redd.it/S6_6NJXInmjnXfrGTq0YBMPbXT_hK2.jpg", "▣ image: i.redd.it"),
    ("https://a.example/550e8400-e29b-41d4-a716-446655440000.png", "▣ image: a.example"),
    ("https://a.example/media/DavePothier-EeoPodcast.mp3", "▣ image: DavePothier-EeoPodcast.mp3"),
    ("https://a.example/IMG_2034.jpg", "▣ image: IMG_2034.jpg"),
    ("https://a.example/2026-01-30-frozen-lake.jpg", "▣ image: 2026-01-30-frozen-lake.jpg"),
  ])
  func aFileIsNamedByItsNameOrItsHost(_ url: String, _ line: String) throws {
    let post = post { $0.attachments = [Attachment(type: "image", url: url)] }
    #expect(try lines(post).contains(line))
  }

  @Test(arguments: [
    (0, 0, 0, ["○ this", "○ that", "no votes"]),
    (nil, 3, 1, ["○ this 75% (3)", "○ that 25% (1)", "4 votes"]),
    (2, 2, 0, ["○ this 100% (2)", "○ that 0% (0)", "2 votes"]),
  ])
  func aPollCountsItsVotes(_ all: Int?, _ this: Int, _ that: Int, _ wanted: [String]) throws {
    let post = post {
      $0.poll = Poll(
        options: [
          Poll.Option(title: "this", votes: this), Poll.Option(title: "that", votes: that),
        ],
        votesCount: all
      )
    }
    #expect(try lines(post).suffix(3) == wanted[...])
  }

  @Test func aFileThatIsNamedThreeTimesIsOneLine() throws {
    let file = Attachment(type: "audio", url: "https://a.example/talk.mp3")
    let other = Attachment(type: "audio", url: "https://a.example/talk.mp3", alt: "The talk")
    let post = post { $0.attachments = [file, file, other, file] }
    #expect(
      try lines(post).filter { $0.hasPrefix("▣") } == ["▣ audio: talk.mp3", "▣ audio: The talk"]
    )
  }

  @Test func anActivityIsNamedByAWord() throws {
    let like = post { $0.statedActivity = Activity(.like, name: "app.bsky.feed.like") }
    #expect(try lines(like).first == "♥ Like")
    let named = post { $0.statedActivity = Activity(.like, name: "Like") }
    #expect(try lines(named).first == "♥ Like")
    // No dot stands beside that of an unread post.
    let bookmark = post { $0.statedActivity = Activity(.other, name: "Bookmark") }
    #expect(try lines(bookmark).first == "◇ Bookmark")
  }

  @Test func aChangeWithinTheMinuteOfPublicationIsNotTold() throws {
    let time = Timestamp(secondsSinceEpoch: 1_769_760_900)
    let same = post {
      $0.published = time
      $0.edited = Timestamp(secondsSinceEpoch: 1_769_760_940)
    }
    #expect(try !lines(same).contains { $0.hasPrefix("edited") })
    let later = post {
      $0.published = time
      $0.edited = Timestamp(secondsSinceEpoch: 1_769_761_900)
    }
    #expect(try lines(later).contains { $0.hasPrefix("edited 2026-01-30 08:31") })
  }
}
