import Foundation
import Glibc
import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Signals that a test raises, in place of those of the test process.
final class RaisedSignals: SignalSource {
  private let ends: PipeEnds
  private var raised: Set<Int32> = []

  var descriptor: Int32 { ends.reading }

  init() throws {
    ends = try #require(PipeEnds())
    PipeEnds.unblock(ends.reading)
  }

  deinit {
    ends.closeBoth()
  }

  func raise(_ number: Int32) {
    raised.insert(number)
    _ = write(ends.writing, [0], 1)
  }

  func take() -> [Int32] {
    var byte: UInt8 = 0
    while read(ends.reading, &byte, 1) > 0 {}
    defer { raised = [] }
    return raised.sorted()
  }
}

/// A loop with a clock that stands still, and children that say when they are ready.
final class LoopStage {
  let time = ManualTime(wall: Timestamp(secondsSinceEpoch: 0))
  let signals: RaisedSignals
  let loop: EventLoop
  let children: Children
  /// The outcomes that were delivered, in order.
  private(set) var outcomes: [ChildOutcome] = []
  @OwnFolder private var folder: String
  private var fifos = 0

  init() throws {
    signals = try RaisedSignals()
    loop = EventLoop(signals: signals, time: time)
    children = Children(loop: loop)
  }

  deinit {
    // The watch over exit tests sees no end of its own processes while others are not waited for.
    children.endAll()
    serveChildren { children.isEmpty }
  }

  /// One turn that waits for nothing.
  @discardableResult
  func turn() -> [TerminalEvent] { loop.wait(until: time.now) }

  /// Serves children for two seconds, or until `isOver`.
  func serveChildren(until isOver: () -> Bool) {
    for _ in 0..<2_000 where !isOver() {
      signals.raise(SIGCHLD)
      turn()
      usleep(1_000)
    }
  }

  func pass(milliseconds: Int) {
    time.advance(to: time.now.advanced(byMilliseconds: milliseconds))
  }

  /// A child of shell that has written its number to the FIFO `$0`, which is descriptor 9.
  struct Started {
    let token: Children.Token
    let process: pid_t
    /// Is at its end once nobody of the child's group has descriptor 9 any more.
    let fifo: FileHandle
  }

  /// Starts `script`, which has to contain `ready`: that tells the test its number.
  func start(
    _ script: String,
    _ streams: ChildRequest.Streams = .pipes(input: nil, limit: 1_000),
    limits: ChildLimits = ChildLimits(),
    deadline: Moment? = nil,
    onEnd: @escaping () -> Void = {}
  ) throws -> Started {
    fifos += 1
    let path = "\(folder)/\(fifos)"
    try #require(mkfifo(path, 0o600) == 0)
    let text = script.replacingOccurrences(of: "ready", with: "exec 9>\"$0\"; echo $$ >&9")
    let request = ChildRequest(
      arguments: ["/bin/sh", "-c", text, path],
      streams: streams,
      limits: limits,
      deadline: deadline
    )
    let started = children.start(request) { [weak self] outcome in
      self?.outcomes.append(outcome)
      onEnd()
      return [.bytesArrived]
    }
    let token = try #require(started)
    // Opening waits for the child to open it, too.
    let fifo = try #require(FileHandle(forReadingAtPath: path))
    var line = ""
    while let byte = try fifo.read(upToCount: 1), let sign = byte.first, sign != 0x0A {
      line.unicodeScalars.append(Unicode.Scalar(sign))
    }
    return Started(token: token, process: try #require(pid_t(line)), fifo: fifo)
  }

  /// Waits for the end of `process`, takes nothing of it, and tells the loop as the kernel would.
  func awaitEnd(of process: pid_t) {
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    signals.raise(SIGCHLD)
  }

  /// Lets the loop serve `child` until its end, and returns its outcome.
  func finish(_ child: Started) -> ChildOutcome? {
    var watch: EventLoop.Token?
    watch = loop.watch(child.fifo.fileDescriptor, for: .reading) { [weak self] in
      self?.loop.remove(watch)
      self?.awaitEnd(of: child.process)
      return []
    }
    _ = loop.wait(until: nil)
    return outcomes.last
  }

  /// Whether the kernel still knows `process`, running or not waited for.
  func isKnown(_ process: pid_t) -> Bool { kill(process, 0) == 0 }
}
