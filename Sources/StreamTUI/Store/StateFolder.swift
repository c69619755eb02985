import Glibc

/// The folder with everything that is kept from run to run: `$XDG_STATE_HOME/streamtui`, else
/// `~/.local/state/streamtui`.
///
/// The way to the folder may lead over symbolic links; the folder and what is in it may not be any.
struct StateFolder: Equatable {
  private static let name = "streamtui"

  /// A folder that has to be there, and the way from it to the folder above the state's.
  private let root: String
  private let way: [String]

  /// Finds the place in this environment; nil where there is no home folder.
  init?(_ environment: (String) -> String? = Environment.value) {
    // A relative folder must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
      (root, way) = ("/", folder.split(separator: "/").map { String($0) })
    } else if let user = environment("HOME"), user.hasPrefix("/"), access(user, F_OK) == 0 {
      // A user without a home, as of a service, does not get one.
      (root, way) = (user, [".local", "state"])
    } else {
      return nil
    }
  }

  /// The path of the folder.
  var path: String { ([root] + way + [Self.name]).joined(separator: "/") }

  /// Opens the folder `name` in it; the caller closes the descriptor.
  ///
  /// - Parameter creates: Whether to make the folders that are missing, for the user alone.
  /// - Returns: nil if it is not there or cannot be used; `errno` says why.
  func openSubfolder(_ name: String, creates: Bool) -> Int32? {
    if creates { makeWay() }
    let above = ([root] + way).joined(separator: "/")
    let home = Glibc.open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard home >= 0 else { return nil }
    defer { close(home) }
    guard let folder = Self.folder(Self.name, in: home, creates: creates) else { return nil }
    defer { close(folder) }
    return Self.folder(name, in: folder, creates: creates)
  }

  private static func folder(_ name: String, in folder: Int32, creates: Bool) -> Int32? {
    if creates { _ = mkdirat(folder, name, 0o700) }
    let opened = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    return opened >= 0 ? opened : nil
  }

  /// Makes the folders above, which XDG wants for the user alone.
  private func makeWay() {
    var path = root
    for part in way {
      path += "/\(part)"
      _ = mkdir(path, 0o700)
    }
  }
}
