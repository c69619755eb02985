import StreamSources

/// The version of the program, and the facts of its build, which two builds of one commit share.
struct BuildFacts: Equatable {
  /// Manual pages and documents repeat it, and a test compares them.
  static let version = CurlRequest.version

  /// A fact with its name.
  struct Fact: Equatable {
    let name: String
    let value: String
  }

  /// The facts in a fixed order, without the version.
  let list: [Fact]

  /// - Parameters:
  ///   - stated: the lines that `script/build` has linked in: a name, a blank and a value.
  ///   - libraries: the releases of the libraries, as they say themselves.
  init(_ stated: String, libraries: [String]) {
    let lines = stated.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    func value(_ name: String) -> String? {
      lines.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
    }
    let isStated = !lines.isEmpty
    let commit = value("commit").map { commit in
      let date = value("date").map { " of \($0)" } ?? ""
      return commit + date + (value("changed") == "yes" ? ", with changes" : "")
    }
    let origin = isStated ? "built outside git" : "not built by script/build"
    let linking = value("linking").map { ", \($0)" } ?? ""
    let parser = value("argument-parser").map { ["argument-parser \($0)"] } ?? []
    list = [
      Fact(name: "commit", value: commit ?? "unknown: \(origin)"),
      Fact(name: "compiler", value: value("compiler") ?? "Swift \(Self.language)"),
      Fact(name: "target", value: (value("target") ?? Self.machine) + linking),
      Fact(name: "libraries", value: (libraries + parser).joined(separator: ", ")),
    ]
  }

  /// The text of `--version`: name and version on the first line, then a line for each fact.
  var text: String {
    (["streamtui \(Self.version)"] + list.map { "\($0.name): \($0.value)" })
      .joined(separator: "\n")
  }

  var lines: [DoctorLine] {
    [DoctorLine(.ok, "version", Self.version)] + list.map { DoctorLine(.ok, $0.name, $0.value) }
  }

  /// The release of the compiler; the language offers no more exact one.
  private static var language: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

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
