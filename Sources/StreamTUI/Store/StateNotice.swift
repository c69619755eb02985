import CellGrid

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

  /// A post is too long to be kept.
  static let tooLong = StateNotice("Not kept: the post is longer than 16 MiB")
}
