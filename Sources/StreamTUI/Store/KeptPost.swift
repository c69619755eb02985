import StreamModel

/// A post that the reader keeps, with its record, so that it outlives its feed.
struct KeptPost: Hashable, Sendable {
  let source: SourceID
  let identity: PostIdentity
  /// When it was kept, in seconds since 1970.
  let time: Int64
  /// The record as JSON of the native format, in UTF-8; at most ``longestRecord`` bytes.
  let record: [UInt8]

  /// The longest record in bytes: 16 MiB.
  static let longestRecord = 16 << 20
}
