import CellGrid

/// An open database with its files.
struct StateOpening {
  let database: Database
  let files: StateFiles
  /// The database file that is open.
  let identity: [UInt64]
  /// A state that could not be read and was set aside.
  let notice: StateNotice?

  /// Opens the database of a folder and makes what is missing.
  ///
  /// A damaged database is set aside, once, and replaced by an empty one; a newer one is left as it is.
  ///
  /// - Parameters:
  ///   - patience: the time in milliseconds to wait for other processes.
  ///   - failed: a database that was open and must be set aside, unless another process has done it,
  ///     with the reason.
  init(
    _ folder: StateFolder,
    patience: Int32,
    insteadOf failed: (identity: [UInt64], fault: StateFault)? = nil
  ) throws(StateFault) {
    let files = try folder.prepare()
    guard files.lock(milliseconds: patience) else {
      throw .database(DatabaseError(kind: .busy, text: "locked"))
    }
    defer { files.unlock() }
    self.files = files
    if let failed, files.identity == failed.identity {
      notice = .setAside(failed.fault, as: try files.setAside())
      database = try Self.database(files, patience)
    } else {
      (database, notice) = try Self.databaseOrEmpty(files, patience)
    }
    guard let identity = files.identity else { throw .moved }
    self.identity = identity
  }

  private static func databaseOrEmpty(
    _ files: StateFiles,
    _ patience: Int32
  ) throws(StateFault) -> (Database, StateNotice?) {
    do throws(StateFault) {
      return (try database(files, patience), nil)
    } catch {
      // What was empty, and is still, holds nothing to set aside.
      guard error.callsForAnother, !files.isEmpty else { throw error }
      let notice = StateNotice.setAside(error, as: try files.setAside())
      return (try database(files, patience), notice)
    }
  }

  private static func database(
    _ files: StateFiles,
    _ patience: Int32
  ) throws(StateFault) -> Database {
    try files.prepare()
    do throws(DatabaseError) {
      let database = try Database(path: files.database)
      database.wait(milliseconds: patience)
      try database.run("PRAGMA cell_size_check = ON")
      // No file may appear outside the folder.
      try database.run("PRAGMA temp_store = MEMORY")
      try database.run("PRAGMA secure_delete = ON")
      try database.run("PRAGMA synchronous = NORMAL")
      // Before the log is chosen, so that a failure leaves an empty file empty.
      try StateSchema.prepare(database)
      // The log needs memory shared by all processes that use the file.
      try database.run(
        files.isRemote ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL"
      )
      if database.isReadOnly {
        // A flipped bit in the header forbids to write, too.
        let kind: DatabaseError.Kind = files.isWritable ? .damaged : .readOnly
        throw DatabaseError(kind: kind, text: "it is read-only")
      }
      database.wait(milliseconds: 0)
      return database
    } catch {
      throw .database(error)
    }
  }
}

extension StateFault {
  /// Whether the database can only be replaced.
  fileprivate var callsForAnother: Bool {
    guard case .database(let error) = self else { return false }
    return error.kind == .damaged
  }
}

/// One line about the saved state, for the status line.
struct StateNotice: Hashable, Sendable {
  let text: SafeText

  private init(_ text: String) {
    self.text = SafeText(sanitizing: text)
  }

  /// Nothing is saved in this session, because of `fault`.
  static func off(_ fault: StateFault) -> StateNotice {
    StateNotice("State is off: \(fault.reason)")
  }

  /// The last write failed; the store tries it again.
  static func waiting(_ fault: StateFault) -> StateNotice {
    StateNotice("State is not saved yet: \(fault.reason)")
  }

  /// The old state could not be read and is now in the file `name`.
  static func setAside(_ fault: StateFault, as name: String) -> StateNotice {
    StateNotice("State starts empty: \(fault.reason); the old state is in \(name)")
  }

  /// The database was deleted while it was open.
  static let removed = StateNotice(
    "State starts empty: \(StateFiles.name) was deleted. What you mark from now on is saved."
  )

  /// The session ends with writes that no turn could make.
  static func lost(_ count: Int) -> StateNotice {
    StateNotice(
      count == 1 ? "State: 1 change was not saved" : "State: \(count) changes were not saved"
    )
  }

  static let tooLong = StateNotice("Not kept: the post is longer than 16 MiB")
}
