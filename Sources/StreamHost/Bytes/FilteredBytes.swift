import StreamModel

/// Converts bytes to other bytes from front to back, one piece at a time: as much of the input as possible.
///
/// If nothing is consumed and nothing produced, more input is needed. The flag says that nothing follows the input.
typealias ByteFilter = (
  _ input: UnsafeBufferPointer<UInt8>, _ isLast: Bool,
  _ output: UnsafeMutableBufferPointer<UInt8>
) -> FilterStep

/// A source whose bytes pass through a filter, one slice per pull; the output is kept.
final class FilteredBytes: ByteSource {
  /// The limits on the output, because a small file can be made to unpack to any size.
  struct Limits {
    var output = 4 << 30
    /// The most output bytes per byte of the outermost source, not counting the first `free` bytes.
    var ratio = 1100
    var free = 64 << 20
  }

  let name: String
  private(set) var isComplete = false
  private let upstream: any ByteSource
  private let filter: ByteFilter
  private let log: FaultLog
  private let spool: Spool
  private let limits: Limits
  /// The offset of the next byte of the upstream source.
  private var position = 0
  /// Whether the upstream source has fewer bytes than announced, like a file that is truncated.
  private var isCut = false

  /// The approximate number of bytes converted per `pull()`.
  static let sliceBytes = 256 << 10
  private static let pieceBytes = 64 << 10

  var count: Int { spool.count }
  var faults: [String] { log.sentences }

  init(
    _ upstream: any ByteSource,
    through filter: @escaping ByteFilter,
    log: FaultLog,
    limits: Limits = Limits(),
    room: Spool.Room = Spool.Room()
  ) {
    self.upstream = upstream
    self.filter = filter
    self.log = log
    self.limits = limits
    name = upstream.name
    spool = Spool(name: upstream.name, room: room)
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    try spool.read(at: offset, into: buffer)
  }

  /// Converts a slice; an error after the first bytes is recorded as a fault and ends the source.
  func pull() throws(FeedError) -> Bool {
    guard !isComplete else { return false }
    do throws(FeedError) {
      let isDone = try convertSlice()
      if isComplete, count == 0, let fault = log.sentences.first {
        throw .unreadable(name: name, reason: fault)
      }
      return isDone
    } catch {
      isComplete = true
      guard count > 0 else { throw error }
      log.add(.cut(error.reason))
      return true
    }
  }

  /// The number of bytes of the outermost source that were consumed.
  private var taken: Int { (upstream as? FilteredBytes)?.taken ?? position }

  /// Converts a slice; returns whether anything was done.
  private func convertSlice() throws(FeedError) -> Bool {
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceBytes)
    let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceBytes)
    defer {
      input.deallocate()
      output.deallocate()
    }
    let start = (count, position)
    while !isComplete, count - start.0 < Self.sliceBytes {
      let got = try upstream.read(at: position, into: UnsafeMutableRawBufferPointer(input))
      let isLast = isCut || upstream.isComplete && position + got >= upstream.count
      let before = (count, position)
      let piece = UnsafeBufferPointer(rebasing: input[..<got])
      try convert(piece, isLast: isLast, through: output, until: start.0 + Self.sliceBytes)
      if isComplete || before != (count, position) { continue }
      guard !isLast, got < input.count else {
        throw .unreadable(name: name, reason: "cannot be unpacked further")
      }
      // The available bytes are not enough to continue.
      guard try upstream.pull() else {
        guard upstream.isComplete else { break }
        log.add(.cut("was cut short while it was read; the rest is missing"))
        isCut = true
        continue
      }
      if upstream.count == position + got, !upstream.isComplete { return true }
    }
    return isComplete || start != (count, position)
  }

  /// Converts one piece as far as possible, or until there are `end` bytes.
  private func convert(
    _ piece: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    through output: UnsafeMutableBufferPointer<UInt8>,
    until end: Int
  ) throws(FeedError) {
    var rest = piece
    while !isComplete, count < end {
      let step = filter(rest, isLast, output)
      if let fault = step.fault { log.add(fault) }
      position += step.consumed
      rest = UnsafeBufferPointer(rebasing: rest[step.consumed...])
      try keep(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output).prefix(step.produced))
      )
      if step.isEnd { isComplete = true }
      if step.consumed == 0, step.produced == 0 { return }
      if rest.isEmpty, !isLast, step.produced < output.count { return }
    }
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
    let room = limits.output - count
    try spool.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
    if bytes.count > room {
      log.add(.cut("more than \(sizeText(limits.output)) when unpacked; the rest is left out"))
      isComplete = true
    } else if count > limits.free, count / limits.ratio > taken {
      log.add(.cut("unpacks to more than \(limits.ratio) times its size; the rest is left out"))
      isComplete = true
    }
  }

  private func sizeText(_ bytes: Int) -> String {
    bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes) bytes"
  }
}
