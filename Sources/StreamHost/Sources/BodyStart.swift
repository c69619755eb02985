import Glibc
import StreamModel

/// Reads the part of a body that tells where it leads, without its wrapping.
package enum BodyStart {
  /// Returns the start of the body in the file at `path`; nothing where it cannot be read.
  ///
  /// - Parameter reach: the most bytes of it.
  static func read(_ path: String, reach: Int = Retrieval.reach) -> Retrieval.Body {
    let nothing = Retrieval.Body(start: [], isPage: false)
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nothing }
    let file = FileBytes(name: path, descriptor: descriptor, count: Int(status.st_size))
    do throws(FeedError) {
      let source = try OpenedSource(unwrapping: file)
      while source.bytes.count < reach, try source.advance() {}
      let count = min(reach, source.bytes.count)
      let start = try source.bytes.bytes(in: 0..<count)
      return Retrieval.Body(start: start, isPage: isPage(source.bytes))
    } catch {
      return nothing
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

  /// Whether the reader of feeds takes the content for a page.
  static func isPage(_ bytes: any ByteSource) -> Bool {
    let feed = Feed(source: bytes)
    var slices = slicesUntilKnown
    while feed.formatName == nil, slices > 0, (try? feed.advance(bytes: 1)) == .more { slices -= 1 }
    return feed.isPage
  }
}
