import StreamModel

/// The records of an account, each with its relation to it, and how many there are of each.
struct AccountTally {
  private var relations: [RecordID: AccountRelation] = [:]
  private var counts: [AccountRelation: Int] = [:]

  subscript(id: RecordID) -> AccountRelation? {
    get { relations[id] }
    set {
      if let old = relations[id] { counts[old, default: 0] -= 1 }
      if let newValue { counts[newValue, default: 0] += 1 }
      relations[id] = newValue
    }
  }

  /// The counts in words: "12 posts · 3 boosts · 5 likes · 2 mentions".
  var words: String {
    AccountRelation.allCases.compactMap { $0.words(counts[$0] ?? 0) }.joined(separator: " · ")
  }
}
