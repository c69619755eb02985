package import Addresses

/// A file that a row names beside its feed.
package struct FileTarget: Equatable, Sendable {
  /// The path below the folder of the feed; not yet compared with the file system.
  package let reference: FileReference
  package let source: String
}

/// Where the bytes of a picture are.
package enum PictureTarget: Equatable, Sendable {
  case file(FileTarget)
  /// An address that the gate has let through, and that the reader has allowed.
  case web(LinkTarget)

  init(_ place: PicturePlace, in source: String) {
    switch place {
    case .file(let reference): self = .file(FileTarget(reference: reference, source: source))
    case .web(let target): self = .web(target)
    }
  }

  package var path: String {
    switch self {
    case .file(let file): file.reference.path
    case .web(let target): target.text
    }
  }
}
