/// The index that is kept from run to run.
extension Feed {
  /// Takes up the index that is kept, and keeps one for later runs.
  ///
  /// Nothing is read before a call of ``advance(bytes:)`` that asks for a whole slice: those before the first frame ask
  /// for less.
  package func keepIndex(in store: any IndexStore) { keeping = IndexKeeping(store) }

  /// The bytes that a later run can begin with; nil where nothing new can be kept.
  package var indexToKeep: [UInt8]? {
    findings.activities.isEmpty ? keeping?.bytes(findings.index.entries) : nil
  }

  /// Takes up a slice of the index that is kept; whether that is to go on before the scan does.
  func restores(within budget: Int) -> Bool {
    // Not bound to a name: a second reference would have each slice copy the lists so far.
    guard keeping != nil, recordCount > 0,
      keeping?.isReading == true || (keeping?.isUnopened == true && budget >= SliceBudget.bytes)
    else { return false }
    if let reader = keeping?.restore(size: source.count), agrees(reader),
      scan.skip(to: reader.end, after: reader.entries.count)
    {
      findings.index.replace(by: reader.entries)
      keeping?.take(reader)
    }
    return keeping?.isReading ?? false
  }

  /// Whether the records that the scan has found are the first of the index.
  private func agrees(_ reader: KeptIndexReader) -> Bool {
    let found = findings.index.entries
    return found.count <= reader.entries.count
      && zip(found, reader.entries).allSatisfy { $0.range == $1.range && !$0.isBroken }
  }

  /// Keeps the positions of a scan that has ended and found nothing else.
  func noteWhole() {
    guard keeping != nil, keeping?.whole == nil, findings.hasPositionsOnly, problems.isEmpty,
      source.isComplete, let end = scan.resumption
    else { return }
    let entries = findings.index.entries
    // A line that has no end may be part of one: the next scan finds it once more.
    keeping?.whole = (entries.partitioningIndex { $0.range.upperBound > end }, end)
  }

  /// Whether the scalars of records are those of their posts: activities change them.
  private var hasScalars: Bool { keeping != nil && findings.activities.isEmpty }

  package func mayPass(_ test: ScalarTest, number: Int) -> Bool {
    guard hasScalars, number >= 0 else { return true }
    return keeping?.scalars.mayPass(number, test) ?? true
  }

  /// The first of some records whose post may pass; nil where none does.
  func first(in numbers: Range<Int>, passing test: ScalarTest) -> Int? {
    guard hasScalars, numbers.lowerBound >= 0 else { return numbers.first }
    return keeping?.scalars.first(in: numbers, passing: test)
  }

  /// The last of some records whose post may pass; nil where none does.
  func last(in numbers: Range<Int>, passing test: ScalarTest) -> Int? {
    guard hasScalars, numbers.lowerBound >= 0 else { return numbers.last }
    return keeping?.scalars.last(in: numbers, passing: test)
  }
}
