package import CellGrid
import Glibc
package import StreamModel

/// The screen's part in each turn of the loop; tests replace it.
package protocol TurnObserver: AnyObject {
  /// Called before each poll, to ask for room in the output.
  func willPoll()
  /// Called after each poll, before any handler.
  ///
  /// The keys that are read next were pressed by a user who had seen exactly the frames accepted so far.
  func willCollect()
  /// Called after the handlers, to send output that had to wait.
  func didCollect()
}

/// The only place where the program waits: signals, descriptors and timers in one `poll`.
///
/// A turn runs the handlers in this order: signals by number; keys; if there were no keys, all other descriptors in the
/// order of their registration; timers by their due time. At rest, without a deadline or a timer, the process sleeps.
package final class EventLoop {
  /// Runs when its registration is due and returns events for the app.
  package typealias Handler = () -> [LoopEvent]

  /// Identifies a descriptor or a timer of one loop; never reused.
  package struct Token: Hashable {
    fileprivate let number: UInt64
  }

  /// The state of a descriptor that calls its handler; a hang-up or an error calls it too.
  package enum Readiness {
    case reading, writing
  }

  /// The order of descriptors within a turn.
  package enum Rank {
    /// Keys: a turn with keys serves no other descriptor.
    case keys
    case sources
  }

  private struct Watch {
    let token: Token
    let rank: Rank
    let request: pollfd
    let handler: Handler
  }

  private struct Timer {
    let token: Token
    let due: Moment
    let handler: Handler
  }

  package let time: any TimeSource
  package weak var observer: (any TurnObserver)?
  /// The signal that ended the loop; the program kills itself with it after restoring the terminal.
  package private(set) var endingSignal: Int32?
  private let signals: any SignalSource
  private var signalHandlers: [Int32: Handler] = [:]
  private var watches: [Watch] = []
  /// The signals' descriptor and those of `watches`, kept from poll to poll.
  private var polled: [pollfd] = []
  private var isStale = true
  private var timers: [Timer] = []
  private var posted: [LoopEvent] = []
  private var isClosed = false
  private var tokenCount: UInt64 = 0

  /// The signals that do not end the loop if they have no handler.
  private static let harmless = [SIGCHLD, SIGCONT, SIGTSTP, SIGWINCH]

  package init(signals: any SignalSource, time: any TimeSource) {
    self.signals = signals
    self.time = time
  }

  // MARK: Registering

  /// Calls `handler` in each turn in which `descriptor` is ready, until the token is removed.
  ///
  /// Remove the token before the descriptor is closed; a handler may do both.
  @discardableResult
  package func watch(
    _ descriptor: Int32,
    for readiness: Readiness,
    rank: Rank = .sources,
    handler: @escaping Handler
  ) -> Token {
    let token = nextToken()
    let events = Int16(readiness == .reading ? POLLIN : POLLOUT)
    let request = pollfd(fd: descriptor, events: events, revents: 0)
    watches.append(Watch(token: token, rank: rank, request: request, handler: handler))
    isStale = true
    return token
  }

  /// Takes in what comes through a pipe, until its end.
  package func fill(_ spool: SpoolBytes) -> Token {
    var token: Token?
    let watch = watch(spool.pipe, for: .reading) { [weak self] in
      let goesOn = (try? spool.fill()) ?? false
      if !goesOn { self?.remove(token) }
      return [.bytesArrived]
    }
    token = watch
    return watch
  }

  /// Calls `handler` once, in the first turn at or after `due`; a turn polls before it checks the clock.
  @discardableResult
  func schedule(at due: Moment, handler: @escaping Handler) -> Token {
    let token = nextToken()
    let index = timers.firstIndex { due < $0.due } ?? timers.count
    timers.insert(Timer(token: token, due: due, handler: handler), at: index)
    return token
  }

  @discardableResult
  package func schedule(afterMilliseconds milliseconds: Int, handler: @escaping Handler) -> Token {
    schedule(at: time.now.advanced(byMilliseconds: milliseconds), handler: handler)
  }

  /// Calls `handler` in the second turn from now: what the first one brings is on the screen then.
  package func scheduleForSecondTurn(handler: @escaping Handler) {
    schedule(afterMilliseconds: 0) { [weak self] in
      self?.schedule(afterMilliseconds: 0, handler: handler)
      return []
    }
  }

  /// Removes a descriptor or a timer; its handler is not called again, not even in this turn.
  package func remove(_ token: Token?) {
    guard let token else { return }
    if let index = timers.firstIndex(where: { $0.token == token }) {
      timers.remove(at: index)
    } else if let index = watches.firstIndex(where: { $0.token == token }) {
      watches.remove(at: index)
      isStale = true
    }
  }

  /// Calls `handler` whenever the signal `number` arrives, instead of any handler before.
  ///
  /// A signal without a handler ends the loop, except SIGCHLD, SIGCONT, SIGTSTP and SIGWINCH.
  package func onSignal(_ number: Int32, handler: @escaping Handler) {
    signalHandlers[number] = handler
  }

  /// Returns `events` from the next wait, which then does not poll.
  package func post(_ events: [LoopEvent]) { posted += events }

  /// Makes every further wait report that the terminal is closed.
  ///
  /// - Parameter signal: The signal that the program has to die of; nil for none.
  package func close(signal: Int32? = nil) {
    isClosed = true
    if let signal { endingSignal = signal }
  }

  /// Drops all handlers and timers; nothing can be waited for afterwards.
  ///
  /// Handlers hold what they serve, which often holds the loop. A session that ends calls this, or its
  /// terminal, files and children would never be freed.
  package func discard() {
    signalHandlers = [:]
    watches = []
    timers = []
    isClosed = true
  }

  // MARK: Waiting

  /// Waits until handlers have events or `deadline` has passed; nil waits without limit.
  ///
  /// - Returns: The events in order; empty if the deadline has passed.
  package func events(until deadline: Moment?) -> [LoopEvent] {
    if !posted.isEmpty, !isClosed {
      observer?.willCollect()
      return takePosted()
    }
    while true {
      observer?.willPoll()
      guard !isClosed, let isReady = pollOnce(until: deadline) else { return [.closed] }
      observer?.willCollect()
      var events = isReady ? dispatch() : []
      events += fireTimers()
      observer?.didCollect()
      events += takePosted()
      if !events.isEmpty { return events }
      if let deadline, deadline <= time.now { return [] }
    }
  }

  /// Polls once; returns whether a descriptor is ready, or nil if `poll` fails permanently.
  private func pollOnce(until deadline: Moment?) -> Bool? {
    if isStale {
      polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
      polled += watches.map(\.request)
      isStale = false
    }
    let patience = milliseconds(until: deadline)
    // A kernel thread delivers keys and takes frames. While the index is built, it may be waiting for this processor.
    if patience == 0 { sched_yield() }
    let ready = poll(&polled, nfds_t(polled.count), patience)
    // A signal that interrupts the wait has put its byte into the pipe: the next poll sees it.
    guard ready >= 0 || errno == EINTR else { return nil }
    return ready > 0
  }

  private func milliseconds(until deadline: Moment?) -> Int32 {
    let first = [deadline, timers.first?.due].compactMap(\.self).min()
    guard let left = first?.nanoseconds(since: time.now) else { return -1 }
    // Round up: waking before the deadline would mean waking twice.
    return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
  }

  private func dispatch() -> [LoopEvent] {
    // Handlers may add and remove watches, so copy the results of this poll first. A new watch has
    // a new token, so it never gets a result meant for a closed descriptor of the same number.
    var ready: [(watch: Watch, answer: Int16)] = []
    for (index, watch) in watches.enumerated() where polled[index + 1].revents != 0 {
      ready.append((watch, polled[index + 1].revents))
    }
    var events = polled[0].revents != 0 ? signalEvents() : []
    let hasKeys = ready.contains { $0.watch.rank == .keys }
    for (watch, answer) in ready where !hasKeys || watch.rank == .keys {
      guard watches.contains(where: { $0.token == watch.token }) else { continue }
      events += watch.handler()
      // A closed descriptor would be reported in every turn.
      if answer & Int16(POLLNVAL) != 0 { remove(watch.token) }
    }
    return events
  }

  private func signalEvents() -> [LoopEvent] {
    var events: [LoopEvent] = []
    for number in signals.take() {
      if let handler = signalHandlers[number] {
        events += handler()
      } else if !Self.harmless.contains(number) {
        endingSignal = number
        events.append(.closed)
      }
    }
    return events
  }

  /// Runs the timers that are due now; a timer set by one of them waits for the next turn.
  private func fireTimers() -> [LoopEvent] {
    guard let first = timers.first else { return [] }
    let now = time.now
    guard first.due <= now else { return [] }
    var events: [LoopEvent] = []
    for due in timers.prefix(while: { $0.due <= now }) {
      guard let index = timers.firstIndex(where: { $0.token == due.token }) else { continue }
      timers.remove(at: index)
      events += due.handler()
    }
    return events
  }

  private func takePosted() -> [LoopEvent] {
    guard !posted.isEmpty else { return [] }
    defer { posted = [] }
    return posted
  }

  private func nextToken() -> Token {
    tokenCount &+= 1
    return Token(number: tokenCount)
  }
}

/// Delivers signals through a descriptor that `poll` can wait for.
///
/// Tests replace it: a handler installed in the test process would interrupt other tests.
package protocol SignalSource: AnyObject {
  var descriptor: Int32 { get }
  /// Returns the signals that have arrived since the last call, each once, in ascending order.
  func take() -> [Int32]
}

/// Something that a handler of the loop tells the program around it.
package enum LoopEvent {
  /// A source may have more bytes, or something changed that is looked at after each turn.
  case bytesArrived
  case message(SafeText, isWarning: Bool)
  /// A document has changed in a way that only a reload shows.
  ///
  /// - Parameter isAsked: whether the reader asked for it, and waits.
  case outdated(SafeText, isAsked: Bool = false)
  /// A signal has ended the loop, or nothing can be waited for any more.
  case closed
  /// An event of the program around the loop, which hands it on.
  case own(any OwnEvent)

  /// A sentence about something that did not go well.
  package static func warning(_ text: String) -> LoopEvent {
    .message(SafeText(sanitizing: text), isWarning: true)
  }
}

/// An event that only the program around the loop knows.
package protocol OwnEvent {}
