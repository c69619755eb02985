package import CellGrid
import StreamModel

/// Anything that arrives at the app from outside.
package enum Event: Sendable {
  case input(Input)
  case resized(Size)
  /// The deadline that the app asked for has come.
  case due
  /// The feed has more records, or its index is complete.
  case feedGrew
  /// The outcome of an effect, for the status line.
  case message(SafeText, isWarning: Bool)
  /// The timeline shows its sources as they are now; if it could not be, why not.
  case reloaded(failure: SafeText?)
  /// A file has changed in a way that only a reload shows, such as "feed.json was replaced".
  case outdated(SafeText)
  /// Flags that were kept in earlier runs; more may come.
  case recalled([PostState])
  /// The program was stopped and goes on: everything must be redrawn.
  case resumed
}
