import StreamModel

/// An archive of several files: zip, tar or a folder.
enum Archive {
  case zip(ZipArchive)
  case tar(TarArchive)
  case folder(FolderArchive)

  /// The names of the files, one for each member.
  var paths: [ArchivePath] {
    switch self {
    case .zip(let zip): zip.members.map(\.path)
    case .tar(let tar): tar.members.map(\.path)
    case .folder(let folder): folder.members.map(\.path)
    }
  }

  /// The problems of the archive, one sentence each.
  var faults: [String] {
    switch self {
    case .zip(let zip): zip.faults
    case .tar(let tar): tar.faults
    case .folder(let folder): folder.faults
    }
  }

  /// Returns the bytes of the member at `index` of ``paths``, without their own wrapping.
  ///
  /// - Throws: ``FeedError`` if they cannot be read.
  func source(at index: Int, room: Spool.Room) throws(FeedError) -> OpenedSource {
    switch self {
    case .zip(let zip):
      try OpenedSource(
        unwrapping: zip.bytes(of: index, room: room),
        room: room,
        location: .archive(name: zip.name)
      )
    case .tar(let tar):
      try OpenedSource(
        unwrapping: tar.bytes(of: index),
        room: room,
        location: .archive(name: tar.name)
      )
    case .folder(let folder):
      try OpenedSource(
        unwrapping: folder.bytes(of: index),
        room: room,
        location: folder.location(of: index)
      )
    }
  }
}
