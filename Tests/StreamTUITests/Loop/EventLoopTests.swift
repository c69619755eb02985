import Glibc
import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// One poll, and an order of handlers that can be relied upon.
struct EventLoopTests {
  private let stage: LoopStage

  init() throws { stage = try LoopStage() }

  @Test func timersFireInTheOrderOfTheirDueTimes() throws {
    let start = stage.time.now
    var fired: [String] = []
    var tokens: [String: EventLoop.Token] = [:]
    for (name, due) in [("c", 30), ("a", 10), ("b", 20), ("gone", 15), ("b too", 20)] {
      tokens[name] = stage.loop.schedule(at: start.advanced(byMilliseconds: due)) {
        fired.append(name)
        // The first takes another away that is due in the same turn.
        if name == "a" { stage.loop.remove(tokens["gone"]) }
        return [.bytesArrived]
      }
    }
    stage.pass(milliseconds: 9)
    #expect(stage.turn().isEmpty)
    stage.pass(milliseconds: 16)
    #expect(stage.turn().count == 3)
    #expect(fired == ["a", "b", "b too"])
    #expect(stage.turn().isEmpty)
    stage.pass(milliseconds: 100)
    #expect(stage.turn().count == 1)
    #expect(fired == ["a", "b", "b too", "c"])
  }

  @Test func aTimerThatSetsItselfAgainLeavesRoomForOthers() throws {
    var count = 0
    func again() {
      count += 1
      stage.loop.schedule(at: stage.time.now) {
        again()
        return []
      }
    }
    again()
    for expected in 2...4 {
      stage.turn()
      #expect(count == expected)
    }
  }

  @Test func signalsGoBeforeKeysAndKeysBeforeOtherDescriptors() throws {
    let (keys, source) = (try #require(PipeEnds()), try #require(PipeEnds()))
    defer {
      keys.closeBoth()
      source.closeBoth()
    }
    var order: [String] = []
    let observer = Observer { order.append($0) }
    stage.loop.observer = observer
    stage.loop.watch(source.reading, for: .reading) {
      order.append("source")
      return [.bytesArrived]
    }
    stage.loop.watch(keys.reading, for: .reading, rank: .keys) {
      order.append("key")
      var byte: UInt8 = 0
      return read(keys.reading, &byte, 1) == 1 ? [.input(.key(.character("j")))] : []
    }
    stage.loop.onSignal(SIGWINCH) {
      order.append("signal")
      return [.resumed]
    }
    stage.loop.schedule(at: stage.time.now) {
      order.append("timer")
      return []
    }
    for end in [keys.writing, source.writing] { _ = write(end, [0], 1) }
    stage.signals.raise(SIGWINCH)
    let events = stage.loop.wait(until: nil)
    #expect(order == ["poll", "collect", "signal", "key", "timer", "collected"])
    #expect(events.count == 2)
    order = []
    #expect(stage.loop.wait(until: nil).count == 1)
    #expect(order == ["poll", "collect", "source", "collected"])
  }

  @Test func aKeyThatIsThereGoesBeforeADeadlineThatHasPassed() throws {
    let keys = try #require(PipeEnds())
    defer { keys.closeBoth() }
    stage.loop.watch(keys.reading, for: .reading, rank: .keys) { [.input(.key(.character("j")))] }
    _ = write(keys.writing, [0], 1)
    #expect(stage.loop.wait(until: Moment(nanoseconds: -1)).count == 1)
  }

  @Test func aDescriptorMayBeClosedByTheHandlerBeforeItsOwn() throws {
    let (first, second) = (try #require(PipeEnds()), try #require(PipeEnds()))
    defer { first.closeBoth() }
    var (closedCalls, newCalls) = (0, 0)
    var fresh: PipeEnds?
    var closed: EventLoop.Token?
    stage.loop.watch(first.reading, for: .reading) {
      guard fresh == nil else { return [] }
      stage.loop.remove(closed)
      second.closeBoth()
      // It gets the numbers that were just closed, and has nothing to read.
      fresh = PipeEnds()
      if let fresh {
        stage.loop.watch(fresh.reading, for: .reading) {
          newCalls += 1
          return []
        }
      }
      return [.bytesArrived]
    }
    closed = stage.loop.watch(second.reading, for: .reading) {
      closedCalls += 1
      return []
    }
    for end in [first.writing, second.writing] { _ = write(end, [0], 1) }
    #expect(stage.turn().count == 1)
    stage.turn()
    #expect(closedCalls == 0)
    #expect(newCalls == 0)
    let open = try #require(fresh)
    _ = write(open.writing, [0], 1)
    stage.turn()
    #expect(newCalls == 1)
    open.closeBoth()
  }

  /// Left in, it would be reported in every poll, and the loop would never sleep.
  @Test func aDescriptorThatIsNotOpenIsToldOnce() throws {
    var calls = 0
    stage.loop.watch(1_000_000, for: .reading) {
      calls += 1
      return []
    }
    for _ in 0..<3 { stage.turn() }
    #expect(calls == 1)
  }

  @Test func whatIsPostedComesWithTheNextWait() throws {
    var order: [String] = []
    let observer = Observer { order.append($0) }
    stage.loop.observer = observer
    stage.loop.post([.resumed])
    stage.loop.post([.bytesArrived])
    #expect(stage.loop.wait(until: nil).count == 2)
    #expect(order == ["collect"])
    stage.loop.schedule(at: stage.time.now) {
      stage.loop.post([.bytesArrived])
      return []
    }
    #expect(stage.loop.wait(until: nil).count == 1)
  }

  @Test func aSignalThatNobodyAskedForEndsTheLoopUnlessItIsHarmless() throws {
    stage.signals.raise(SIGCONT)
    stage.signals.raise(SIGWINCH)
    #expect(stage.turn().isEmpty)
    #expect(stage.loop.endingSignal == nil)
    stage.signals.raise(SIGTERM)
    guard case .closed? = stage.turn().first else {
      Issue.record("the loop goes on")
      return
    }
    #expect(stage.loop.endingSignal == SIGTERM)
  }

  @Test func aClosedLoopDoesNotWait() throws {
    stage.loop.post([.resumed])
    stage.loop.close(signal: SIGHUP)
    for _ in 0..<2 {
      let events = stage.loop.wait(until: nil)
      guard case .closed? = events.first, events.count == 1 else {
        Issue.record("it said \(events)")
        return
      }
    }
    #expect(stage.loop.endingSignal == SIGHUP)
  }
}

private final class Observer: TurnObserver {
  private let note: (String) -> Void

  init(_ note: @escaping (String) -> Void) {
    self.note = note
  }

  func willPoll() { note("poll") }
  func willCollect() { note("collect") }
  func didCollect() { note("collected") }
}
