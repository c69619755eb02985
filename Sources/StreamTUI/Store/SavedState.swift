import ArgumentParser
import CellGrid
import Glibc

/// The saved state as a command uses it, without a viewer.
struct SavedState {
  let folder: StateFolder
  let store: StateStore

  /// Opens the state that is there.
  ///
  /// - Returns: nil where nothing was ever saved; no folder is made then.
  /// - Throws: ``StateRefusal`` if it may not or cannot be used.
  static func opened() throws(StateRefusal) -> SavedState? {
    guard !Environment.isSecure else {
      throw StateRefusal("The saved state is off: secure mode is on (STREAMTUI_SECURE)")
    }
    guard let folder = StateFolder() else {
      throw StateRefusal("The saved state is off: \(StateFault.noPlace.reason)")
    }
    guard access(folder.path, F_OK) == 0 else { return nil }
    let store = StateStore(in: folder)
    guard store.isOn else { throw StateRefusal("The saved state is off", store) }
    return SavedState(folder: folder, store: store)
  }

  /// Runs `body`; prints a refusal and ends the program with status 1.
  static func exiting<T>(_ body: () throws(StateRefusal) -> T) throws -> T {
    do throws(StateRefusal) {
      return try body()
    } catch {
      Diagnostics.print("streamtui: \(error.text)")
      throw ExitCode(1)
    }
  }

  /// Closes the store and prints what it has to say.
  func close() {
    store.close()
    while let notice = store.takeNotice() { Diagnostics.print("streamtui: \(notice.text.string)") }
  }
}

extension StateRefusal {
  /// Says `text`, unless the store has a reason of its own.
  init(_ text: String, _ store: StateStore) {
    self.init(store.takeNotice()?.text.string ?? text)
  }
}
