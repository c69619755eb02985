import StreamModel

/// The flags of the posts of one source, by numbers that are hashes already.
///
/// Those that are recalled in the order of their numbers stay in it, in half the memory of a table. The others are in one
/// with open addressing (Knuth, The Art of Computer Programming 6.4), which has 256 parts once they are many, by the last
/// bits of the number: one of a million would grow in a single step of 60 ms, while a key may be waiting.
struct FlagTable {
  struct Known {
    var flags: PostFlags
    /// The flags that were set or cleared in this run.
    var changed: PostFlags = []
    /// Those of them that are to be saved still: another process may change the others meanwhile.
    var unsaved: PostFlags = []

    fileprivate var hasChange: Bool { !changed.isEmpty || !unsaved.isEmpty }
  }

  private struct Part {
    /// 0 where a place is free; as many as a power of two, at most three quarters taken.
    private var numbers: [UInt64] = []
    private var values: [PostFlags] = []
    private(set) var count = 0

    var entries: [(number: UInt64, value: PostFlags)] {
      zip(numbers, values).filter { $0.0 != 0 }.map { ($0, $1) }
    }

    private func place(of number: UInt64) -> Int {
      var place = Int(truncatingIfNeeded: number >> 8) & (numbers.count - 1)
      while numbers[place] != 0, numbers[place] != number {
        place = (place + 1) & (numbers.count - 1)
      }
      return place
    }

    func value(of number: UInt64) -> PostFlags? {
      guard !numbers.isEmpty else { return nil }
      let place = place(of: number)
      return numbers[place] == number ? values[place] : nil
    }

    mutating func set(_ value: PostFlags, of number: UInt64) {
      if (count + 1) * 4 > numbers.count * 3 { grow() }
      let place = place(of: number)
      if numbers[place] == 0 { count += 1 }
      numbers[place] = number
      values[place] = value
    }

    private mutating func grow() {
      let former = entries
      let size = max(4, 2 * numbers.count)
      numbers = Array(repeating: 0, count: size)
      values = Array(repeating: [], count: size)
      for (number, value) in former {
        let place = place(of: number)
        numbers[place] = number
        values[place] = value
      }
    }
  }

  /// The most flags of a single part, which takes a fraction of a millisecond to spread.
  private static let most = 6_000

  /// The shortest run in the order of its numbers that is none by chance.
  private static let shortestRun = 8

  /// The numbers that came in their order, as SQLite has it, and their flags.
  private var ordered: [Int64] = []
  private var orderedFlags: [PostFlags] = []
  private var parts = [Part()]
  /// Those that have changed in this run, which are few of hundreds of thousands.
  private var changes: [UInt64: Known] = [:]

  /// Takes in flags that were kept; a change of this run counts.
  mutating func recall(_ states: [(number: UInt64, flags: PostFlags)]) {
    let numbers = states.map { Int64(bitPattern: $0.number) }
    let isRun =
      numbers.count > Self.shortestRun && zip(numbers, numbers.dropFirst()).allSatisfy(<)
    let last = ordered.last ?? .min
    var new: [(number: Int64, flags: PostFlags)] = []
    for (at, state) in states.enumerated() {
      if let own = self[state.number] {
        let flags = state.flags.subtracting(own.changed).union(own.flags.intersection(own.changed))
        self[state.number]?.flags = flags
      } else if isRun, numbers[at] > last {
        new.append((numbers[at], state.flags))
      } else {
        self[state.number] = Known(flags: state.flags)
      }
    }
    ordered += new.map(\.number)
    orderedFlags += new.map(\.flags)
  }

  private func place(of number: UInt64) -> Int? {
    let number = Int64(bitPattern: number)
    let place = ordered.partitioningIndex { $0 >= number }
    return place < ordered.count && ordered[place] == number ? place : nil
  }

  subscript(number: UInt64) -> Known? {
    get {
      let known = place(of: number).map { orderedFlags[$0] }
      guard let flags = known ?? parts[part(of: number)].value(of: Self.taken(number)) else {
        return nil
      }
      guard !changes.isEmpty, let change = changes[number] else { return Known(flags: flags) }
      return change
    }
    set {
      guard let newValue else { return }
      if let place = place(of: number) {
        orderedFlags[place] = newValue.flags
      } else {
        parts[part(of: number)].set(newValue.flags, of: Self.taken(number))
      }
      if newValue.hasChange || !changes.isEmpty {
        changes[number] = newValue.hasChange ? newValue : nil
      }
      if parts.count == 1, parts[0].count > Self.most { spread() }
    }
  }

  private func part(of number: UInt64) -> Int { parts.count == 1 ? 0 : Int(number & 0xFF) }

  private mutating func spread() {
    let all = parts[0].entries
    parts = Array(repeating: Part(), count: 256)
    for (number, value) in all { parts[part(of: number)].set(value, of: number) }
  }

  /// A number that marks no free place.
  private static func taken(_ number: UInt64) -> UInt64 { number == 0 ? 1 << 63 : number }
}
