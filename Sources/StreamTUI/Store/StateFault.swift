/// The reason why the saved state cannot be used.
enum StateFault: Error, Hashable, Sendable {
  /// No variable names a folder for it.
  case noPlace
  /// A name that must be a file or folder of its own is a symbolic link.
  case link(String)
  /// A name that must be a file or folder of its own is anything else, or has a second name.
  case wrongKind(String)
  /// The file or folder belongs to another user.
  case foreign(String)
  /// The file is larger than any that the program writes.
  case tooLarge(String)
  /// Another process holds the lock on the file.
  case locked(String)
  /// All names for files that are set aside are taken.
  case crowded
  /// Another process keeps replacing the database.
  case moved
  /// The system refuses, by its error number.
  case refused(Int32)
  case database(DatabaseError)

  /// The reason in words, for the end of a sentence.
  var reason: String {
    switch self {
    case .noPlace: "neither XDG_STATE_HOME nor HOME names a folder"
    case .link(let name): "\(name) is a symbolic link"
    case .wrongKind(let name): "\(name) is not an ordinary file or folder"
    case .foreign(let name): "\(name) belongs to another user"
    case .tooLarge(let name): "\(name) is too large"
    case .locked(let name): "another process is changing \(name)"
    case .crowded: "remove old files named \(StateFiles.name).bad first"
    case .moved: "\(StateFiles.name) was replaced again and again"
    case .refused(let number): SystemError.text(number)
    case .database(let error): Self.reason(error)
    }
  }

  private static func reason(_ error: DatabaseError) -> String {
    switch error.kind {
    case .full: "the disk is full"
    case .readOnly: "\(StateFiles.name) cannot be written"
    case .busy: "another process uses \(StateFiles.name)"
    case .damaged: "\(StateFiles.name) was damaged"
    case .newer: "\(StateFiles.name) is from a newer version of streamtui. Update streamtui."
    case .cannotOpen, .other: "\(StateFiles.name): \(error.text)"
    }
  }
}
