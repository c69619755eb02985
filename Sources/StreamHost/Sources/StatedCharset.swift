import Glibc
import StreamModel

/// The charset that the head of an answer states for its body (RFC 7303, section 3: a byte order mark goes before it, and
/// it before what the document declares).
///
/// It counts for markup that is no UTF-8 and declares nothing else: servers state more charsets than they know of, and a
/// document that names its own, or is valid UTF-8, is read so.
struct StatedCharset {
  private let label: String

  /// Nil where no charset is stated, or one of Unicode, which is found by content.
  init?(_ heads: [HTTPHead]) {
    guard let label = heads.last?.contentType?.charset, !Charset.isUnicode(label: label),
      Charset(label: label) != nil
    else { return nil }
    self.label = label
  }

  /// Writes the body in the file at `path` anew in UTF-8, where its charset is known by the head alone: copies and later
  /// readers have no head.
  func apply(to path: String) {
    guard let text = try? text(of: path) else { return }
    let draft = path + ".utf8"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let isWritten = text.withUnsafeBytes { Diagnostics.write($0, to: file) }
    close(file)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }

  /// The body in UTF-8 after a byte order mark; nil where the head decides nothing.
  private func text(of path: String) throws(FeedError) -> [UInt8]? {
    let stated = try Self.document(path, label)
    let found = try Self.document(path, nil)
    var goesOn = true
    while goesOn {
      let isStated = try stated.pull()
      goesOn = try found.pull() || isStated
    }
    guard stated.notes != found.notes, stated.cut == nil else { return nil }
    var text: [UInt8] = [0xEF, 0xBB, 0xBF]
    text += try stated.bytes(in: 0..<stated.count)
    return text
  }

  private static func document(_ path: String, _ label: String?) throws(FeedError) -> UnwrappedBytes
  {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unreadable(name: path, reason: SystemError.text(errno))
    }
    let file = FileBytes(name: path, descriptor: descriptor, count: Int(status.st_size))
    return try UnwrappedBytes(file, stated: label)
  }
}
