import ArgumentParser
import StreamModel

extension SourceOpener {
  /// Opens all that can be opened; what cannot is said.
  ///
  /// - Throws: status 1 when none can.
  static func openAll(_ names: [String]) throws -> [OpenedSource] {
    var opened: [OpenedSource] = []
    for name in names {
      do throws(FeedError) {
        opened.append(try open(name))
      } catch {
        Diagnostics.print(Diagnostics.text(of: error))
      }
    }
    guard !opened.isEmpty else { throw ExitCode(1) }
    return opened
  }
}
