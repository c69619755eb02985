import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// Reads the terminal's bytes and delivers keys and mouse events to the loop.
final class KeyReader {
  private let descriptor: Int32
  private let loop: EventLoop
  private var parser = InputParser()
  /// The timer after which an unfinished sequence of bytes is interpreted as it is.
  private var timer: EventLoop.Token?
  private var watch: EventLoop.Token?
  var onReply: (TerminalReply) -> Void = { _ in }
  /// Returns the column of the frame for a place of the terminal.
  var frameColumn: (MouseEvent) -> Int = { $0.column }
  /// Told when keys have come, before they are handled.
  var onInput: () -> Void = {}

  /// Reads from `descriptor` before all other descriptors of `loop`.
  init(_ descriptor: Int32, loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
    watch = loop.watch(descriptor, for: .reading, rank: .keys) { [weak self] in
      self?.readSome() ?? []
    }
  }

  deinit {
    loop.remove(watch)
    loop.remove(timer)
  }

  /// Reads for at most `milliseconds`, or until `isDone`; returns the keys that came.
  func collect(milliseconds: Int, until isDone: () -> Bool) -> [LoopEvent] {
    var events: [LoopEvent] = []
    var left = milliseconds
    while left > 0, !isDone() {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, Self.step) > 0 {
        let some = readSome()
        events += some
        if some.contains(where: { if case .closed = $0 { true } else { false } }) { break }
      }
      left -= Int(Self.step)
    }
    return events
  }

  /// The longest single wait in milliseconds.
  private static let step: Int32 = 5

  private func readSome() -> [LoopEvent] {
    var (count, fault) = (0, Int32(0))
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      fault = errno
      filled = max(0, count)
    }
    if count < 0, fault == EINTR || fault == EAGAIN { return [] }
    // Readable without bytes: the terminal is gone.
    guard count > 0 else { return [.closed] }
    let inputs = parser.parse(bytes).map { input in
      guard case .mouse(let mouse) = input else { return input }
      return .mouse(mouse.moved(to: frameColumn(mouse)))
    }
    var hasFocus: Bool?
    for reply in parser.takeReplies() {
      if case .focus(let isThere) = reply { hasFocus = isThere } else { onReply(reply) }
    }
    if !inputs.isEmpty { onInput() }
    loop.remove(timer)
    timer = parser.patience.map { patience in
      loop.schedule(afterMilliseconds: patience) { [weak self] in
        self?.parser.timeOut().map { .input($0) } ?? []
      }
    }
    return (hasFocus.map { [.event(.focus($0))] } ?? []) + inputs.map { .input($0) }
  }
}

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

extension Children {
  /// Handles the ends of children whose signals were consumed while a program had the terminal.
  ///
  /// - Returns: What the app is told, before the end of that program; the loop delivers the rest.
  func lookAfterOthers() -> [Event] {
    var events: [Event] = []
    for event in look() {
      if let event = event.event { events.append(event) } else { loop.post([event]) }
    }
    return events
  }
}

extension EventLoop: EventSource {
  func wait(until deadline: Moment?) -> [TerminalEvent] {
    events(until: deadline).compactMap { TerminalEvent($0) }
  }
}
