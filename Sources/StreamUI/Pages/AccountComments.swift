import StreamModel

/// The comments of an account that records list, in the order in which they were found.
///
/// A comment has the number it got then: it keeps it while others come and go.
struct AccountComments {
  private struct Entry {
    let comment: Comment
    let record: RecordID
  }

  private var entries: [Int: Entry] = [:]
  /// The numbers of those that are there, ascending.
  private(set) var numbers: [Int] = []
  private var records: [RecordID: [Int]] = [:]
  private var next = 0

  var count: Int { numbers.count }

  func comment(_ number: Int) -> Comment? { entries[number]?.comment }
  /// The record that lists a comment.
  func record(of number: Int) -> RecordID? { entries[number]?.record }

  /// Where a comment stands among them, from 0; nil for one that is gone.
  func index(of number: Int) -> Int? {
    let index = numbers.partitioningIndex { $0 >= number }
    return index < numbers.count && numbers[index] == number ? index : nil
  }

  /// Takes in the comments of the account that a record lists now.
  ///
  /// - Returns: the numbers of those that are gone; nil if nothing has changed.
  mutating func take(_ comments: [Comment], in record: RecordID) -> [Int]? {
    let former = records[record] ?? []
    guard former.compactMap(comment) != comments else { return nil }
    var known: [Post.ID: Int] = [:]
    for number in former {
      if let id = comment(number)?.id { known[id] = known[id] ?? number }
    }
    var listed: [Int] = []
    for comment in comments {
      let number = known.removeValue(forKey: comment.id) ?? next
      if number == next {
        numbers.append(next)
        next += 1
      }
      entries[number] = Entry(comment: comment, record: record)
      listed.append(number)
    }
    records[record] = listed.isEmpty ? nil : listed
    let gone = Set(former).subtracting(listed)
    if !gone.isEmpty { numbers.removeAll(where: gone.contains) }
    for number in gone { entries[number] = nil }
    return Array(gone)
  }

  /// Drops the comments of records that are no rows any more; returns their numbers.
  mutating func drop(unless isRow: (RecordID) -> Bool) -> [Int] {
    records.keys.filter { !isRow($0) }.flatMap { take([], in: $0) ?? [] }
  }
}
