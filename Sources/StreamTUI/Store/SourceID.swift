/// A source that the store knows, by its number in this session; never written to disk.
struct SourceID: Hashable, Sendable {
  let index: Int
}
