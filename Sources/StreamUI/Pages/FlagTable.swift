import StreamModel

/// The flags of the posts of one source, by numbers that are hashes already.
///
/// Open addressing (Knuth, The Art of Computer Programming 6.4). A table of many flags has 256 parts, by the last bits of
/// the number: one of a million would grow in a single step of 60 ms, while a key may be waiting.
struct FlagTable {
  struct Known {
    var flags: PostFlags
    /// The flags that were set or cleared in this run.
    var changed: PostFlags = []
    /// Those of them that are to be saved still: another process may change the others meanwhile.
    var unsaved: PostFlags = []
  }

  private struct Part {
    /// 0 where a place is free; as many as a power of two, at most three quarters taken.
    private var numbers: [UInt64] = []
    private var values: [Known] = []
    private(set) var count = 0

    var entries: [(number: UInt64, value: Known)] {
      zip(numbers, values).filter { $0.0 != 0 }.map { ($0, $1) }
    }

    private func place(of number: UInt64) -> Int {
      var place = Int(truncatingIfNeeded: number >> 8) & (numbers.count - 1)
      while numbers[place] != 0, numbers[place] != number {
        place = (place + 1) & (numbers.count - 1)
      }
      return place
    }

    func value(of number: UInt64) -> Known? {
      guard !numbers.isEmpty else { return nil }
      let place = place(of: number)
      return numbers[place] == number ? values[place] : nil
    }

    mutating func set(_ value: Known, of number: UInt64) {
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
      values = Array(repeating: Known(flags: []), count: size)
      for (number, value) in former {
        let place = place(of: number)
        numbers[place] = number
        values[place] = value
      }
    }
  }

  /// The most flags of a single part, which takes a fraction of a millisecond to spread.
  private static let most = 6_000

  private var parts = [Part()]

  subscript(number: UInt64) -> Known? {
    get { parts[part(of: number)].value(of: Self.taken(number)) }
    set {
      guard let newValue else { return }
      parts[part(of: number)].set(newValue, of: Self.taken(number))
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
