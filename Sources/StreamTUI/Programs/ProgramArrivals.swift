import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The programs of a viewer whose outputs are shown while they arrive.
///
/// Each runs once; a reload runs it again, and shows the new output in place of the old one once it has ended.
final class ProgramArrivals {
  private let programs: [ShownProgram]

  init(_ sources: [ProgramSource], with children: Children) {
    programs = sources.map { ShownProgram($0, with: children) }
  }

  var isEmpty: Bool { programs.isEmpty }

  var isRunning: Bool { programs.contains(where: \.isRunning) }

  /// Whether the output of a further run waits to be shown.
  var hasNewer: Bool { programs.contains(where: \.hasNewer) }

  func begin() -> [LoopEvent] { programs.flatMap { $0.begin() } }

  /// Runs the programs again because the reader asked for it; returns what the reader is told.
  func ask() -> (text: SafeText, events: [LoopEvent]) {
    let running = programs.filter(\.isRunning).map(\.label)
    guard running.isEmpty else {
      return (SafeText(sanitizing: "\(running.joined(separator: ", ")) is still running"), [])
    }
    let names = programs.map(\.label).joined(separator: ", ")
    return (SafeText(sanitizing: "\(names) runs again; its output is shown at its end"), begin())
  }

  func cancel() { for program in programs { program.cancel() } }
}

private final class ShownProgram {
  private let source: ProgramSource
  private let children: Children
  private var run: SourceRun?

  init(_ source: ProgramSource, with children: Children) {
    self.source = source
    self.children = children
  }

  var label: String { source.label }
  var isRunning: Bool { run != nil }
  var hasNewer: Bool { source.newer != nil }

  func begin() -> [LoopEvent] {
    guard run == nil else { return [] }
    let isFirst = !source.bytes.isComplete
    let run = SourceRun(into: isFirst ? source.bytes : source.newBytes(), with: children) {
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
    let warning = failure.map { [LoopEvent.event(.warning("\(source.label) \($0)"))] } ?? []
    if isFirst || bytes.count > 0 { bytes.finish(fault: failure) }
    guard !isFirst else { return [.bytesArrived] + warning }
    guard bytes.count > 0 else {
      let nothing = LoopEvent.event(.warning("\(source.label) wrote nothing; the posts stay"))
      return warning.isEmpty ? [nothing] : warning
    }
    source.newer = bytes
    let words = SafeText(sanitizing: "\(source.label) ran again")
    return [.outdated(words, isAsked: true)] + warning
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
