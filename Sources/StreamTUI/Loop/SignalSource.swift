/// Signals as a descriptor that `poll` can wait for.
///
/// Tests replace it: a handler installed in the test process would interrupt the tests beside it.
protocol SignalSource: AnyObject {
  /// Readable once a signal has arrived.
  var descriptor: Int32 { get }
  /// Returns the signals that have arrived since the last call, each once, by rising number.
  func take() -> [Int32]
}

extension SignalPipe: SignalSource {}
