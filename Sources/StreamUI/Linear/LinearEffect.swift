package import Addresses

/// An action of ``LinearReader`` that only the executable can carry out.
package enum LinearEffect: Equatable {
  /// Opens a target that the gate let through, and that the reply names.
  case open(LinkTarget)
  /// Opens a file beside a feed, if its folder lets it.
  case openFile(FileTarget)
  case quit
}
