import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The programs of a viewer whose outputs are its sources: runs them once, or again and again.
///
/// The output of the first run is shown while it arrives, and that of each further run at its end.
final class ProgramArrivals {
  private let programs: [RepeatedProgram]
  private var timer: RepeatingTimer?

  /// - Parameter minutes: the minutes between two runs; 0 for a single one.
  init(_ sources: [ProgramSource], with children: Children, everyMinutes minutes: Int) {
    programs = sources.map { RepeatedProgram($0, with: children, isRepeated: minutes > 0) }
    guard !programs.isEmpty, minutes > 0 else { return }
    timer = RepeatingTimer(everyMinutes: minutes, on: children.loop) { [weak self] in
      self?.begin() ?? []
    }
  }

  var isEmpty: Bool { programs.isEmpty }

  var isRunning: Bool { programs.contains(where: \.isRunning) }

  /// Starts the programs that do not run now.
  func begin() -> [LoopEvent] { programs.flatMap { $0.begin() } }

  /// Runs the programs again because the reader asked for it; returns what the reader is told.
  func ask() -> (text: SafeText, events: [LoopEvent]) {
    let running = programs.filter(\.isRunning).map(\.label)
    guard running.isEmpty else {
      return (SafeText(sanitizing: "\(running.joined(separator: ", ")) is still running"), [])
    }
    let names = programs.map(\.label).joined(separator: ", ")
    return (SafeText(sanitizing: "\(names) runs again; new posts come in by themselves"), begin())
  }

  func cancel() {
    timer = nil
    for program in programs { program.cancel() }
  }
}

private final class RepeatedProgram {
  private let source: ProgramSource
  private let children: Children
  private let isRepeated: Bool
  private var run: SourceRun?

  init(_ source: ProgramSource, with children: Children, isRepeated: Bool) {
    self.source = source
    self.children = children
    self.isRepeated = isRepeated
  }

  var label: String { source.label }
  var isRunning: Bool { run != nil }

  func begin() -> [LoopEvent] {
    guard run == nil else { return [] }
    let isFirst = !source.bytes.isComplete
    let bytes = isFirst ? source.bytes : source.newBytes()
    let run = SourceRun(into: bytes, with: children) {
      isFirst ? [.bytesArrived] : []
    } onEnd: { [weak self] failure in
      self?.end(failure, isFirst) ?? []
    }
    self.run = run
    return run.begin(source.arguments) ? [] : end("could not be started", isFirst)
  }

  func cancel() {
    run?.cancel()
    run = nil
  }

  private func end(_ failure: String?, _ isFirst: Bool) -> [LoopEvent] {
    guard let bytes = run?.bytes else { return [] }
    run = nil
    let sentence = failure.map { "\(source.label) \($0)" }
    if isFirst, bytes.count > 0 || !isRepeated {
      bytes.finish(fault: failure)
    } else if isFirst || bytes.count == 0 {
      // Nothing was written: the posts stay, and the next run may write some.
      if let failure { source.editions?.note(failure) }
    } else {
      bytes.finish(fault: failure)
      add(bytes)
    }
    return [.bytesArrived] + (sentence.map { [.event(.warning($0))] } ?? [])
  }

  private func add(_ bytes: ProgramBytes) {
    do throws(FeedError) {
      source.editions?.add(try OpenedSource(unwrapping: bytes).bytes)
    } catch {
      source.editions?.note(error.reason)
    }
  }
}

/// One run of a program whose output is a source.
///
/// The program has no input and no terminal; it leads a process group of its own, which ends with the viewer.
final class SourceRun {
  /// Receives the end: what went wrong, a clause after the program's name; nil for an end with status 0.
  typealias OnEnd = (String?) -> [LoopEvent]

  /// The last bytes of standard error that are kept.
  private static let errorBytes = 4 << 10

  let bytes: ProgramBytes
  private let children: Children
  private let onBytes: () -> [LoopEvent]
  private let onEnd: OnEnd
  private var errors: [UInt8] = []
  private var token: Children.Token?

  /// - Parameter onBytes: called whenever output has arrived.
  init(
    into bytes: ProgramBytes,
    with children: Children,
    onBytes: @escaping () -> [LoopEvent],
    onEnd: @escaping OnEnd
  ) {
    self.bytes = bytes
    self.children = children
    self.onBytes = onBytes
    self.onEnd = onEnd
  }

  /// Starts the program; false if it could not be started.
  func begin(_ arguments: [String]) -> Bool {
    let request = ChildRequest(
      arguments: arguments,
      streams: .pipes(input: nil, limit: 0),
      endsGroup: true,
      onOutput: { [weak self] in self?.take($0) ?? [] },
      onErrors: { [weak self] in self?.takeErrors($0) ?? [] }
    )
    token = children.start(request) { [weak self] outcome in
      guard let self else { return [] }
      token = nil
      let end = ProgramOutcome(outcome.end, errors: errors)
      let last = end.lastError.map { ": \($0)" } ?? ""
      return onEnd(end.isFailure ? end.text + last : nil)
    }
    return token != nil
  }

  /// Ends the program and its process group; `onEnd` is not called.
  func cancel() {
    if let token { children.cancel(token) }
    token = nil
  }

  private func take(_ output: UnsafeRawBufferPointer) -> [LoopEvent] {
    guard token != nil else { return [] }
    guard let refusal = bytes.append(output) else { return onBytes() }
    cancel()
    return onEnd(refusal)
  }

  private func takeErrors(_ text: UnsafeRawBufferPointer) -> [LoopEvent] {
    errors += text.suffix(Self.errorBytes)
    errors.removeFirst(max(0, errors.count - Self.errorBytes))
    return []
  }
}

/// Runs programs for a command without a screen, and waits for their ends.
enum SourceRuns {
  /// Fills the bytes of `sources`; those of programs that fail say so when they are read.
  ///
  /// A signal that ends this program ends the others, too.
  static func wait(for sources: [ProgramSource]) {
    let sources = sources.filter { !$0.bytes.isComplete }
    guard !sources.isEmpty else { return }
    guard let command = CommandLoop() else {
      for source in sources { source.bytes.finish(fault: SystemError.text(errno)) }
      return
    }
    var running = 0
    let runs = sources.map { source in
      SourceRun(into: source.bytes, with: command.children) {
        []
      } onEnd: { failure in
        source.bytes.finish(fault: failure)
        running -= 1
        return [.bytesArrived]
      }
    }
    for (source, run) in zip(sources, runs) {
      if run.begin(source.arguments) {
        running += 1
      } else {
        source.bytes.finish(fault: "could not be started")
      }
    }
    // The children know their run weakly. An optimized build would free it after its last mention.
    withExtendedLifetime(runs) { command.wait { running == 0 } }
    command.end()
  }
}
