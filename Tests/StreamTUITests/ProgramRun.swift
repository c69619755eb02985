import Foundation
import Testing

extension Program {
  /// What a run without a terminal printed, and how it ended.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// Runs the program with `arguments`.
  static func run(_ arguments: [String], input: String? = nil) throws -> Outcome {
    try start(path, arguments, input: input ?? "", environment: [:])
  }

  /// Runs a line of shell in which `$program` is the program.
  static func shell(
    _ line: String,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try start("/bin/sh", ["-c", line], input: "", environment: environment)
  }

  /// Writes a script of the shell to `path`, which can be started at once.
  ///
  /// Another process writes it: a test beside this one that forks meanwhile would keep the file open for writing, and
  /// the system starts no such file (`ETXTBSY`).
  static func writeScript(_ body: String, to path: String) throws {
    let written = try start(
      "/bin/sh",
      ["-c", #"cat > "$0" && chmod 700 "$0""#, path],
      input: "#!/bin/sh\n\(body)\n",
      environment: [:]
    )
    try #require(written.status == 0, "\(written.errors)")
  }

  /// Runs `body` with the path of a folder that is gone afterwards.
  static func inFolder<T>(_ body: (String) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("streamtui-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
  }

  private static func start(
    _ path: String,
    _ arguments: [String],
    input: String,
    environment: [String: String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["program": Program.path]) { _, new in new }
      .merging(environment) { _, new in new }
    let (output, errors, keys) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = keys
    try process.run()
    keys.fileHandleForWriting.write(Data(input.utf8))
    try keys.fileHandleForWriting.close()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self)
    )
  }
}
