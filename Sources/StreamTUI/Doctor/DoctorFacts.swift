/// The facts that ``DoctorReport`` judges.
struct DoctorFacts {
  var terminal: TerminalFacts
  var machine: MachineFacts
  var openers: OpenerFacts
  var state: StateFacts
  /// The libraries in the program with their releases, such as "zlib 1.2.13".
  var versions: [String]
}
