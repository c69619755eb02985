/// The scalars of a feed's records as far as somebody has looked at them, in blocks with the bounds of each.
struct ScalarTable {
  /// Records of one block.
  static let blockSize = 1_024
  /// Bytes of a block in a file.
  static let blockBytes = blockSize * MemoryLayout<PostScalars>.stride

  struct Block: ScalarBounds {
    /// Empty before somebody has looked at one of the records.
    fileprivate(set) var scalars: [PostScalars] = []
    private var time = ScalarSpan.none
    private var likes = ScalarSpan.none
    private var comments = ScalarSpan.none
    /// The records that somebody has looked at.
    fileprivate(set) var seen = 0

    init() {}

    /// Takes a block from a file.
    ///
    /// - Parameter bytes: as many as ``ScalarTable/blockBytes``.
    init(_ bytes: UnsafeRawBufferPointer) {
      scalars = Array(unsafeUninitializedCapacity: ScalarTable.blockSize) { buffer, count in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes.prefix(ScalarTable.blockBytes))
        )
        count = ScalarTable.blockSize
      }
      (time, likes, comments) = PostScalars.spans(of: scalars)
      seen = scalars.count { $0.isSeen }
    }

    /// Whether the bounds are those of all its records.
    var isWhole: Bool { seen == ScalarTable.blockSize }

    func span(of field: PostScalar) -> ScalarSpan {
      switch field {
      case .time: time
      case .likes: likes
      case .comments: comments
      }
    }

    fileprivate mutating func note(_ one: PostScalars) {
      seen += 1
      time.unite(one.span(of: .time))
      likes.unite(one.span(of: .likes))
      comments.unite(one.span(of: .comments))
    }
  }

  private(set) var blocks: [Block] = []
  /// The records that somebody has looked at.
  private(set) var seen = 0

  mutating func append(_ block: Block) {
    blocks.append(block)
    seen += block.seen
  }

  /// Keeps the scalars of a record that somebody has looked at.
  mutating func note(_ scalars: PostScalars, of number: Int) {
    let (index, place) = number.quotientAndRemainder(dividingBy: Self.blockSize)
    while blocks.count <= index { blocks.append(Block()) }
    if blocks[index].scalars.isEmpty {
      blocks[index].scalars = Array(repeating: .unknown, count: Self.blockSize)
    }
    guard !blocks[index].scalars[place].isSeen else { return }
    blocks[index].scalars[place] = scalars
    blocks[index].note(scalars)
    seen += 1
  }

  /// Whether the post of a record may pass.
  func mayPass(_ number: Int, _ test: ScalarTest) -> Bool {
    let (index, place) = number.quotientAndRemainder(dividingBy: Self.blockSize)
    guard blocks.indices.contains(index), !blocks[index].scalars.isEmpty else { return true }
    return test.mayPass(blocks[index].scalars[place])
  }

  /// The first of some records whose post may pass; nil where none does.
  func first(in numbers: Range<Int>, passing test: ScalarTest) -> Int? {
    var rest = numbers
    while let number = rest.first {
      let part = rest.clamped(to: block(around: number))
      if mayHold(part, test), let found = part.first(where: { mayPass($0, test) }) { return found }
      rest = part.upperBound..<rest.upperBound
    }
    return nil
  }

  /// The last of some records whose post may pass; nil where none does.
  func last(in numbers: Range<Int>, passing test: ScalarTest) -> Int? {
    var rest = numbers
    while let number = rest.last {
      let part = rest.clamped(to: block(around: number))
      if mayHold(part, test), let found = part.last(where: { mayPass($0, test) }) { return found }
      rest = rest.lowerBound..<part.lowerBound
    }
    return nil
  }

  private func block(around number: Int) -> Range<Int> {
    let start = number - number % Self.blockSize
    return start..<start + Self.blockSize
  }

  /// Whether the bounds of a block leave room for a post that passes.
  private func mayHold(_ part: Range<Int>, _ test: ScalarTest) -> Bool {
    let index = part.lowerBound / Self.blockSize
    guard index < blocks.count, blocks[index].isWhole else { return true }
    return test.mayPass(blocks[index])
  }
}
