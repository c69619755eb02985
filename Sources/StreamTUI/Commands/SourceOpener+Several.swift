import ArgumentParser
import StreamModel

extension SourceOpener {
  /// Opens all that can be opened, archives as the feeds in them; what cannot is said.
  ///
  /// - Parameter waits: whether what comes through a pipe is waited for; see ``openAll(_:waits:)``.
  /// - Throws: status 1 when none can.
  static func openAll(_ names: [String], waits: Bool = true) throws -> [OpenedSource] {
    var opened: [OpenedSource] = []
    for name in names {
      do throws(FeedError) {
        let found = try openAll(name, waits: waits)
        for problem in found.problems { Diagnostics.print(Diagnostics.text(of: problem)) }
        opened += found.sources
      } catch {
        Diagnostics.print(Diagnostics.text(of: error))
      }
    }
    guard !opened.isEmpty else { throw ExitCode(1) }
    return opened
  }
}
