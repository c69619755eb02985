import Glibc
import StreamModel

/// A line of a post log: a record of the native format with two hashes of its identity and one of its text in front.
///
///     {"streamtui_key":"32 hex digits","streamtui_text":"16 hex digits","id":"p1",…}
///
/// The hashes stand at fixed places, so that one pass over the bytes finds them without decoding.
struct PostLogLine {
  enum Kind: Equatable {
    case post
    /// The post as it is now, whose line stands before.
    case update
  }

  private static let first = Array(#"{"streamtui_key":""#.utf8)
  private static let second = Array(#"","streamtui_text":""#.utf8)
  private static let post = Array(#"","id":""#.utf8)
  private static let update = Array(#"","type":"update","post":""#.utf8)
  private static let published = Array(#","published":""#.utf8)
  private static let firstSeen = Array(#","first_seen":""#.utf8)
  private static let resharedAt = Array(#","reshared_at":""#.utf8)
  private static let comments = Array(#","comments":["#.utf8)
  private static let comment = Array(#"{"id":""#.utf8)
  private static let url = Array(#","url":""#.utf8)
  /// The bytes up to the end of the second hash.
  private static let headSize = first.count + 32 + second.count + 16

  let kind: Kind
  let identity: PostIdentity
  let text: UInt64
  /// The place of the post's id in the line, as JSON writes it, without quotes.
  let id: Range<Int>

  /// Reads the start of a line; nil for a line that this program did not write.
  init?(_ line: UnsafeRawBufferPointer) {
    guard line.count > Self.headSize + Self.update.count, Self.has(Self.first, in: line, at: 0),
      Self.has(Self.second, in: line, at: Self.first.count + 32)
    else { return nil }
    let text = Self.first.count + 32 + Self.second.count
    let start: Int
    if Self.has(Self.post, in: line, at: Self.headSize) {
      kind = .post
      start = Self.headSize + Self.post.count
    } else if Self.has(Self.update, in: line, at: Self.headSize) {
      kind = .update
      start = Self.headSize + Self.update.count
    } else {
      return nil
    }
    guard let id = Self.number(in: line, at: Self.first.count),
      let fallback = Self.number(in: line, at: Self.first.count + 16),
      let hash = Self.number(in: line, at: text), let end = Self.endOfText(in: line, from: start)
    else { return nil }
    identity = PostIdentity(id: id, fallback: fallback)
    self.text = hash
    self.id = start..<end
  }

  private static func has(
    _ part: [UInt8],
    in line: UnsafeRawBufferPointer,
    at offset: Int
  ) -> Bool {
    guard line.count - offset >= part.count, let base = line.baseAddress else { return false }
    return memcmp(base + offset, part, part.count) == 0
  }

  /// Reads 16 hexadecimal digits in lower case.
  private static func number(in line: UnsafeRawBufferPointer, at offset: Int) -> UInt64? {
    var number: UInt64 = 0
    for digit in line[offset..<offset + 16] {
      switch digit {
      case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(digit - 0x61 + 10)
      default: return nil
      }
    }
    return number
  }

  /// Returns the place of the quote that ends a text of JSON; nil if there is none.
  private static func endOfText(in line: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = line.baseAddress else { return nil }
    var at = start
    while at < line.count, let quote = memchr(base + at, 0x22, line.count - at) {
      let end = base.distance(to: UnsafeRawPointer(quote))
      var slashes = 0
      while end - slashes > start, line[end - slashes - 1] == 0x5C { slashes += 1 }
      if slashes % 2 == 0 { return end }
      at = end + 1
    }
    return nil
  }

  /// Returns the time of publication that a line states; nil without one.
  ///
  /// A quote in a text has a backslash before it, so only a key has this form.
  static func published(in line: UnsafeRawBufferPointer) -> Timestamp? { time(published, in: line) }

  /// Returns the time of a key that a line states for its post; nil without one.
  private static func time(_ key: [UInt8], in line: UnsafeRawBufferPointer) -> Timestamp? {
    guard let start = first(key, in: line) else { return nil }
    if let comments = first(comments, in: line), comments < start { return nil }
    let value = line[(start + key.count)...].prefix { $0 != 0x22 }
    return Timestamp(rfc3339: String(decoding: value, as: UTF8.self))
  }

  /// Returns the time of publication that the line at a place of a log states; nil without one.
  static func published(in log: [UInt8], at line: Range<Int>) -> Timestamp? {
    log.withUnsafeBytes { published(in: UnsafeRawBufferPointer(rebasing: $0[line])) }
  }

  /// Decodes the post that the line at a place of a log states; nil where it is malformed.
  static func post(in log: [UInt8], at range: Range<Int>) -> Post? {
    let line = log.withUnsafeBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes[range])
      return PostLogLine(line).map { Array(#"{"id":""#.utf8) + line[$0.id.lowerBound...] }
    }
    guard let line else { return nil }
    let feed = Feed(source: MemoryBytes(name: "log", bytes: line), hint: .ndjson)
    while let progress = try? feed.advance(bytes: SliceBudget.bytes), progress == .more {}
    guard feed.recordCount == 1, case .post(let post) = feed.inspect(at: 0) else { return nil }
    return post
  }

  /// Returns the time by which the post on the line at a place of a log grows old: that of its first fetch, or
  /// the one that it states; nil where none is known.
  static func age(in log: [UInt8], at line: Range<Int>) -> Timestamp? {
    log.withUnsafeBytes {
      let line = UnsafeRawBufferPointer(rebasing: $0[line])
      return time(firstSeen, in: line) ?? published(in: line)
    }
  }

  /// Returns the time that puts the post on the line at a place of a log among others, and the one that it states; nil where
  /// none is known.
  static func rank(in log: [UInt8], at line: Range<Int>) -> (time: Timestamp, stated: Timestamp)? {
    log.withUnsafeBytes {
      let line = UnsafeRawBufferPointer(rebasing: $0[line])
      let stated = time(resharedAt, in: line) ?? published(in: line)
      guard let time = time(firstSeen, in: line) ?? stated else { return nil }
      return (time, stated ?? time)
    }
  }

  /// Whether a post has more comments than the line at a place of a log.
  ///
  /// Their texts and numbers of likes do not count: those change with every fetch, and the log keeps all lines.
  static func hasNewComments(_ post: Post, in log: [UInt8], at line: Range<Int>) -> Bool {
    guard !post.comments.isEmpty else { return false }
    return log.withUnsafeBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes[line])
      // A quote in a text has a backslash before it, so only an object begins so.
      var (count, at) = (0, 0)
      while let place = first(comment, in: line, from: at) {
        count += 1
        at = place + comment.count
      }
      return count < post.comments.count
    }
  }

  /// Whether a post has an address that the line at a place of a log does not have.
  ///
  /// The part behind "?" does not count: some servers sign it for each request.
  static func hasOtherAddress(_ post: Post, in log: [UInt8], at line: Range<Int>) -> Bool {
    guard let address = post.url?.prefix(while: { $0 != "?" }), !address.isEmpty else {
      return false
    }
    let known = url + address.utf8.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
    return log.withUnsafeBytes {
      first(known, in: UnsafeRawBufferPointer(rebasing: $0[line])) == nil
    }
  }

  private static func first(
    _ part: [UInt8],
    in line: UnsafeRawBufferPointer,
    from start: Int = 0
  ) -> Int? {
    guard let base = line.baseAddress, let head = part.first else { return nil }
    var at = start
    while at < line.count, let found = memchr(base + at, Int32(head), line.count - at) {
      let place = base.distance(to: UnsafeRawPointer(found))
      if has(part, in: line, at: place) { return place }
      at = place + 1
    }
    return nil
  }

  /// The id under which the log names a post that states none is its hash.
  static func identity(of post: Post) -> PostIdentity {
    let own = PostIdentity(post)
    guard !post.idIsStated else { return own }
    return PostIdentity(id: PostIdentity.id(stated: hexDigits(own.id)), fallback: own.fallback)
  }

  /// Writes the line of a post.
  ///
  /// - Parameters:
  ///   - known: the identity and the id, as JSON writes it, of the post that it updates; nil for a new one.
  ///   - base: the address of the document, against which relative links are resolved.
  static func bytes(
    of post: Post,
    updating known: (identity: PostIdentity, id: ArraySlice<UInt8>)? = nil,
    base: String?
  ) -> [UInt8] {
    let record = NativeRecord(post).bytes
    let identity = known?.identity ?? identity(of: post)
    var line = first + hexDigits(identity.id).utf8 + hexDigits(identity.fallback).utf8 + second
    line += hexDigits(post.textHash).utf8
    line += known == nil ? Self.post : update
    var rest = record.dropFirst()
    if post.idIsStated, let end = endOfID(in: record) {
      line += known?.id ?? record[idStart..<end]
      rest = record[(end + 1)...]
      if rest.first == 0x2C { rest = rest.dropFirst() }
    } else {
      line += known?.id ?? Array(hexDigits(PostIdentity(post).id).utf8)[...]
    }
    line.append(0x22)
    if post.baseURL == nil, let base {
      // A web address is printable ASCII.
      let escaped = base.utf8.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
      line += #","base_url":""#.utf8 + escaped + [0x22]
    }
    if rest.first != 0x7D { line.append(0x2C) }
    line += rest
    line.append(0x0A)
    return line
  }

  /// The place of the id in a record that states one, which it states first.
  private static let idStart = 7

  private static func endOfID(in record: [UInt8]) -> Int? {
    guard record.starts(with: #"{"id":""#.utf8) else { return nil }
    return record.withUnsafeBytes { endOfText(in: $0, from: idStart) }
  }
}
