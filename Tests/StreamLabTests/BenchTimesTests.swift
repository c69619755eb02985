import StreamUI
import Testing

@testable import StreamLab

/// Times of rounds become one time for each frame, and a spread.
struct BenchTimesTests {
  @Test func aPauseOfTheMachineInOneRoundCountsInNone() {
    let quiet: [Int64] = [10, 20, 30, 40]
    var paused = quiet
    paused[1] = 4_000_000
    let times = BenchTimes(frames: [quiet, paused, quiet], rests: [[5], [500], [5]])
    #expect(times.frames == quiet)
    #expect(times.mean == 25)
    #expect(times.longest == 40)
    #expect(times.rest == 5)
  }

  @Test func theSpreadIsHalfTheDistanceOfTheQuartiles() {
    let times = BenchTimes(frames: [90, 95, 100, 105, 110].map { [$0] }, rests: [])
    #expect(times.roundMeans == [90, 95, 100, 105, 110])
    #expect(times.spread == 5)
    #expect(times.relativeSpread == 50)
  }

  @Test func quantilesAreThoseOfSortedFrames() {
    let times = BenchTimes(frames: [Array((1...100).map { Int64($0) }.reversed())], rests: [[]])
    #expect(times.frame(percent: 50) == 51)
    #expect(times.frame(percent: 99) == 100)
    #expect(times.spread == 0)
  }

  @Test func noFramesAreNoTime() {
    let times = BenchTimes(frames: [], rests: [])
    #expect(times.mean == 0 && times.longest == 0 && times.rest == 0 && times.relativeSpread == 0)
  }

  /// A round in which the machine was half as fast tells the same as the others.
  @Test func roundsAreScaledToTheMedianRound() {
    let usual: [Strategy: BenchPlay.Times] = [
      .flat: BenchPlay.Times(frames: [100, 200], rests: [50]),
      .eager: BenchPlay.Times(frames: [300, 600], rests: [70]),
    ]
    let slow = usual.mapValues { times in
      BenchPlay.Times(frames: times.frames.map { $0 * 2 }, rests: times.rests.map { $0 * 2 })
    }
    #expect(BenchRounds.scaled([usual, slow, usual]) == [usual, usual, usual])
    #expect(BenchRounds.scaled([]).isEmpty)
    let none: [Strategy: BenchPlay.Times] = [.flat: BenchPlay.Times(frames: [], rests: [])]
    #expect(BenchRounds.scaled([none]) == [none])
  }

  @Test func everyStrategyHasEveryPlaceInTheRounds() {
    let rounds = BenchRounds(strategies: Strategy.allCases, count: 10)
    let orders = (0..<10).map(rounds.order)
    #expect(orders.allSatisfy { Set($0) == Set(Strategy.allCases) })
    for place in 0..<5 {
      #expect(Set(orders.map { $0[place] }) == Set(Strategy.allCases), "place \(place)")
    }
    #expect(orders[1] == orders[0].reversed())
  }
}
