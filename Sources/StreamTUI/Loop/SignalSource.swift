/// Delivers signals through a descriptor that `poll` can wait for.
///
/// Tests replace it: a handler installed in the test process would interrupt other tests.
protocol SignalSource: AnyObject {
  /// Readable once a signal has arrived.
  var descriptor: Int32 { get }
  /// Returns the signals that have arrived since the last call, each once, in ascending order.
  func take() -> [Int32]
}

extension SignalPipe: SignalSource {}
