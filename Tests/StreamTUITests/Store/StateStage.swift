import Foundation
import Testing

/// A folder with feeds and a saved state, and the program run in it.
struct StateStage {
  @OwnFolder var folder: String
  /// There is no network but what a test writes as `curl`.
  var environment: [String: String] {
    [
      "XDG_STATE_HOME": folder + "/state", "XDG_CACHE_HOME": folder + "/cache",
      "XDG_CONFIG_HOME": folder + "/config", "STREAMTUI_CURL": folder + "/curl",
      // Temporary files of programs that others run count among what can be forgotten.
      "TMPDIR": folder,
    ]
  }
  var state: String { folder + "/state/streamtui" }

  static func run(_ body: (StateStage) throws -> Void) throws { try body(StateStage()) }

  /// Writes a feed of posts with these texts and returns its path.
  func feed(_ name: String, _ texts: [String], more: String = "") throws -> String {
    let lines = texts.enumerated().map { number, text in
      #"{"id":"\#(name)-\#(number)","body_text":"\#(text)"\#(more)}"# + "\n"
    }
    let path = folder + "/" + name
    try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Runs a line of shell in the folder; `$program` is the program.
  func shell(_ line: String, secure: Bool = false) throws -> Program.Outcome {
    let more = secure ? ["STREAMTUI_SECURE": "1"] : [:]
    return try Program.shell(
      "cd '\(folder)'; \(line)",
      environment: environment.merging(more) { $1 }
    )
  }

  func open(_ arguments: [String] = [], columns: Int = 80, lines: Int = 24) throws -> Pty {
    try Pty([Program.path] + arguments, columns: columns, lines: lines, environment: environment)
  }

  /// Opens a feed in the viewer, types `keys` and quits.
  func read(_ arguments: [String], keys: [String]) throws {
    let pty = try open(arguments).showing("post 1 of")
    for key in keys { pty.type(key) }
    pty.quit("q")
  }

  /// The files below the state folder that hold `text`.
  func files(with text: String) throws -> [String] {
    let paths = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      FileManager.default.contents(atPath: state + "/" + path)?.range(of: Data(text.utf8)) != nil
    }
  }
}
