import TestSupport
import Testing

@testable import StreamModel

/// A look at many records that leaves out the texts of bodies sees all else that a filter may ask for.
struct PassingTests {
  private static let documents = [
    #"""
    {"id":"1","author":{"name":"Olga","handle":"@olga@a.example"},"published":"2026-01-30T08:15:00Z","url":"https://a.example/1","title":"Lakes","body_html":"<p>Ice</p>","language":"en","content_warning":"cold","likes_count":12,"tags":["ice"],"comments":[{"id":"2","author":{"name":"Ben"},"body_text":"Brr"}]}
    {"id":"3","body_text":"Only text"}
    {"id":"4"}
    {"id":"5","body_html":7}
    """#,
    #"""
    [{"id":"1","created_at":"2026-01-30T08:15:00.000Z","visibility":"public","uri":"https://a.example/1","url":"https://a.example/@o/1","content":"<p>Ice</p>","favourites_count":3,"replies_count":2,"account":{"id":"9","acct":"olga","display_name":"Olga","url":"https://a.example/@o","note":""},"in_reply_to_id":"7"}]
    """#,
    #"""
    {"version":"https://jsonfeed.org/version/1.1","title":"Lakes","items":[{"id":"1","url":"/1","title":"Ice","content_html":"<p>Ice</p>","summary":"Short","authors":[{"name":"Olga"}]},{"id":"2","content_text":"Text"}]}
    """#,
  ]

  @Test(arguments: documents)
  func bodiesAreLeftOutAndNothingElse(of document: String) throws {
    let feed = try feed(document)
    #expect(feed.recordCount > 0)
    var emptied = 0
    for number in 0..<feed.recordCount {
      let post = try #require(feed.recordInPassing(number: number, omitsBodies: true).post)
      let whole = try #require(feed.record(number: number).post)
      emptied += post.body == whole.body ? 0 : 1
      #expect(post.withoutBodies == whole.withoutBodies)
    }
    // JSON Feed takes an empty body for none, and is read whole.
    #expect(emptied > 0 || document.contains("jsonfeed"))
    // The cache was asked for whole posts by then.
    #expect(feed.recordInPassing(number: 0, omitsBodies: true) == feed.record(number: 0))
  }

  @Test(arguments: [
    ("likes>3", false), ("author:olga kind:post", false), ("lang:en date:2026", false),
    ("is:unread is:reply", false),
    ("title:ice", false), ("water", true), ("likes>3 has:link", true), ("#ice", true),
    ("host:a.example", true),
    ("words>3", true), ("-text:ice", true),
  ])
  func onlySomeFiltersAskForBodies(line: String, asks: Bool) throws {
    #expect(try View(line).condition?.asksBodies == asks)
  }
}

extension Post {
  /// The same without the texts of its bodies, but with their presence.
  fileprivate var withoutBodies: Post {
    var post = self
    post.body = body.emptied
    post.comments = comments.map { comment in
      Comment(
        id: comment.id,
        parent: comment.parent,
        author: comment.author,
        published: comment.published,
        body: comment.body.emptied
      )
    }
    return post
  }
}

extension Body {
  fileprivate var emptied: Body {
    switch self {
    case .html: .html("")
    case .text: .text("")
    case .missing: .missing
    }
  }
}
