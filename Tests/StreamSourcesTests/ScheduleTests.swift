import StreamModel
import TestSupport
import Testing

@testable import StreamSources

@Suite struct ScheduleTests {
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)

  private func next(
    _ history: FetchHistory,
    every: Int64? = nil,
    at time: Timestamp? = nil
  ) throws -> Schedule? {
    Schedule.next(try address("https://a.example/feed"), history, every: every, now: time ?? now)
  }

  @Test func aNewSubscriptionIsFetchedAtOnce() throws {
    #expect(try next(FetchHistory()) == Schedule(time: now, reason: .first))
  }

  @Test func aGoodFeedIsFetchedAfterItsInterval() throws {
    let history = FetchHistory(lastTry: now, lastSuccess: now)
    for every in [300, 1_800, 86_400] as [Int64] {
      let schedule = try #require(try next(history, every: every))
      #expect(schedule.reason == .interval)
      #expect((every...every * 11 / 10).contains(schedule.time.seconds(since: now)))
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
      #expect(schedule.reason == .failed(failures))
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
    #expect(try next(hour) == Schedule(time: now.advanced(by: 5_000), reason: .asked))
    let age = FetchHistory(lastTry: now, notBefore: Timestamp(secondsSinceEpoch: .max))
    #expect(try next(age)?.time == now.advanced(by: Schedule.longestRequest))
    // A pause that is shorter than the interval changes nothing.
    let short = FetchHistory(lastTry: now, notBefore: now.advanced(by: 10))
    #expect(try next(short)?.reason == .interval)
  }

  @Test func aClockThatWasSetBackCostsOneRequest() throws {
    let future = FetchHistory(lastTry: now.advanced(by: 31_536_000), failures: 9, course: .later)
    #expect(try next(future) == Schedule(time: now, reason: .first))
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
        try #require(
          Schedule.next(try address("https://a.example/\(number)"), history, now: now)
        ).time
      }
    )
    #expect(times.count > 150)
  }

  @Test func aTransferBecomesPartOfTheHistory() throws {
    let feed = try address("https://a.example/feed")
    let busy = TransferResult(
      feed,
      exit: 0,
      heads: HTTPHeadReader.read(Array("HTTP/1.1 429 x\r\nRetry-After: 120\r\n\r\n".utf8))
    )
    let one = FetchHistory(lastTry: nil, lastSuccess: now).adding(busy, at: now)
    #expect(one.failures == 1)
    #expect(one.lastSuccess == now)
    #expect(one.notBefore == now.advanced(by: 120))
    let good = TransferResult(
      feed,
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

@Suite struct BatchTests {
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)

  private func candidates(hosts: Int, feeds: Int) throws -> [Batch.Candidate] {
    try (0..<feeds).map {
      Batch.Candidate(
        try address("https://h\($0 % hosts).example/\($0)"),
        history: FetchHistory()
      )
    }
  }

  @Test func eightHostsGetOneRequestEach() throws {
    let all = try candidates(hosts: 20, feeds: 200)
    #expect(Batch.next(of: all, now: now) == Array(0..<8))
    let busy: Set<String> = ["h0.example", "h2.example", "other.example"]
    #expect(Batch.next(of: all, busy: busy, now: now) == [1, 3, 4, 5, 6])
    #expect(Batch.next(of: try candidates(hosts: 1, feeds: 50), now: now) == [0])
  }

  @Test func theOneThatWaitsLongestComesFirst() throws {
    var all = try candidates(hosts: 9, feeds: 9)
    all[8] = Batch.Candidate(
      all[8].address,
      history: FetchHistory(lastTry: now.advanced(by: -90_000))
    )
    #expect(Batch.next(of: all, now: now).first == 8)
  }

  /// Every subscription gets its turn, whatever the hosts are, and no host two requests at a time.
  @Test func aWholeMorningServesEveryFeedOnce() throws {
    for seed in 0..<20 {
      var random = SplitMix(seed: UInt64(seed))
      var all = try (0..<150).map {
        Batch.Candidate(
          try address("https://h\(random.below(12)).example/\($0)"),
          history: FetchHistory()
        )
      }
      var time = now
      var served: Set<Int> = []
      var rounds = 0
      while served.count < all.count, rounds < 200 {
        let batch = Batch.next(of: all, now: time)
        #expect(batch.count <= 8)
        #expect(Set(batch.map { all[$0].address.host }).count == batch.count)
        for index in batch {
          #expect(served.insert(index).inserted)
          all[index] = Batch.Candidate(all[index].address, history: FetchHistory(lastTry: time))
        }
        time = time.advanced(by: 1)
        rounds += 1
      }
      #expect(served.count == all.count)
      #expect(Batch.next(of: all, now: time).isEmpty)
      let wake = try #require(Batch.wake(for: all, now: time))
      #expect(!Batch.next(of: all, now: wake).isEmpty)
    }
  }
}
