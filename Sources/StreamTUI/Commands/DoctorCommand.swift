import ArgumentParser
import Glibc

/// Reports whether the terminal and the machine have all that the viewer needs.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report on the terminal, the openers and the saved state.",
    discussion: """
      A line is "ok", "warn" (it works, but with less) or "fail" (something will not work), then a \
      name and a value. The exit status is 1 if a line says fail. The report names no feed, user or \
      host, so you can attach it to an issue.
      """
  )

  func run() throws {
    Ncurses.setLocale()
    let machine = MachineFacts.collected()
    let facts = DoctorFacts(
      terminal: .collected(isUTF8: machine.isUTF8),
      machine: machine,
      openers: .collected(RunConfiguration(.usual, given: []).openers),
      state: .collected(),
      versions: [
        Version.text, Ncurses.version, "zlib \(Inflater.version)", "SQLite \(Database.version)",
        "Swift \(Self.compiler)",
      ]
    )
    let report = DoctorReport(facts)
    let text = report.lines.map { Diagnostics.safe($0.text) + "\n" }.joined()
    try Diagnostics.output(text)
    if report.hasProblem { throw ExitCode(1) }
  }

  /// The release of the compiler; the language offers no more exact one.
  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
