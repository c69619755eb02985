import Addresses

extension PictureFile {
  /// Reads the picture that a feed names beside itself, in its folder or archive; nil where none may be read, or is
  /// none.
  init?(_ reference: FileReference, beside location: FeedLocation) {
    if case .archive(let files, let folder) = location {
      let path = folder.isEmpty ? reference.path : "\(folder)/\(reference.path)"
      guard let bytes = files.bytes(of: path, most: Self.mostBytes) else { return nil }
      self.init(bytes)
    } else {
      guard case .open(let path) = FolderGate.judge(reference, at: location) else { return nil }
      self.init(path: path)
    }
  }
}
