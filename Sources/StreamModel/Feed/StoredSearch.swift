/// The outcome of ``Timeline/searchStored(_:from:bytes:ignoringCase:)`` within its budget.
public enum StoredSearch: Equatable, Sendable {
  /// The row that holds the text.
  case found(RecordID)
  /// Nothing so far; continue from this record, which may not have been found yet.
  case paused(next: RecordID)
  /// Nothing in the records that are there now; ``Timeline/takeChanges()`` reports later ones.
  case exhausted
}
