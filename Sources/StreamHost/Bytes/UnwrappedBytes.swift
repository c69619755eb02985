import StreamModel

/// The bytes of a feed without their wrapping: gzip, another charset, or none.
///
/// The first bytes identify the wrapping once they are available. If there is none, reads go straight to the source.
final class UnwrappedBytes: ByteSource {
  /// The layers unwrapped so far, such as "gzip", outermost first.
  private(set) var notes: [String] = []
  private let upstream: any ByteSource
  private let limits: FilteredBytes.Limits
  private let room: Spool.Room
  private let stated: String?
  private let log = FaultLog()
  private var current: any ByteSource
  private var isDecided = false
  /// The number of bytes of `current` that must be available before the next check.
  private var needed = 1
  private var layers = 0
  private var upstreamFaults = 0
  private var failure: FeedError?

  private static let mostLayers = 4
  /// The bytes that are checked first; nearly everything but markup is identified by them.
  private static let glance = 4096

  var name: String { upstream.name }
  var count: Int { isDecided ? current.count : 0 }
  var isComplete: Bool { isDecided && current.isComplete }
  /// The faults of all layers, including those the source reports after all its bytes were read.
  var faults: [String] {
    noteFaults()
    return log.sentences
  }
  /// The reason why bytes are missing at the end, as far as it is known; nil if none are.
  var cut: String? {
    noteFaults()
    return log.cut
  }
  var isPlain: Bool { isDecided && current === upstream }

  /// Checks the bytes that are available.
  ///
  /// - Parameter stated: the label of the charset that the sender states besides the document.
  init(
    _ upstream: any ByteSource,
    limits: FilteredBytes.Limits = FilteredBytes.Limits(),
    room: Spool.Room = Spool.Room(),
    stated: String? = nil
  ) throws(FeedError) {
    self.stated = stated
    self.upstream = upstream
    self.limits = limits
    self.room = room
    current = upstream
    _ = try look()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    isDecided ? try current.read(at: offset, into: buffer) : 0
  }

  func pull() throws(FeedError) -> Bool {
    if let failure { throw failure }
    do throws(FeedError) {
      let isDone = try current.pull()
      if isDecided { return isDone }
      return try look() || isDone
    } catch {
      failure = error
      throw error
    }
  }

  private func noteFaults() {
    let faults = upstream.faults
    for fault in faults.dropFirst(upstreamFaults) { log.add(.cut(fault)) }
    upstreamFaults = faults.count
  }

  /// Checks for another layer; returns whether it found something out.
  private func look() throws(FeedError) -> Bool {
    let before = notes.count
    while !isDecided, current.isComplete || current.count >= needed {
      let isComplete = current.isComplete
      let count = current.count
      let size = min(count, WrappingSniffer.reach, max(needed, Self.glance))
      let head = try current.bytes(in: 0..<size)
      // Fewer bytes than announced are all there are: another process may have truncated the file.
      let isWhole = isComplete && (count == head.count || head.count < size)
      let answer = head.withUnsafeBufferPointer {
        WrappingSniffer(bytes: $0, isWhole: isWhole, stated: stated).answer()
      }
      switch answer {
      case .unknown(let needed): self.needed = needed
      case .nothing(let note):
        if let note { notes.append(note) }
        isDecided = true
      case .gzip: unwrap(Gunzip().convert, note: "gzip")
      case .text(let charset, let note):
        guard let transcoder = Transcoder(charset) else { throw inconvertible(charset.name) }
        unwrap(transcoder.convert, note: note)
        isDecided = true
      case .unknownCharset(let label, let isReadable):
        guard isReadable else { throw inconvertible(label) }
        log.add(.blemish("charset \"\(label)\" is not known here; read as UTF-8"))
        isDecided = true
      }
    }
    return isDecided || notes.count > before
  }

  private func inconvertible(_ charset: String) -> FeedError {
    .unreadable(name: name, reason: "charset \"\(charset)\" cannot be converted here")
  }

  private func unwrap(_ filter: @escaping ByteFilter, note: String) {
    guard layers < Self.mostLayers else {
      log.add(.blemish("wrapped more than \(Self.mostLayers) times; the rest is left as it is"))
      isDecided = true
      return
    }
    layers += 1
    notes.append(note)
    current = FilteredBytes(current, through: filter, log: log, limits: limits, room: room)
    needed = 1
  }
}

/// Identifies the wrapping of a source by its first bytes.
///
/// The answer for a part is also the answer for the whole: if more bytes could change it, more are
/// requested, up to `reach`.
struct WrappingSniffer {
  enum Answer: Equatable {
    /// More bytes are needed first: this many, or all.
    case unknown(needed: Int)
    case nothing(note: String?)
    case gzip
    case text(Charset, note: String)
    /// Text with an unknown charset label, which may be readable as UTF-8 nevertheless.
    case unknownCharset(label: String, isReadable: Bool)
  }

  /// The most bytes that are examined.
  static let reach = 64 << 10

  let bytes: UnsafeBufferPointer<UInt8>
  let isWhole: Bool
  var stated: String?

