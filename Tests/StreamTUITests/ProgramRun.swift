import Foundation
import Testing

@testable import StreamTUI

extension Program {
  /// What a run without a terminal printed, and how it ended.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// Checks how the run ended, and that its output and its errors have each of these words.
    func ends(
      with status: Int32,
      output words: String...,
      errors reasons: String...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(self.status == status, "\(output) \(errors)", sourceLocation: sourceLocation)
      check(words, reasons, sourceLocation)
    }

    /// The output of a run that is to end well, without a word on standard error.
    func cleanOutput(sourceLocation: SourceLocation = #_sourceLocation) -> String {
      #expect(status == 0 && errors.isEmpty, "\(status): \(errors)", sourceLocation: sourceLocation)
      return output
    }

    /// Checks that the output and the errors have each of these words, however the run ended.
    func says(
      output words: String...,
      errors reasons: String...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      check(words, reasons, sourceLocation)
    }

    private func check(_ words: [String], _ reasons: [String], _ place: SourceLocation) {
      for word in words { #expect(output.contains(word), sourceLocation: place) }
      for reason in reasons { #expect(errors.contains(reason), sourceLocation: place) }
    }

    /// The same with another name for a folder.
    func naming(_ folder: String, _ name: String) -> Outcome {
      Outcome(
        status: status,
        output: output.replacing(folder, with: name),
        errors: errors.replacing(folder, with: name)
      )
    }
  }

  /// Runs the program with `arguments`.
  static func run(_ arguments: [String], input: String? = nil) throws -> Outcome {
    try start(path, arguments, input: input ?? "", environment: [:])
  }

  /// Runs a line of shell in which `$program` is the program.
  static func shell(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
    try start("/bin/sh", ["-c", line], input: "", environment: environment)
  }

  /// Runs a line of shell in a folder of its own, where `files` are; names are without the folder.
  static func shell(
    _ line: String,
    in files: [(String, [UInt8])],
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try inFolder { folder in
      for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
      return try shell("cd '\(folder)' && \(line)", environment: environment)
    }
  }

  static func shell(_ line: String, in files: [(String, String)]) throws -> Outcome {
    try shell(line, in: files.map { ($0.0, Array($0.1.utf8)) })
  }

  /// Makes a folder, and those that hold it.
  static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Writes a file, and makes the folders that hold it.
  static func write(_ text: String, to path: String, mode: Int = 0o600) throws {
    try makeFolder((path as NSString).deletingLastPathComponent)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Writes a script of the shell to `path`, which can be started at once, and makes the folders that hold it.
  ///
  /// Another process writes it: a test beside this one that forks meanwhile would keep the file open for writing, and
  /// the system starts no such file (`ETXTBSY`).
  static func writeScript(_ body: String, to path: String) throws {
    let written = try start(
      "/bin/sh",
      ["-c", #"mkdir -p "${0%/*}" && cat > "$0" && chmod 700 "$0""#, path],
      input: "#!/bin/sh\n\(body)\n",
      environment: [:]
    )
    try #require(written.status == 0, "\(written.errors)")
  }

  /// Runs `body` with the path of a folder that is gone afterwards.
  static func inFolder<T>(_ body: (String) throws -> T) throws -> T {
    let folder = TestFolder()
    return try withExtendedLifetime(folder) { try body(folder.path) }
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

/// A folder that goes with its last owner.
final class TestFolder: Sendable {
  /// As the program names it, without symbolic links.
  let path: String

  init() {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(temporary)/streamtui-\(UUID().uuidString)"
    #expect(mkdir(path, 0o755) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The path of a folder that a test has for itself.
@propertyWrapper struct OwnFolder {
  private let folder = TestFolder()
  var wrappedValue: String { folder.path }
}

extension Program {
  /// What the text of a configuration file means.
  static func configuration(_ text: String) throws -> RunConfiguration {
    try inFolder { folder in
      try write(text, to: folder + "/config.toml")
      return RunConfiguration(.named(folder + "/config.toml"), given: [])
    }
  }
}
