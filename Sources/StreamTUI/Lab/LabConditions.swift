import ArgumentParser
import Glibc
import StreamHost
import StreamLab
import StreamModel
import StreamUI

/// The feed and the terminal of a run that is the same on every machine.
enum LabConditions {
  /// Counts the bytes for one terminal, whatever the reader's own is.
  static func fixTerminal() {
    setenv("TERM", Bench.terminal, 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    Ncurses.setLocale()
  }

  /// Parses the keys of an option.
  ///
  /// - Throws: Wrong usage, with the column, if they are malformed.
  static func script(_ keys: String) throws -> KeyScript {
    do throws(KeyScript.Failure) {
      return try KeyScript(keys)
    } catch {
      throw ValidationError("--keys:\(error.column): \(error.message)")
    }
  }

  /// Opens a source, which may be a pipe, and reads it to its end; without a name a pipe on standard input, nil
  /// where there is none.
  ///
  /// - Throws: ``FeedError`` if the source cannot be read.
  static func source(_ name: String?) throws(FeedError) -> OpenedSource? {
    guard name != nil || SourceArguments.hasInput else { return nil }
    let opened = try Downloads.open(name ?? "-")
    try fill(opened)
    return opened
  }

  /// Reads a pipe to its end.
  ///
  /// - Throws: ``FeedError`` if it cannot be read.
  static func fill(_ opened: OpenedSource) throws(FeedError) {
    while let spool = opened.spool, !spool.isComplete { _ = try spool.fillBlocking() }
  }
}
