import ArgumentParser
import Glibc
import StreamHost
import StreamModel

extension Diagnostics {
  /// Runs `body`; prints a feed error and ends the program with status 1.
  static func exiting<T>(_ body: () throws(FeedError) -> T) throws -> T {
    do throws(FeedError) {
      return try body()
    } catch {
      print(error)
      throw ExitCode(1)
    }
  }

  /// Prints the reason why the program ends, and returns status 1.
  static func failure(_ line: String) -> ExitCode {
    print(line)
    return ExitCode(1)
  }

  /// Prints a text on standard output as it is.
  ///
  /// - Throws: Status 1, after a message, if the output failed.
  static func output(_ text: String) throws {
    guard write(text, to: STDOUT_FILENO) else {
      throw failure("standard output: the output failed")
    }
  }
}

extension SavedState {
  /// Runs `body`; prints a refusal and ends the program with status 1.
  static func exiting<T>(_ body: () throws(StateRefusal) -> T) throws -> T {
    do throws(StateRefusal) {
      return try body()
    } catch {
      throw Diagnostics.failure("streamtui: \(error.text)")
    }
  }
}
