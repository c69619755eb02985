package import Addresses
import Glibc

/// Decides which files beside a feed may be opened: regular files whose canonical path lies below
/// the folder that the user opened.
///
/// It opens nothing, so a named pipe cannot block it.
package enum FolderGate {
  package enum Verdict: Equatable {
    case open(path: String)
    case refuse(because: String)
  }

  package static func judge(_ reference: FileReference, at location: FeedLocation) -> Verdict {
    switch location {
    case .alone:
      return .refuse(
        because: "files open only when streamtui shows their whole folder (streamtui FOLDER)"
      )
    case .archive(let files, _):
      let name = files.name
      let file = name.split(separator: "/").last.map { String($0) } ?? name
      return .refuse(because: "the file is inside \(file) (unpack it and open the folder)")
    case .folder(let root, let folder): return judge(reference, below: root, folder)
    }
  }

  private static func judge(
    _ reference: FileReference,
    below root: String,
    _ folder: String
  ) -> Verdict {
    guard let top = canonical(root) else {
      return .refuse(because: "\(root): \(SystemError.text(errno))")
    }
    let parts = [root, folder, reference.path].filter { !$0.isEmpty }
    guard let path = canonical(parts.joined(separator: "/")) else {
      let code = errno
      let isMissing = code == ENOENT || code == ENOTDIR
      let reason = isMissing ? "there is no such file" : SystemError.text(code)
      return .refuse(because: "\(reason): \(reference.path)")
    }
    // The slash keeps out a neighbour whose name begins alike.
    guard path.utf8.starts(with: (top == "/" ? top : top + "/").utf8) else {
      return .refuse(because: "it leads out of the opened folder: \(reference.path)")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      return .refuse(because: "\(SystemError.text(errno)): \(reference.path)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .open(path: path)
    case S_IFDIR: return .refuse(because: "it is a folder, not a file: \(reference.path)")
    default: return .refuse(because: "it is not a regular file: \(reference.path)")
    }
  }

  /// Returns the path without links, "." and ".."; nil, with `errno` set, where it leads nowhere or is no text.
  private static func canonical(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    guard let text = String(validatingCString: found) else {
      errno = EILSEQ
      return nil
    }
    return text
  }
}
