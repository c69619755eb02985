import StreamModel

/// A change of one flag by a key, which can be undone.
struct FlagChange {
  /// A key of a post whose flag has changed, and the row that showed the post.
  struct Part {
    let row: RecordID
    let key: Timeline.SourceKey
  }

  let flag: PostFlags
  /// Whether the flag was set, or cleared.
  let isSet: Bool
  /// The post, where it was kept or let go.
  let post: KeptPost?
  /// The keys whose flag has changed, as they did together: one list of a million would take too long
  /// to grow.
  private var slices: [[Part]] = []
  /// The number of keys.
  private(set) var count = 0

  init(_ flag: PostFlags, _ isSet: Bool, _ parts: [Part] = [], of post: KeptPost? = nil) {
    self.flag = flag
    self.isSet = isSet
    self.post = post
    add(parts)
  }

  mutating func add(_ parts: [Part]) {
    guard !parts.isEmpty else { return }
    slices.append(parts)
    count += parts.count
  }

  /// Takes out the keys that changed last.
  mutating func takeLast() -> [Part] {
    let parts = slices.popLast() ?? []
    count -= parts.count
    return parts
  }
}
