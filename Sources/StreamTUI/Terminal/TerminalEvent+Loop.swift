import CellGrid
import StreamHost
import StreamModel
import StreamUI

extension TerminalEvent: OwnEvent {
  /// The loop's event as the app takes it; nil for one that the app does not know.
  init?(_ event: LoopEvent) {
    switch event {
    case .bytesArrived: self = .bytesArrived
    case .message(let text, let isWarning): self = .event(.message(text, isWarning: isWarning))
    case .outdated(let text, let isAsked): self = .event(.outdated(text, isAsked: isAsked))
    case .closed: self = .closed
    case .own(let event):
      guard let event = event as? TerminalEvent else { return nil }
      self = event
    }
  }
}

extension LoopEvent {
  static func event(_ event: Event) -> LoopEvent { .own(TerminalEvent.event(event)) }
  static func input(_ input: Input) -> LoopEvent { .own(TerminalEvent.input(input)) }
  static func resized(_ size: Size) -> LoopEvent { .own(TerminalEvent.resized(size)) }
  static var resumed: LoopEvent { .own(TerminalEvent.resumed) }

  /// The event for the app itself; nil for what its loop takes in.
  var event: Event? {
    if case .event(let event)? = TerminalEvent(self) { event } else { nil }
  }
}

extension EventLoop: EventSource {
  func wait(until deadline: Moment?) -> [TerminalEvent] {
    events(until: deadline).compactMap { TerminalEvent($0) }
  }
}
