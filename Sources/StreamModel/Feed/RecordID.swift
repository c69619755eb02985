/// The name of a record in a timeline, valid for one run: its source, and a number within it.
///
/// Stays the same when other records come, go or change places. The order of ids is the order of
/// storage: source by source, number by number. It says nothing about the order of rows.
public struct RecordID: Hashable, Comparable, Sendable {
  private let sourceBits: UInt16
  private let numberBits: UInt32

  /// The number of the source, from 0, in the order in which the sources were named.
  public var source: Int { Int(sourceBits) }
  /// The record's number within its source, from 0; see ``RecordSource``.
  public var number: Int { Int(numberBits) }

  /// Names the record `number` of `source`.
  ///
  /// Sources beyond 65,535 and numbers beyond 4,294,967,295 count as the last one possible.
  public init(source: Int, number: Int) {
    sourceBits = UInt16(clamping: source)
    numberBits = UInt32(clamping: number)
  }

  /// Whether `one` comes before `other` in storage.
  public static func < (one: RecordID, other: RecordID) -> Bool {
    one.sourceBits != other.sourceBits
      ? one.sourceBits < other.sourceBits : one.numberBits < other.numberBits
  }
}
