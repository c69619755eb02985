/// The posts that a post quotes, as far as its text must keep them apart from its own words.
public final class Quotations: Equatable, Sendable {
  /// The warnings of the quoted posts; nil where none has one.
  public let warning: String?
  /// The beginning of ``Post/body`` that no quoted post warns of; the rest stands behind ``warning``.
  public let openBody: Body
  /// The id or address of a quoted post that the record only names.
  ///
  /// Then ``openBody`` is the text without the link that stands for that post.
  public let address: String?

  /// Makes the quotations of a post.
  package init(warning: String?, openBody: Body, address: String? = nil) {
    self.warning = warning
    self.openBody = openBody
    self.address = address
  }

  /// Whether both say the same.
  public static func == (one: Quotations, other: Quotations) -> Bool {
    one === other
      || one.warning == other.warning && one.openBody == other.openBody
        && one.address == other.address
  }
}
