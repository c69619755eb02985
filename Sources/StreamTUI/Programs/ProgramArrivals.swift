import CellGrid
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
    return (
      SafeText(sanitizing: "\(names) runs again; new posts come in by themselves"), begin()
    )
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
