package import Addresses

/// A file that a row names beside its feed.
package struct FileTarget: Equatable, Sendable {
  /// The path below the folder of the feed; not yet compared with the file system.
  package let reference: FileReference
  /// The name of the source that states it.
  package let source: String
}
