package import CellGrid

/// The text of a web page that was fetched to be read in the viewer, or why there is none.
package enum ArticleText: Equatable, Sendable {
  /// The title, the markup of the text, and the address that it came from after redirects.
  case article(title: String, html: String, address: String)
  /// The reason as one sentence.
  case failure(SafeText)
}
