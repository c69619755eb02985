import CellGrid
import Glibc

package enum TypedPath {
  /// The entries of a folder that are looked at; one of more costs a key too much.
  private static let mostEntries = 10_000
  /// The most completions; nobody goes through more.
  private static let most = 500

  /// The paths in alphabetical order, folders with a slash at their ends.
  ///
  /// Names with characters that nobody can type are left out, and those that begin with a dot.
  package static func completions(of text: String) -> [String] {
    let cut = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
    let (folder, beginning) = (String(text[..<cut]), String(text[cut...]))
    if folder.isEmpty, beginning == "~" { return ["~/"] }
    guard let path = Environment.expanded(folder.isEmpty ? "." : folder) else { return [] }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let names = DirectoryEntries(descriptor: descriptor).names(most: mostEntries)
      .filter { $0.hasPrefix(beginning) && SafeText(sanitizing: $0).string == $0 }
    return names.sorted().prefix(most).map { name in
      var status = stat()
      let isFolder =
        fstatat(descriptor, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return folder + name + (isFolder ? "/" : "")
    }
  }
}
