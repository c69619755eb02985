package import StreamModel

/// Reads the conversations of all sources for an export, to their ends.
package struct ReplyReader {
  private let timeline: Timeline

  /// Reads from a timeline whose sources have been scanned.
  package init(_ timeline: Timeline) {
    self.timeline = timeline
    while case .more? = try? timeline.advance(bytes: 4 << 20) {}
  }

  /// Gets to know all posts by name, which decodes each of them: not before a conversation is asked for.
  private func nameAll() {
    guard timeline.hasConversationWork else { return }
    var budget = SliceBudget(bytes: .max)
    timeline.advanceConversations(within: &budget)
  }

  /// Returns a record with the number of comments in the whole conversation, whatever else is read.
  package func record(_ id: RecordID) -> FeedRecord {
    nameAll()
    return timeline.record(id)
  }

  /// Returns the conversation below a post.
  ///
  /// It is whole below the post that begins it. A reply has its own direct replies only: a thread of
  /// a thousand would be written a thousand times otherwise. A reshare has none of its own.
  package func replies(to post: Post, _ record: RecordID) -> DumpedReplies {
    guard !post.isReshare else {
      return DumpedReplies(post.comments.filter { $0.kind == .written })
    }
    nameAll()
    let parent = timeline.parentName(of: post, record).flatMap {
      timeline.post(named: $0, near: record.source)
    }
    let isReply = parent.map { $0 != record } ?? false
    return DumpedReplies(below: post, record, in: timeline, reach: isReply ? .direct : .whole)
  }

  /// The number of posts of these ids or addresses that no source has.
  package func missingCount(of names: [String], near source: Int) -> Int {
    nameAll()
    return names.count { timeline.post(named: $0, near: source) == nil }
  }
}
