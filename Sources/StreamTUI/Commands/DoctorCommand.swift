import ArgumentParser
import Glibc
import StreamHost
import StreamModel

/// Reports whether the terminal and the machine have all that the viewer needs.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the terminal, the openers and the saved state.",
    discussion: """
      A line is "ok", "warn" (it works, but with less) or "fail" (something will not work), then a \
      name and a value. The exit status is 1 if a line says fail. The report names no feed, user or \
      host, so you can attach it to an issue.
      """
  )

  func run() throws {
    Ncurses.setLocale()
    let lines = DoctorReport().lines
    try Diagnostics.output(lines.map { Diagnostics.safe($0.text) + "\n" }.joined())
    if lines.contains(where: \.isFailure) { throw ExitCode(1) }
  }
}

extension BuildFacts {
  static var ofThisProgram: BuildFacts {
    BuildFacts(
      Ncurses.buildFacts,
      libraries: [
        Ncurses.version, "zlib \(Inflater.version)", "SQLite \(Database.version)",
        "PCRE2 \(RegularExpression.version)",
        "glibc \(SystemLibrary.version ?? "of an unknown release")",
      ]
    )
  }
}
