import Glibc
import StreamModel

/// A feed's bytes with what is needed to keep them coming.
struct OpenedSource {
  /// A ``FileBytes`` where a file is read as it is, which may grow.
  let bytes: any ByteSource
  /// Set where the bytes come through a pipe.
  let spool: SpoolBytes?

  /// What was unwrapped so far, such as "gzip", outermost first.
  var notes: [String] { (bytes as? UnwrappedBytes)?.notes ?? [] }
}

/// Opens what the command line names.
enum SourceOpener {
  /// Opens a file, a pipe, or "-" for standard input.
  ///
  /// - Throws: ``FeedError`` with the operating system's sentence.
  static func open(_ name: String) throws(FeedError) -> OpenedSource {
    if name == "-" {
      // Keys never come from here, so the descriptor may be made not to block.
      return try opened(name: "standard input", descriptor: dup(STDIN_FILENO))
    }
    let descriptor = Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    return try opened(name: name, descriptor: descriptor)
  }

  private static func opened(name: String, descriptor: Int32) throws(FeedError) -> OpenedSource {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let count = Int(status.st_size)
      guard count > 0 || !name.isEmpty else { throw .empty(name: name) }
      let file = FileBytes(name: name, descriptor: descriptor, count: count)
      let unwrapped = try UnwrappedBytes(file)
      // What is as it is stays the file itself, which may grow.
      return OpenedSource(bytes: unwrapped.isPlain ? file : unwrapped, spool: nil)
    case S_IFDIR:
      close(descriptor)
      throw .unreadable(name: name, reason: "is a folder (expected a file)")
    default:
      let spool = SpoolBytes(name: name, pipe: descriptor)
      return OpenedSource(bytes: try UnwrappedBytes(spool), spool: spool)
    }
  }
}
