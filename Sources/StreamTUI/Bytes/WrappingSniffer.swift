/// Tells from a source's first bytes what they are wrapped in.
///
/// The answer to a part is the answer to the whole: where more bytes could change it, more are
/// asked for, up to `reach`.
struct WrappingSniffer {
  enum Answer: Equatable {
    /// More bytes must be there first, this many or all.
    case unknown(needed: Int)
    /// To be read as it is; with a note where its label says otherwise.
    case nothing(note: String?)
    case gzip
  }

  /// How far it looks, in bytes.
  static let reach = 64 << 10

  let bytes: UnsafeBufferPointer<UInt8>
  /// No more bytes will come.
  let isWhole: Bool

  func answer() -> Answer {
    guard bytes.count >= 4 || isWhole else { return .unknown(needed: bytes.count + 1) }
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) { return .gzip }
    return .nothing(note: nil)
  }
}
