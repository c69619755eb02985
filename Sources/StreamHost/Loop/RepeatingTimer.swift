/// A timer of a loop that comes again and again, each time after the same number of minutes.
package final class RepeatingTimer {
  private let minutes: Int
  private let loop: EventLoop
  private let handler: EventLoop.Handler
  private var token: EventLoop.Token?

  /// Calls `handler` every `minutes` from now on; never for 0.
  package init(everyMinutes minutes: Int, on loop: EventLoop, handler: @escaping EventLoop.Handler)
  {
    self.minutes = minutes
    self.loop = loop
    self.handler = handler
    schedule()
  }

  deinit {
    loop.remove(token)
  }

  private func schedule() {
    guard minutes > 0 else { return }
    token = loop.schedule(afterMilliseconds: minutes * 60_000) { [weak self] in
      guard let self else { return [] }
      schedule()
      return handler()
    }
  }
}
