import StreamModel

/// A comment whose replies a key has collapsed or expanded, as it is kept from run to run.
struct CollapsedComment {
  let name: Timeline.SourceKey
  let isCollapsed: Bool
}
