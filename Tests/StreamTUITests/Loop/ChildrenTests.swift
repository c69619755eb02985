import Foundation
import Glibc
import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Every child has an owner, who hears of its end once.
struct ChildrenTests {
  private let stage: LoopStage

  init() throws { stage = try LoopStage() }

  @Test func outputAndStatusAreDeliveredOnce() throws {
    let child = try stage.start("ready; echo out; echo err >&2; exit 3")
    stage.awaitEnd(of: child.process)
    #expect(stage.loop.wait(until: nil).count == 1)
    stage.signals.raise(SIGCHLD)
    stage.pass(milliseconds: 10_000)
    #expect(stage.turn().isEmpty)
    let outcome = try #require(stage.outcomes.first)
    #expect(stage.outcomes.count == 1)
    #expect(outcome.end == .exited(3))
    #expect(!outcome.isOverdue)
    #expect(String(decoding: outcome.output.bytes, as: UTF8.self) == "out\n")
    #expect(String(decoding: outcome.errors.bytes, as: UTF8.self) == "err\n")
    #expect(!outcome.output.isCut && !outcome.errors.isCut)
    #expect(!stage.isKnown(child.process))
  }

  /// More than a pipe holds: the child would wait for ever for somebody to read the rest.
  @Test func outputOverTheLimitIsCutAndTheChildStillEnds() throws {
    let child = try stage.start(
      "ready; head -c 300000 /dev/zero | tr '\\0' x",
      .pipes(input: nil, limit: 70_000)
    )
    let outcome = try #require(stage.finish(child))
    #expect(outcome.end == .exited(0))
    #expect(outcome.output.bytes == Array(repeating: UInt8(ascii: "x"), count: 70_000))
    #expect(outcome.output.isCut)
    #expect(outcome.errors == ChildOutcome.Captured())
  }

  /// More than two pipes hold, so neither side may wait for the other.
  @Test func inputIsGivenAsTheChildTakesIt() throws {
    let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let child = try stage.start("ready; exec cat", .pipes(input: bytes, limit: bytes.count))
    let outcome = try #require(stage.finish(child))
    #expect(outcome.end == .exited(0))
    #expect(outcome.output.bytes == bytes)
    #expect(!outcome.output.isCut)
  }

