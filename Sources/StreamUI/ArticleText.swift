package import CellGrid
package import StreamModel

/// A web page with the menus and margins around its article.
package struct WholePage: Equatable, Sendable {
  let html: String
  /// The words that the article lacks.
  let leftOut: Int

  package init(html: String, leftOut: Int) {
    self.html = html
    self.leftOut = leftOut
  }
}

/// The text of a web page that was fetched to be read in the viewer, or why there is none.
package enum ArticleText: Equatable, Sendable {
  /// The title, the markup of the text, the address that it came from after redirects, and the page that it was taken
  /// from, where that has more.
  case article(title: String, html: String, address: String, page: WholePage? = nil)
  /// The reason as one sentence.
  case failure(SafeText)
}

/// The answer of a place where a post is discussed, or how far that is.
package enum DiscussionAnswer: Equatable, Sendable {
  /// It is being asked.
  case asked
  /// The copy of an earlier answer, and when the site last sent or confirmed it; the place is still being asked.
  case copy(Discussion, of: Timestamp?)
  case discussion(Discussion)
  /// Nothing has changed since the copy.
  case unchanged
  /// The reason as one sentence.
  case failure(SafeText)

  /// The comments that came; nil for answers without any.
  var discussion: Discussion? {
    switch self {
    case .copy(let discussion, _), .discussion(let discussion): discussion
    case .asked, .unchanged, .failure: nil
    }
  }
}
