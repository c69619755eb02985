package import CellGrid

/// A web page with the menus and margins around its article.
package struct WholePage: Equatable, Sendable {
  package let html: String
  package let leftOut: Int

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
  case failure(SafeText)
}

/// A feed that a web page offers in place of posts.
package struct OfferedFeed: Equatable, Sendable {
  package let address: String
  package let title: String?
  /// The format as the page states it, such as "RSS".
  package let format: String

  package init(address: String, title: String?, format: String) {
    self.address = address
    self.title = title
    self.format = format
  }
}