  @Test func aChildNeedNotTakeItsInput() throws {
    // The viewer ignores SIGPIPE; here it is kept from this thread.
    var broken = sigset_t()
    var before = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    defer {
      var none = timespec()
      sigtimedwait(&broken, nil, &none)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    let bytes = Array(repeating: UInt8(1), count: 400_000)
    let child = try stage.start("exec 0<&-; ready; exit 8", .pipes(input: bytes, limit: 10))
    #expect(stage.finish(child)?.end == .exited(8))
  }

  @Test func aChildWithoutInputFindsItsEnd() throws {
    let child = try stage.start("ready; cat; echo end")
    #expect(stage.finish(child)?.output.bytes == Array("end\n".utf8))
  }

  @Test func theDeadlineKillsAChildThatIgnoresTheFirstSignal() throws {
    let child = try stage.start(
      "trap '' TERM; ready; exec sleep 1000",
      deadline: stage.time.now.advanced(byMilliseconds: 5_000)
    )
    for milliseconds in [4_999, 1, 999] {
      stage.pass(milliseconds: milliseconds)
      stage.turn()
      stage.signals.raise(SIGCHLD)
      #expect(stage.turn().isEmpty)
    }
    stage.pass(milliseconds: 1)
    stage.turn()
    stage.awaitEnd(of: child.process)
    _ = stage.loop.wait(until: nil)
    #expect(stage.outcomes.map(\.end) == [.killed(SIGKILL)])
    #expect(stage.outcomes.first?.isOverdue == true)
  }

  @Test func theDeadlineAsksFirst() throws {
    let child = try stage.start(
      "trap 'echo asked; exit 4' TERM; ready; sleep 1000 & wait",
      deadline: stage.time.now.advanced(byMilliseconds: 10)
    )
    stage.pass(milliseconds: 10)
    stage.turn()
    stage.awaitEnd(of: child.process)
    _ = stage.loop.wait(until: nil)
    #expect(stage.outcomes.first?.end == .exited(4))
    #expect(stage.outcomes.first?.output.bytes == Array("asked\n".utf8))
  }

  @Test func cancellingDeliversNothingAndEndsTheWholeGroup() throws {
    // The grandchild would outlive the signal that asks.
    let child = try stage.start("(trap '' TERM; ready; exec sleep 1000) & exec 9>&-; wait")
    stage.children.cancel(child.token)
    stage.awaitEnd(of: child.process)
    #expect(stage.turn().isEmpty)
    // Nobody holds it any more.
    #expect(try child.fifo.readToEnd() ?? Data() == Data())
    stage.pass(milliseconds: 10_000)
    #expect(stage.turn().isEmpty)
    #expect(stage.outcomes.isEmpty)
    #expect(!stage.isKnown(child.process))
  }

  @Test func cancellingAfterTheEndDeliversNothing() throws {
    // Somebody else holds the pipes, so the end is known and not yet delivered.
    let child = try stage.start("ready; sleep 1000 & exit 0")
    stage.awaitEnd(of: child.process)
    #expect(stage.turn().isEmpty)
    stage.children.cancel(child.token)
    stage.pass(milliseconds: 10_000)
    #expect(stage.turn().isEmpty)
    #expect(stage.outcomes.isEmpty)
    kill(-child.process, SIGKILL)
  }

  @Test func pipesThatOthersHoldDelayTheEndByAFifthOfASecond() throws {
    let child = try stage.start("ready; echo out; sleep 1000 & exit 7")
    stage.awaitEnd(of: child.process)
    #expect(stage.turn().isEmpty)
    stage.pass(milliseconds: 199)
    #expect(stage.turn().isEmpty)
    stage.pass(milliseconds: 1)
    #expect(stage.turn().count == 1)
    #expect(stage.outcomes.first?.end == .exited(7))
    #expect(stage.outcomes.first?.output.bytes == Array("out\n".utf8))
    kill(-child.process, SIGKILL)
  }

  @Test func childrenThatEndBetweenTwoPollsAreAllDelivered() throws {
    let children = try (1...3).map { try stage.start("ready; exit \($0)", .detached) }
    for child in children { stage.awaitEnd(of: child.process) }
    // Three ends, one signal.
    #expect(stage.turn().count == 3)
    #expect(stage.outcomes.map(\.end) == [.exited(1), .exited(2), .exited(3)])
    for child in children { #expect(!stage.isKnown(child.process)) }
  }

  @Test func aChildOfOthersIsLeftAlone() throws {
    let foreign = try #require(ChildProcess.start(["/bin/sh", "-c", "exit 5"], .detached))
    let child = try stage.start("ready; exit 6", .detached)
    stage.awaitEnd(of: foreign)
    stage.awaitEnd(of: child.process)
    stage.turn()
    #expect(stage.outcomes.map(\.end) == [.exited(6)])
    var status: Int32 = 0
    #expect(waitpid(foreign, &status, 0) == foreign)
    #expect(ChildEnd(status: status) == .exited(5))
  }

  /// As when a program that has the terminal used up the signals that came meanwhile.
  @Test func anEndWhoseSignalWasLostIsFoundByLooking() throws {
    let child = try stage.start("ready; exit 2", .detached)
    stage.awaitEnd(of: child.process)
    _ = stage.signals.take()
    #expect(stage.turn().isEmpty)
    #expect(stage.children.look().count == 1)
    #expect(stage.outcomes.map(\.end) == [.exited(2)])
  }

  @Test func anEndThatSomebodyElseTookIsStillAnEnd() throws {
    let child = try stage.start("ready; exit 2", .detached)
    stage.awaitEnd(of: child.process)
    #expect(waitpid(child.process, nil, 0) == child.process)
    stage.turn()
    #expect(stage.outcomes.map(\.end) == [.unknown])
  }

  @Test func anOwnerMayStartTheNext() throws {
    var next: LoopStage.Started?
    let first = try stage.start("ready; exit 1", .detached) {
      next = try? stage.start("ready; exit 2", .detached)
    }
    stage.awaitEnd(of: first.process)
    #expect(stage.loop.wait(until: nil).count == 1)
    stage.awaitEnd(of: try #require(next).process)
    #expect(stage.loop.wait(until: nil).count == 1)
    #expect(stage.outcomes.map(\.end) == [.exited(1), .exited(2)])
  }

  @Test func aProgramThatIsMissingIsNotStarted() throws {
    for streams in [ChildRequest.Streams.detached, .pipes(input: [1], limit: 10)] {
      let request = ChildRequest(arguments: ["/no/such/program"], streams: streams)
      #expect(stage.children.start(request) { _ in [.bytesArrived] } == nil)
    }
    stage.signals.raise(SIGCHLD)
    #expect(stage.turn().isEmpty)
  }

  @Test func limitsBindTheChild() throws {
    let child = try stage.start(
      "ready; ulimit -f; ulimit -t; ulimit -v",
      limits: ChildLimits(memory: 512 << 20, fileSize: 5_120, processorSeconds: 17)
    )
    let text = String(decoding: stage.finish(child)?.output.bytes ?? [], as: UTF8.self)
    // Blocks of 512 bytes or of 1,024, as the shell likes; seconds; KiB.
    #expect(["10\n17\n524288\n", "5\n17\n524288\n"].contains(text))
  }

  @Test func noDescriptorOfOursIsInherited() throws {
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    #expect(fcntl(open, F_GETFD) & FD_CLOEXEC == 0)
    let child = try stage.start("ready; exec 9>&-; ls /proc/$$/fd")
    let text = String(decoding: stage.finish(child)?.output.bytes ?? [], as: UTF8.self)
    #expect(text == "0\n1\n2\n")
  }

  @Test func theEndOfTheViewerEndsThoseWithPipesOnly() throws {
    let piped = try stage.start("trap '' TERM; ready; exec sleep 1000")
    let detached = try stage.start("ready; exec sleep 1000", .detached)
    stage.children.endAll()
    stage.awaitEnd(of: piped.process)
    #expect(stage.turn().isEmpty)
    #expect(!stage.isKnown(piped.process))
    #expect(stage.isKnown(detached.process))
    stage.children.cancel(detached.token)
    stage.awaitEnd(of: detached.process)
    stage.turn()
    #expect(stage.outcomes.isEmpty)
  }
}
