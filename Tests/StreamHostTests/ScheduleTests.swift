import StreamModel
import TestSupport
import Testing

@testable import StreamHost

@Suite struct ScheduleTests {
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)

  private func next(
    _ history: FetchHistory,
    every: Int64? = nil,
    at time: Timestamp? = nil
  ) throws -> Schedule? {
    Schedule.next("https://a.example/feed", history, every: every, now: time ?? now)
  }

  @Test func aNewSubscriptionIsFetchedAtOnce() throws {
    #expect(try next(FetchHistory()) == Schedule(time: now))
  }

  @Test func aGoodFeedIsFetchedAfterItsInterval() throws {
    let history = FetchHistory(lastTry: now, lastSuccess: now)
    for every in [300, 1_800, 86_400] as [Int64] {
      let schedule = try #require(try next(history, every: every))
      #expect((every...every * 11 / 10).contains(schedule.time.seconds(since: now)))
      // A reader who reads "in 31m" of 30 takes it for a mistake.
      #expect(schedule.shown.seconds(since: now) == every)
      let later = now.advanced(by: every - 120)
      let last = try #require(try next(history, every: every, at: later))
      #expect(last.shown == last.time)
    }
  }

  @Test func theServersFreshnessIsRespectedForADay() throws {
    for (maxAge, least) in [(7_200, 7_200), (60, 1_800), (Int64.max, 86_400)] as [(Int64, Int64)] {
      let schedule = try #require(try next(FetchHistory(lastTry: now, maxAge: maxAge)))
      #expect((least...least * 11 / 10).contains(schedule.time.seconds(since: now)))
    }
  }

  @Test func failuresDoubleThePauseUpToADay() throws {
    var last: Int64 = 0
    for failures in 1...40 {
      let history = FetchHistory(lastTry: now, failures: failures, course: .later)
      let schedule = try #require(try next(history))
      let pause = schedule.time.seconds(since: now)
      #expect(pause >= min(86_400, 1_800 << Int64(min(failures - 1, 20))))
      #expect(pause <= 86_400 * 5 / 4)
      if failures < 6 { #expect(pause > last) }
      last = pause
    }
    let history = FetchHistory(lastTry: now, failures: .max, course: .later)
    #expect(try next(history) != nil)
  }

  @Test func aServerThatIsGoneIsNeverAskedAgain() throws {
    #expect(try next(FetchHistory(lastTry: now, course: .never)) == nil)
  }

  @Test func anErrorThatTheUserMustMendIsTriedOnceADay() throws {
    let history = FetchHistory(lastTry: now, failures: 1, course: .user)
    #expect(try #require(try next(history)).time.seconds(since: now) >= 86_400)
  }

  @Test func theServersPauseIsRespectedForAWeek() throws {
    let hour = FetchHistory(
      lastTry: now,
      failures: 1,
      course: .later,
      notBefore: now.advanced(by: 5_000)
    )
    #expect(try next(hour) == Schedule(time: now.advanced(by: 5_000)))
    let age = FetchHistory(lastTry: now, notBefore: Timestamp(secondsSinceEpoch: .max))
    #expect(try next(age)?.time == now.advanced(by: Schedule.longestHostPause))
    // A pause that is shorter than the interval changes nothing.
    let short = FetchHistory(lastTry: now, notBefore: now.advanced(by: 10))
    #expect(try next(short) == next(FetchHistory(lastTry: now)))
  }

  @Test func aClockThatWasSetBackCostsOneRequest() throws {
    let future = FetchHistory(lastTry: now.advanced(by: 31_536_000), failures: 9, course: .later)
    #expect(try next(future) == Schedule(time: now))
    // Some seconds are no jump.
    let near = FetchHistory(lastTry: now.advanced(by: 30))
    #expect(try #require(try next(near)).time > now)
  }

  @Test func aClockThatJumpsAheadMakesEverythingDueAndNothingTrap() throws {
    let history = FetchHistory(lastTry: now, notBefore: now.advanced(by: 500_000))
    let year = now.advanced(by: 31_536_000)
    #expect(try #require(try next(history, at: year)).time < year)
    for time in [Int64.min, -1, 0, .max] {
      let edge = Timestamp(secondsSinceEpoch: time)
      _ = try next(FetchHistory(lastTry: edge, failures: 3, course: .later, notBefore: edge))
      _ = try next(history, every: .min, at: edge)
      _ = try next(history, every: .max, at: edge)
    }
  }

  @Test func pausesOfTwoFeedsOnOneServerDiffer() throws {
    let history = FetchHistory(lastTry: now, failures: 4, course: .later)
    let times = try Set(
      (0..<200).map { number in
        try #require(Schedule.next("https://a.example/\(number)", history, now: now)).time
      }
    )
    #expect(times.count > 150)
  }

  /// Offline, behind a portal or with a wrong clock, a machine hears nothing: the feed waits for an hour at
  /// most, whatever curl says.
  @Test(arguments: [5, 6, 7, 23, 28, 35, 60, 77]) func silenceNeverCostsADay(_ exit: Int) throws {
    let feed = try address("https://a.example/feed")
    var history = FetchHistory(lastSuccess: now)
    var time = now
    for _ in 0..<20 {
      history = history.adding(TransferResult(address: feed, exit: exit, heads: []), at: time)
      let pause = try #require(try next(history, at: time)).time.seconds(since: time)
      #expect((1_800...4_500).contains(pause), "\(pause)")
      time = time.advanced(by: pause)
    }
    // A server that answers with errors is left alone longer and longer, also after a silence.
    let broken = FetchHistory(lastTry: now, failures: 6, course: .later)
    #expect(broken.adding(TransferResult(address: feed, exit: 6, heads: []), at: now).failures == 6)
  }

  @Test func aTransferBecomesPartOfTheHistory() throws {
    let feed = try address("https://a.example/feed")
    let busy = TransferResult(
      address: feed,
      exit: 0,
      heads: HTTPHeadReader.read(Array("HTTP/1.1 429 x\r\nRetry-After: 120\r\n\r\n".utf8))
    )
    let one = FetchHistory(lastTry: nil, lastSuccess: now).adding(busy, at: now)
    #expect(one.failures == 1)
    #expect(one.lastSuccess == now)
    #expect(one.notBefore == now.advanced(by: 120))
    let good = TransferResult(
      address: feed,
      exit: 0,
      heads: HTTPHeadReader.read(Array("HTTP/2 304\r\ncache-control: max-age=7200\r\n\r\n".utf8))
    )
    let two = one.adding(good, at: now.advanced(by: 200))
    #expect(two.failures == 0)
    #expect(two.notBefore == nil)
    #expect(two.lastSuccess == now.advanced(by: 200))
    #expect(two.maxAge == 7_200)
  }
}
