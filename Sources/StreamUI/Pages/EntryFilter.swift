import StreamModel

/// The entries of a page that are listed: all of them, or those that contain a typed text.
struct EntryFilter {
  /// The text that an entry must contain; empty for all entries.
  private(set) var text = ""
  /// Indices of the entries, ascending.
  private(set) var listed: [Int]
  /// The number of entries, listed or not.
  private let count: Int

  init(count: Int) {
    self.count = count
    listed = Array(0..<count)
  }

  func row(at position: Int) -> RowID? {
    listed.indices.contains(position) ? .entry(listed[position]) : nil
  }

  func position(of row: RowID) -> Int? {
    guard case .entry(let entry) = row else { return nil }
    let place = listed.partitioningIndex { $0 >= entry }
    return place < listed.count && listed[place] == entry ? place : nil
  }

  /// Lists only the entries that contain `text`.
  mutating func narrow(to text: String, where contains: (Int, SearchText) -> Bool) -> PageReply {
    guard self.text != text else { return .nothing }
    self.text = text
    let wanted = SearchText(text)
    listed = (0..<count).filter { text.isEmpty || contains($0, wanted) }
    return .narrowed
  }

  /// The number of listed entries and of all: "3 of 17".
  var counts: String { "\(listed.count.grouped) of \(count.grouped)" }
}
