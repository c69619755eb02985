import StreamHost

/// The version of the program, and the facts of its build, which two builds of one commit share.
struct BuildFacts {
  /// Manual pages and documents repeat it, and a test compares them.
  static let version = CurlRequest.version

  /// The facts in a fixed order, without the version.
  let list: [(name: String, value: String)]

  /// - Parameter stated: the lines that `script/build` has linked in: a name, a blank and a value.
  init(_ stated: String, libraries: [String]) {
    let lines = stated.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    func value(_ name: String) -> String? {
      lines.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
    }
    let commit = value("commit").map { commit in
      let date = value("date").map { " of \($0)" } ?? ""
      return commit + date + (value("changed") == "yes" ? ", with changes" : "")
    }
    let origin = lines.isEmpty ? "not built by script/build" : "built outside git"
    let linking = value("linking").map { ", \($0)" } ?? ""
    let parser = value("argument-parser").map { ["argument-parser \($0)"] } ?? []
    list = [
      ("commit", commit ?? "unknown: \(origin)"),
      ("compiler", value("compiler") ?? "Swift 6.2 or later"),
      ("target", (value("target") ?? Self.machine) + linking),
      ("libraries", (libraries + parser).joined(separator: ", ")),
    ]
  }

  /// The text of `--version`: name and version on the first line, then a line for each fact.
  var text: String {
    list.reduce("streamtui \(Self.version)") { "\($0)\n\($1.name): \($1.value)" }
  }

  var lines: [DoctorLine] { [.ok("version", Self.version)] + list.map { .ok($0.name, $0.value) } }

  private static var machine: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "unknown machine"
    #endif
  }
}
