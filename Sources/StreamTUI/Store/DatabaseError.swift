/// An error of the database, with SQLite's own sentence.
struct DatabaseError: Error, Hashable, Sendable {
  /// The kinds that call for different measures.
  enum Kind: Hashable, Sendable {
    /// The disk, the quota or the database has no room.
    case full
    case readOnly
    /// Another process writes; the same statement succeeds later.
    case busy
    /// The file is no database, is malformed, or is not of this program.
    case damaged
    /// A newer version of the program wrote the file.
    case newer
    case cannotOpen
    case other
  }

  let kind: Kind
  /// SQLite's sentence, such as "database disk image is malformed".
  let text: String
}
