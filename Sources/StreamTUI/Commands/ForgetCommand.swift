import ArgumentParser
import CellGrid
import Glibc

/// Removes what is saved of a source, or of all.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove everything that is remembered of a feed, or of all feeds.",
    discussion: """
      Removes your place, read marks, kept posts and followed links, down to their bytes in the files of \
      the state folder. A file that is gone is named by the path that streamtui history shows. \
      The exit status is 1 if nothing was known of the source.
      """
  )

  @Argument(
    help:
      "A file, folder or archive, a name given with --name, or all (./all for a file of that name).",
    completion: .file()
  )
  var source: String

  func run() throws {
    Ncurses.setLocale()
    guard let state = try SavedState.exiting(SavedState.opened) else { return try say(nil) }
    let forgetting = Forgetting(state: state)
    let report = source == "all" ? forgetting.forgetAll() : forgetting.forget(source)
    state.close()
    try say(report)
  }

  private func say(_ report: Forgetting.Report?) throws {
    if let line = report?.line {
      Diagnostics.write(SafeText(sanitizing: line).string + "\n", to: STDOUT_FILENO)
    }
    if let failure = report?.failure { Diagnostics.print("streamtui: \(failure)") }
    if report?.isEmpty ?? true {
      Diagnostics.print(
        "\(source): nothing is remembered of it (streamtui history lists all names)"
      )
    }
    guard report?.line != nil, report?.failure == nil else { throw ExitCode(1) }
  }
}
