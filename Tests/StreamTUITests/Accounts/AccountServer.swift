import Foundation

/// A server without a network: a program in place of curl that answers from a file, which tests read and change as other
/// devices would.
protocol AccountServer {
  /// What the file holds.
  associatedtype State: Codable
  static var program: String { get }
  var stage: StateStage { get }
}

extension AccountServer {
  private var path: String { stage.folder + "/server.json" }

  private func write(_ state: State) throws {
    try JSONEncoder().encode(state).write(to: URL(filePath: path), options: .atomic)
  }

  func begin(with state: State) throws {
    try Program.writeScript(Self.program, to: stage.folder + "/curl")
    try write(state)
  }

  func state() throws -> State {
    try JSONDecoder().decode(State.self, from: Data(contentsOf: URL(filePath: path)))
  }

  func change(_ body: (inout State) -> Void) throws {
    var state = try state()
    body(&state)
    try write(state)
  }

  /// The requests so far but those for events, as the program notes them.
  func requests() -> [String] {
    let log = try? String(contentsOfFile: stage.folder + "/log", encoding: .utf8)
    return (log ?? "").split(separator: "\n").map { String($0) }
      .filter { !$0.contains("/streaming/") }
  }

  func run(_ line: String) throws -> Program.Outcome { try stage.shell(line) }
}
