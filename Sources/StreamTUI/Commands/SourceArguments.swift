import ArgumentParser
import Glibc

/// The sources that a command without a screen reads.
struct SourceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the output of a program; quotes keep blanks, and no shell reads it.",
      valueName: "program arguments"
    )
  )
  var exec: [String] = []

  @Argument(
    help: "Files, folders or archives, or - for standard input. Default: a pipe on standard input.",
    completion: .file()
  )
  var source: [String] = []

  /// The sources as named beside programs, or standard input if none is named and it is a pipe or a file.
  ///
  /// - Throws: Wrong usage if there is nothing to read.
  func names() throws -> [String] {
    if !source.isEmpty || !exec.isEmpty { return source }
    guard Self.hasInput else {
      throw ValidationError("no SOURCE: name a file, or pipe a feed into the command")
    }
    return ["-"]
  }

  /// Whether standard input is a pipe or a file: nobody pipes a feed through a terminal or a device.
  static var hasInput: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}
