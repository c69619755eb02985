import TestSupport
import Testing

@testable import StreamModel

@Suite struct ConversationTests {
  /// "id<parent", one a comment.
  private func outline(_ text: String) -> String {
    let comments = text.split(separator: " ").map { part in
      let names = part.split(separator: "<").map { Post.ID(String($0)) }
      return Comment(id: names[0], parent: names.count > 1 ? names[1] : nil)
    }
    return Conversation(comments: comments).nodes
      .map { "\($0.comment.id)\($0.depth):\($0.descendantCount)" }
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("", ""),
    ("a b c", "a0:0 b0:0 c0:0"),
    ("a b<a c<a d<b", "a0:3 b1:1 d2:0 c1:0"),
    // Answers may come before what they answer.
    ("d<b b<a a c", "a0:2 b1:1 d2:0 c0:0"),
    // No such parent; itself; a cycle with an answer to it.
    ("a<z b<b", "a0:0 b0:0"),
    ("a<b b<a c<a", "a0:1 c1:0 b0:0"),
    ("a<c b<a c<b", "a0:0 b0:0 c0:0"),
    // The first of two with one id is the parent.
    ("a a b<a", "a0:1 b1:0 a0:0"),
  ])
  func commentsStandUnderTheirParents(_ text: String, _ expected: String) {
    #expect(outline(text) == expected)
  }

  @Test func aLongChainIsNoTrouble() {
    let count = 100_000
    let comments = (0..<count).map {
      Comment(id: Post.ID("\($0)"), parent: $0 == 0 ? nil : Post.ID("\($0 - 1)"))
    }
    let nodes = Conversation(comments: comments.reversed()).nodes
    #expect(nodes.count == count)
    #expect(nodes.last?.depth == count - 1)
    #expect(nodes.first?.descendantCount == count - 1)
  }

  @Test func everyCommentAppearsOnceWhateverTheParents() {
    var random = SplitMix(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 0...12, using: &random)
      let comments = (0..<count).map { index in
        Comment(
          id: Post.ID("\(index)"),
          parent: Post.ID("\(Int.random(in: 0...12, using: &random))")
        )
      }
      let nodes = Conversation(comments: comments).nodes
      #expect(nodes.map(\.documentIndex).sorted() == Array(0..<count))
      for (place, node) in nodes.enumerated() {
        let below = nodes[(place + 1)...].prefix { $0.depth > node.depth }
        #expect(below.count == node.descendantCount)
        if let parent = node.parent {
          #expect(nodes[parent].comment.id == node.comment.parent)
          #expect(nodes[parent].depth == node.depth - 1)
        } else {
          #expect(node.depth == 0)
        }
      }
    }
  }
}
