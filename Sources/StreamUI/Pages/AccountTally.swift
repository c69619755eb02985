import StreamModel

/// The records of an account, each with its relation to it, and how many there are of each.
struct AccountTally {
  private var relations: [RecordID: AccountRelation] = [:]
  private var counts: [AccountRelation: Int] = [:]
  /// The comments of the account that records list, where there are any.
  private var comments: [RecordID: Int] = [:]
  private var commentCount = 0

  subscript(id: RecordID) -> AccountRelation? {
    get { relations[id] }
    set {
      if let old = relations[id] { counts[old, default: 0] -= 1 }
      if let newValue { counts[newValue, default: 0] += 1 }
      relations[id] = newValue
    }
  }

  /// Takes in the number of comments of the account that a record lists; returns whether it is new.
  mutating func note(comments number: Int, in id: RecordID) -> Bool {
    let old = comments[id] ?? 0
    guard number != old else { return false }
    commentCount += number - old
    comments[id] = number == 0 ? nil : number
    return true
  }

  /// The counts in words: "12 posts · 4 comments · 3 reshares · 5 likes · 2 mentions".
  var words: String {
    let isCommenter = commentCount > 0 && counts[.post] ?? 0 == 0
    var words = AccountRelation.allCases.filter { !isCommenter || $0 != .post }
      .compactMap { $0.words(counts[$0] ?? 0) }
    if let comments = PostRow.count(commentCount, "comment", "comments") {
      words.insert(comments, at: isCommenter ? 0 : 1)
    }
    return words.joined(separator: " · ")
  }
}
