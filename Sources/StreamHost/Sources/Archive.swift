import Glibc
import StreamModel

/// An archive of several files: zip, tar or a folder.
enum Archive {
  case zip(ZipArchive)
  case tar(TarArchive)
  case folder(FolderArchive)

  /// Why it holds no feed: which names a feed has, and where else one may be.
  var emptiness: String {
    let expected = "holds no feed (expected names such as feed.json or feed.xml"
    guard case .folder(let folder) = self, let skipped = folder.skippedFolder else {
      return expected + ")"
    }
    return "\(expected); folders in it, such as \(skipped), are not entered: name that one)"
  }

  var paths: [ArchivePath] {
    switch self {
    case .zip(let zip): zip.members.map(\.path)
    case .tar(let tar): tar.members.map(\.path)
    case .folder(let folder): folder.members.map(\.path)
    }
  }

  var faults: [String] {
    switch self {
    case .zip(let zip): zip.faults
    case .tar(let tar): tar.faults
    case .folder(let folder): folder.faults
    }
  }

  /// Returns the files by their names, for those that a feed names beside itself.
  func files(name: String) -> ArchiveFiles {
    ArchiveFiles(name: name, paths: { paths }, member: bytes)
  }

  func bytes(of index: Int, room: Spool.Room) throws(FeedError) -> any ByteSource {
    switch self {
    case .zip(let zip): try zip.bytes(of: index, room: room)
    case .tar(let tar): tar.bytes(of: index)
    case .folder(let folder): try folder.bytes(of: index)
    }
  }

  /// Returns the bytes of the member at `index` of ``paths``, without their own wrapping.
  ///
  /// - Parameter files: The files of this archive.
  func source(
    at index: Int,
    in files: ArchiveFiles,
    room: Spool.Room
  ) throws(FeedError) -> OpenedSource {
    let location: FeedLocation =
      if case .folder(let folder) = self { folder.location(of: index) } else {
        .archive(files, folder: paths[index].folder)
      }
    return try OpenedSource(
      unwrapping: bytes(of: index, room: room),
      room: room,
      location: location
    )
  }
}

/// The files of a folder, treated like an unpacked archive.
///
/// A folder with an account's export is listed with all its subfolders, and so is each export in a folder of
/// its own. Other folders are not entered: naming a folder should not make the program read a whole disk.
final class FolderArchive {
  struct Member {
    let path: ArchivePath
    /// The path as the system returns it, which need not be UTF-8.
    let systemPath: [CChar]
  }

  private(set) var members: [Member] = []
  private(set) var faults: [String] = []
  /// A folder in it that was not entered; nil without one.
  private(set) var skippedFolder: String?
  private let name: String

  private static let mostDepth = 16

  /// Lists the folder without opening any file.
  ///
  /// Links to folders are not followed.
  ///
  /// - Parameter mostEntries: The most names that are examined.
  init(_ name: String, mostEntries: Int = 500_000) throws(FeedError) {
    self.name = name
    var folders: [(path: [CChar], depth: Int)] = [(Array(name.utf8CString.dropLast()), 0)]
    let root = folders[0].path.count
    let isExport = Self.holdsOutbox(folders[0].path)
    var seen = 0
    while let folder = folders.popLast() {
      guard let entries = Self.names(in: folder.path + [0], mostEntries) else {
        let reason = SystemError.text(errno)
        if folder.depth == 0 { throw .unreadable(name: name, reason: reason) }
        faults.append("\(Self.path(folder.path, from: root).text): \(reason)")
        continue
      }
      for entry in entries {
        seen += 1
        guard seen <= mostEntries else {
          faults.append("more than \(mostEntries) files; the rest is left out")
          return
        }
        let path = folder.path + [CChar(bitPattern: 0x2F)] + entry
        var status = stat()
        guard lstat(path + [0], &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          let isPart = isExport || folder.depth > 0 || Self.holdsOutbox(path)
          if !isPart { skippedFolder = skippedFolder ?? Self.path(path, from: root).text }
          if isPart, folder.depth < Self.mostDepth { folders.append((path, folder.depth + 1)) }
        } else if stat(path + [0], &status) == 0, status.st_mode & S_IFMT == S_IFREG {
          members.append(Member(path: Self.path(path, from: root), systemPath: path + [0]))
        }
      }
    }
  }

  func bytes(of index: Int) throws(FeedError) -> any ByteSource {
    let member = members[index]
    let separator = name.hasSuffix("/") ? "" : "/"
    let name = "\(name)\(separator)\(member.path.text)"
    let descriptor = Glibc.open(member.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0 else { throw .unreadable(name: name, reason: SystemError.text(errno)) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(name: name, reason: "is no longer a file")
    }
    return FileBytes(name: name, descriptor: descriptor, count: Int(status.st_size))
  }

  /// The location of a member, which decides whether files beside it can be opened.
  func location(of index: Int) -> FeedLocation {
    .folder(root: name, folder: members[index].path.folder)
  }

  private static func holdsOutbox(_ folder: [CChar]) -> Bool {
    access(folder + "/outbox.json".utf8CString, F_OK) == 0
  }

  /// Returns at most `most` + 1 names in a folder, without those that begin with a dot; nil if it cannot be read.
  private static func names(in path: [CChar], _ most: Int) -> [[CChar]]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [[CChar]] = []
    while names.count <= most, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
      }
      if name.first != CChar(bitPattern: 0x2E) { names.append(name) }
    }
    return names
  }

  private static func path(_ path: [CChar], from root: Int) -> ArchivePath {
    ArchivePath(path.dropFirst(root).map { UInt8(bitPattern: $0) })
  }
}
