import CellGrid
import Foundation
import Glibc
import Testing

@testable import StreamModel
@testable import StreamTUI
@testable import StreamUI

/// A folder with a recorder, which writes its words separated by NUL, and a runner of programs.
final class ProgramStage {
  let loop: LoopStage
  let runner: ProgramRunner
  @OwnFolder var folder: String
  private var count = 0
  private var started: [pid_t] = []

  init() throws {
    loop = try LoopStage()
    runner = ProgramRunner(children: loop.children, isSecure: false)
    try #require(mkfifo("\(folder)/fifo", 0o600) == 0)
  }

  deinit {
    // The watch over exit tests sees no end of its own processes while others are not waited for.
    for process in started where waitpid(process, nil, WNOHANG) == 0 {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// A program that runs `body` after it has told the test its number and that of its parent.
  func program(_ body: String) throws -> String {
    count += 1
    let path = "\(folder)/program-\(count)"
    try Program.writeScript("dir=${0%/*}\necho $$ $PPID > \"$dir/fifo\"\n\(body)", to: path)
    return path
  }

  /// A program that writes its words to the file `words`, each with a NUL after it.
  func recorder() throws -> String {
    try program(
      ": > \"$dir/words\"; for w in \"$@\"; do printf '%s\\0' \"$w\" >> \"$dir/words\"; done"
    )
  }

  /// The words that the recorder wrote.
  func words() throws -> [String] {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/words")))
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Starts a call and returns the process and its parent.
  func start(_ call: CommandCall) throws -> (process: pid_t, parent: pid_t) {
    let events = runner.run(call)
    try #require(!Self.said(events).hasPrefix("!"), "\(Self.said(events))")
    let line = try announcement()
    // Input that fits into a pipe is written in one turn.
    loop.turn()
    let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    try #require(numbers.count == 2)
    started.append(numbers[0])
    return (numbers[0], numbers[1])
  }

  /// The line with which a program says that it runs: its number and that of its parent.
  func announcement() throws -> String {
    let fifo = open("\(folder)/fifo", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    try #require(fifo >= 0)
    defer { close(fifo) }
    // A program that cannot start never opens it.
    var ready = pollfd(fd: fifo, events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, 60_000) == 1, "the program did not start")
    try #require(fcntl(fifo, F_SETFL, 0) == 0)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(fifo, &byte, 1) == 1 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Waits for the end of a process and returns the events of its end.
  func end(of process: pid_t) -> [Event] {
    loop.awaitEnd(of: process)
    return loop.loop.wait(until: nil).compactMap { event in
      if case .event(let event) = event { event } else { nil }
    }
  }

  /// Runs a call to its end; what the viewer says or shows of it.
  func run(_ call: CommandCall) throws -> String {
    Self.said(end(of: try start(call).process))
  }

  /// Messages, warnings with "! ", and outputs as "[outcome] text".
  static func said(_ events: [Event]) -> String {
    events.map { event in
      switch event {
      case .message(let text, let isWarning): (isWarning ? "! " : "") + text.string
      case .answer(.output(let output), _):
        "[\(output.outcome ?? "running")\(output.isCut ? ", cut" : "")] \(String(decoding: output.bytes, as: UTF8.self))"
      default: "?"
      }
    }.joined(separator: "; ")
  }

  static func call(
    _ command: OwnCommand,
    _ post: Post = Post(id: Post.ID("i"), title: .text("title"), body: .text("body")),
    number: Int = 1
  ) throws -> CommandCall {
    let subject = CommandSubject(
      post: post,
      source: "test.json",
      link: nil,
      selection: nil,
      now: Timestamp(secondsSinceEpoch: 0)
    )
    return try CommandCall(command, on: subject, number: number)
  }

  static func command(
    _ words: [String],
    _ input: OwnCommand.InputForm = .none,
    _ destination: OwnCommand.RunPlace = .background,
    timeout: Int? = 30
  ) throws -> OwnCommand {
    OwnCommand(
      name: "own",
      program: .words(try words.map { try CommandWord($0) }),
      input: input,
      destination: destination,
      timeout: timeout
    )
  }
}
