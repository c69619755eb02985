package import Addresses

extension PictureFile {
  /// Reads the picture that a feed names beside itself, in its folder or archive.
  ///
  /// - Throws: If none may be read, or it is none.
  package init(_ reference: FileReference, beside location: FeedLocation) throws(PictureFault) {
    if case .archive(let files, let folder) = location {
      let path = folder.isEmpty ? reference.path : "\(folder)/\(reference.path)"
      guard let bytes = files.bytes(of: path, most: Self.mostBytes) else {
        throw .refused("\(files.name) has no such file, or it is damaged or too large")
      }
      try self.init(bytes)
    } else {
      switch FolderGate.judge(reference, at: location) {
      case .open(let path): try self.init(path: path)
      case .refuse(let reason): throw .refused(reason)
      }
    }
  }
}

extension PictureFile.Stamp {
  /// The stamp of the file that a feed names beside itself; nil where none may be read.
  ///
  /// An archive is read as it was when it was opened.
  package init?(_ reference: FileReference, beside location: FeedLocation) {
    if case .archive = location {
      self.init(values: [])
    } else {
      guard case .open(let path) = FolderGate.judge(reference, at: location) else { return nil }
      self.init(path: path)
    }
  }
}
