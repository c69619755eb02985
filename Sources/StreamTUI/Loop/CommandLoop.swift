import Glibc

/// The event loop of a command without a screen, with its signals and children.
final class CommandLoop {
  let children: Children
  private let signals: SignalPipe

  /// - Returns: nil if there is no pipe for signals; `errno` says why.
  init?() {
    guard let signals = SignalPipe() else { return nil }
    self.signals = signals
    children = Children(loop: EventLoop(signals: signals, time: SystemTime()))
  }

  /// Waits until `isOver`, or until a signal is to end the program.
  func wait(until isOver: () -> Bool) {
    while !isOver(), children.loop.endingSignal == nil { _ = children.loop.wait(until: nil) }
  }

  /// Ends the children, gives signals their usual effect again, and raises the one that ended the wait.
  func end() {
    children.endAll()
    children.loop.discard()
    signals.release()
    if let signal = children.loop.endingSignal { raise(signal) }
  }
}
