import Glibc
import StreamModel

/// Reads the part of a body that tells where it leads, without its wrapping.
package enum BodyStart {
  /// Returns the start of the body in the file at `path`; nothing where it cannot be read.
  ///
  /// - Parameter reach: the most bytes of it.
  static func read(_ path: String, reach: Int = Retrieval.reach) -> Retrieval.Body {
    do throws(FeedError) {
      let source = try OpenedSource(unwrapping: FileBytes(at: path))
      while source.bytes.count < reach, try source.advance() {}
      let count = min(reach, source.bytes.count)
      let start = try source.bytes.bytes(in: 0..<count)
      return Retrieval.Body(start: start, isPage: isPage(source.bytes))
    } catch {
      return Retrieval.Body(start: [], isPage: false)
    }
  }

  /// Whether the reader of feeds finds a format in the file at `path`, be it a page.
  package static func isReadable(_ path: String) -> Bool {
    do throws(FeedError) {
      let document = try SourceOpener.open(path)
      let feed = Feed(source: document.bytes)
      try document.scan(feed) { $0.formatName != nil }
      return feed.formatName != nil
    } catch {
      return false
    }
  }

  /// The slices after which the format of a document is known, if it ever is.
  private static let slicesUntilKnown = 16

  static func isPage(_ bytes: any ByteSource) -> Bool {
    let feed = Feed(source: bytes)
    var slices = slicesUntilKnown
    while feed.formatName == nil, slices > 0, (try? feed.advance(bytes: 1)) == .more { slices -= 1 }
    return feed.isPage
  }
}

/// The charset that the head of an answer states for its body (RFC 7303, section 3: a byte order mark goes before it, and
/// it before what the document declares).
///
/// It counts for markup that is no UTF-8 and declares nothing else: servers state more charsets than they know of, and a
/// document that names its own, or is valid UTF-8, is read so.
enum StatedCharset {
  /// Writes the body in the file at `path` anew in UTF-8, where its charset is known by the head alone: copies and later
  /// readers have no head.
  static func apply(_ heads: [HTTPHead], to path: String) {
    // One of Unicode is found by content.
    guard let label = heads.last?.contentType?.charset, !Charset.isUnicode(label: label),
      Charset(label: label) != nil, let text = try? text(of: path, label)
    else { return }
    let draft = path + ".utf8"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let isWritten = text.withUnsafeBytes { Diagnostics.write($0, to: file) }
    close(file)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }

  /// The body in UTF-8 after a byte order mark; nil where the head decides nothing.
  private static func text(of path: String, _ label: String) throws(FeedError) -> [UInt8]? {
    let stated = try UnwrappedBytes(FileBytes(at: path), stated: label)
    let found = try UnwrappedBytes(FileBytes(at: path))
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
}
