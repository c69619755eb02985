/// Removes what the state holds of one source or of all, down to the bytes in its files.
struct StateEraser {
  /// The outcome of forgetting.
  enum Outcome: Equatable, Sendable {
    case done
    /// The state is forgotten, but its bytes may remain in these files.
    case remains(in: [String])
    /// Nothing was forgotten.
    case failed
  }

  let session: StateSession

  /// Forgets sources: their rows, marks, kept posts and followed links.
  func forget(_ sources: [SourceID]) -> Outcome {
    let keys = sources.compactMap { session.known[$0]?.key }
    guard keys.count == sources.count else { return .failed }
    let outcome = erase { (tables) throws(DatabaseError) in
      for key in keys {
        if let row = try tables.sources.find(key)?.id { try tables.removeAll(of: row) }
      }
    }
    if outcome != .failed { for source in sources { session.drop(source) } }
    return outcome
  }

  /// Forgets all, databases that were set aside included.
  func forgetAll() -> Outcome {
    session.removeAside()
    let outcome = erase { (tables) throws(DatabaseError) in try tables.removeAll() }
    if outcome != .failed { session.dropAll() }
    return outcome
  }

  private func erase(_ body: (StateTables) throws(DatabaseError) -> Void) -> Outcome {
    guard session.isOn else { return .failed }
    let (isErased, isClean) = session.patiently {
      let erased: ()? = session.attempt { (tables) throws(DatabaseError) in
        try tables.database.transaction { () throws(DatabaseError) in try body(tables) }
      }
      guard erased != nil else { return (false, false) }
      let clean: ()? = session.attempt { (tables) throws(DatabaseError) in
        // `secure_delete` has cleared the freed pages; this gives them back.
        try tables.database.run("VACUUM")
        try tables.database.checkpoint(emptying: true)
      }
      return (true, clean != nil)
    }
    guard isErased else { return .failed }
    let rest = (isClean ? [] : [StateFiles.name]) + session.aside
    return rest.isEmpty ? .done : .remains(in: rest)
  }
}
