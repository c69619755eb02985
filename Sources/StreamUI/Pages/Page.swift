import CellGrid
import StreamModel

/// One full-screen state of the page stack.
package struct Page: Sendable {
  /// What a page shows.
  package enum Content: Sendable {
    case timeline
    case detail(DetailContent)
    case matches(MatchesContent)
    case people(PeopleContent)
    case links(LinkSheetContent)
    case help
  }

  /// Tells pages apart in the memo; never used twice in a run.
  let number: Int
  package var content: Content
  package var list: ListState
}

/// The posts of one account or with one tag, found while the feed is searched.
package struct MatchesContent: Sendable {
  /// What is looked for.
  enum Subject: Sendable {
    case account(AccountKey)
    /// Without "#", in lower case.
    case tag(String)
  }

  let subject: Subject
  /// Records found so far, in document order.
  var found: [Int] = []
  /// The next record to look at.
  var next = 0
  /// The best that is known of the account.
  var account: Account?
}

/// Accounts that liked or reshared something.
package struct PeopleContent: Sendable {
  let title: SafeText
  let accounts: [Account]
  /// How many there are by the feed's own count; may exceed those listed.
  let statedCount: Int?
  /// What is said of each account behind its name; empty where nothing is.
  var notes: [String] = []
}

/// The links of one row, to pick from.
package struct LinkSheetContent: Sendable {
  let links: [RowLink]
}
