import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The posts of a document as `dump` tells them.
struct Dumped {
  let posts: [[String: Any]]
  let lines: [String]

  init(_ document: String, name: String = "f") throws {
    let timeline = try Timeline(Feed(source: MemoryBytes(name: name, text: document))).scanned()
    var budget = SliceBudget(bytes: .max)
    while timeline.hasConversationWork { timeline.advanceConversations(within: &budget) }
    let dump = PostDump(now: Stage.wall)
    lines = timeline.posts.map { post in
      String(decoding: dump.json(post, source: "\(name):1:1"), as: UTF8.self)
    }
    posts = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  func texts(_ key: String) -> [String?] { posts.map { $0[key] as? String } }

  func texts(_ key: String, of object: String) -> [String?] {
    posts.map { ($0[object] as? [String: Any])?[key] as? String }
  }

  var text: String { texts("text").first.flatMap { $0 } ?? "" }

  /// The files of the first post as "TYPE ADDRESS ALT".
  var files: [String] {
    ((posts.first?["attachments"] as? [[String: Any]]) ?? []).map { file in
      ["type", "url", "alt"].compactMap { file[$0] as? String }.joined(separator: " ")
        + (file["sensitive"] as? Bool == true ? " sensitive" : "")
    }
  }

  /// The addresses that the first post links to.
  var links: [String] {
    ((posts.first?["links"] as? [[String: Any]]) ?? []).compactMap { $0["url"] as? String }
  }
}
