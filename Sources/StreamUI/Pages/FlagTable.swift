import StreamModel

/// The flags of the posts of one source, by numbers that are hashes already.
///
/// Open addressing (Knuth, The Art of Computer Programming 6.4), in 256 parts by the last bits of the number: one table
/// of a million flags would grow in a single step of 60 ms, while a key may be waiting.
struct FlagTable {
  struct Known {
    var flags: PostFlags
    /// The flags that were set or cleared in this run.
    var changed: PostFlags = []
  }

  private struct Part {
    /// 0 where a place is free; as many as a power of two, at most three quarters taken.
    private var numbers: [UInt64] = []
    private var values: [Known] = []
    private var count = 0

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
      let former = zip(numbers, values)
      let size = max(4, 2 * numbers.count)
      numbers = Array(repeating: 0, count: size)
      values = Array(repeating: Known(flags: []), count: size)
      for (number, value) in former where number != 0 {
        let place = place(of: number)
        numbers[place] = number
        values[place] = value
      }
    }
  }

  private var parts = Array(repeating: Part(), count: 256)

  subscript(number: UInt64) -> Known? {
    get { parts[Int(number & 0xFF)].value(of: Self.taken(number)) }
    set {
      guard let newValue else { return }
      parts[Int(number & 0xFF)].set(newValue, of: Self.taken(number))
    }
  }

  /// A number that marks no free place.
  private static func taken(_ number: UInt64) -> UInt64 { number == 0 ? 1 << 63 : number }
}