  func answer() -> Answer {
    guard bytes.count >= 4 || isWhole else { return .unknown(needed: bytes.count + 1) }
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) { return .gzip }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .nothing(note: nil) }
    if let charset = unicode() {
      // An archive whose first file has a name of one letter begins like UTF-32.
      if bytes.count < TarHeader.size, !isWhole { return .unknown(needed: TarHeader.size) }
      if TarHeader(Array(bytes.prefix(TarHeader.size))) != nil { return .nothing(note: nil) }
      return .text(charset, note: charset.name)
    }
    if bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) { return ebcdic() }
    guard let start = bytes.firstIndex(where: { !Self.isSpace($0) }) else {
      return isWhole || bytes.count >= Self.reach
        ? .nothing(note: nil) : .unknown(needed: min(2 * bytes.count, Self.reach))
    }
    // Anything but markup is either JSON, which is UTF-8 (RFC 8259, section 8.1), or unknown.
    guard bytes[start] == 0x3C else { return .nothing(note: nil) }
    guard isWhole || bytes.count >= Self.reach else { return .unknown(needed: Self.reach) }
    return markup(from: start)
  }

  /// Detects UTF-16 and UTF-32 by the byte order mark or by the zeros around the first characters.
  ///
  /// These characters are ASCII in all supported formats (RFC 4627, section 3; XML 1.0, appendix F.1).
  private func unicode() -> Charset? {
    let head = Array(bytes.prefix(4))
    if head.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32(.big) }
    if head.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32(.little) }
    if head.starts(with: [0xFE, 0xFF]) { return .utf16(.big) }
    if head.starts(with: [0xFF, 0xFE]) { return .utf16(.little) }
    guard head.count >= 2 else { return nil }
    if head.count == 4 {
      if head[0..<3].allSatisfy({ $0 == 0 }), Self.isFirst(head[3]) { return .utf32(.big) }
      if head[1..<4].allSatisfy({ $0 == 0 }), Self.isFirst(head[0]) { return .utf32(.little) }
    }
    if head[0] == 0, Self.isFirst(head[1]) { return .utf16(.big) }
    if head[1] == 0, Self.isFirst(head[0]) { return .utf16(.little) }
    return nil
  }

  private func ebcdic() -> Answer {
    guard isWhole || bytes.count >= MarkupLabel.reach else {
      return .unknown(needed: MarkupLabel.reach)
    }
    let fallback = Charset.platform(iconv: "IBM037", name: "ibm037")
    let head = UnsafeBufferPointer(rebasing: bytes.prefix(MarkupLabel.reach))
    guard let label = MarkupLabel.text(in: Self.text(of: head, in: fallback)) else {
      return .text(fallback, note: "\(fallback.name) (found)")
    }
    let declared = Charset(label: label)
    guard let declared, declared.isEBCDIC else {
      // A writer of EBCDIC does not label it as something else.
      return .unknownCharset(label: "\(label) in EBCDIC", isReadable: false)
    }
    return .text(declared, note: Self.note(declared, label))
  }

  private func markup(from start: Int) -> Answer {
    let tally = UTF8Tally(bytes, isWhole: isWhole)
    let declared = MarkupLabel.text(in: UnsafeBufferPointer(rebasing: bytes[start...]))
    // What declares itself as UTF-8 and is not can only be what its sender says.
    let isWrong = declared.map { Charset.isUnicode(label: $0) && tally.bad > tally.good } ?? true
    let label = (isWrong ? stated : nil) ?? declared
    let charset = label.flatMap { Charset(label: $0) }
    // If the declaration could be read as ASCII, the document is neither UTF-16 nor EBCDIC, whatever it says.
    if let label, !Charset.isUnicode(label: label), charset?.isEBCDIC != true {
      if tally.isValid, tally.good > 0 { return .nothing(note: "utf-8 (declared \(label))") }
      if let charset { return .text(charset, note: Self.note(charset, label)) }
      if tally.isASCII, isWhole { return .nothing(note: nil) }
      return .unknownCharset(label: label, isReadable: tally.isValid)
    }
    // A few malformed sequences among many valid ones are damage, not another charset.
    guard tally.bad > tally.good else { return .nothing(note: nil) }
    return .text(
      .windows1252,
      note: label.map { "windows-1252 (declared \($0))" } ?? "windows-1252 (found)"
    )
  }

  private static func note(_ charset: Charset, _ label: String) -> String {
    let isSame = charset.name == label.lowercased()
    return isSame ? charset.name : "\(charset.name) (declared \(label))"
  }

  /// Returns the beginning as UTF-8; empty if it cannot be converted.
  private static func text(of bytes: UnsafeBufferPointer<UInt8>, in charset: Charset) -> [UInt8] {
    guard let transcoder = Transcoder(charset) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: 4 * bytes.count + 64) { buffer, count in
      count = transcoder.convert(bytes, isLast: true, into: buffer).produced
    }
  }

  /// Whether `byte` is a space or a character that text may begin with.
  private static func isFirst(_ byte: UInt8) -> Bool {
    isSpace(byte) || (0x21...0x7E).contains(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
