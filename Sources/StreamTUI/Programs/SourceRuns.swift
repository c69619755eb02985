import Glibc
import StreamModel
import StreamUI

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
