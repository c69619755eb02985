import ArgumentParser
import Glibc
import StreamHost
import StreamModel

extension Diagnostics {
  /// Prints a failure that ends any command, such as one of a feed, the state or an account, and returns status 1; returns
  /// any other error as it is.
  static func told(_ error: any Error) -> any Error {
    switch error {
    case let error as FeedError: print(error)
    case let error as StateRefusal: print("streamtui: \(error.text)")
    case let error as SubscriptionEditor.Refusal: print("streamtui: \(error.text)")
    case let error as AccountFailure: print(error.text)
    case let error as SubscriptionWord.Failure: print(error.text)
    case let error as NcursesTerminal.Failure: print(error.text)
    default: return error
    }
    return ExitCode(1)
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
