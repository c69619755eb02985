import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// A post log in a temporary folder, and documents for it.
struct PostLogStage {
  /// A post of a document.
  struct Item: Hashable {
    var id: String?
    var url: String?
    var text: String
    var time: Int?

    init(_ id: String?, _ text: String, url: String? = nil, time: Int? = nil) {
      self.id = id
      self.url = url
      self.text = text
      self.time = time
    }

    fileprivate var json: [String: Any] {
      var json: [String: Any] = ["content_text": text]
      json["id"] = id
      json["url"] = url
      if let time {
        json["date_published"] = Timestamp(secondsSinceEpoch: Int64(time)).rfc3339
      }
      return json
    }
  }

  let stage: StoreStage
  let log: PostLog

  static func run(_ body: (PostLogStage) throws -> Void) throws { try body(PostLogStage()) }

  static func document(_ items: [Item], title: String? = nil) throws -> [UInt8] {
    var json: [String: Any] = [
      "version": "https://jsonfeed.org/version/1.1", "items": items.map(\.json),
    ]
    json["title"] = title
    return Array(try JSONSerialization.data(withJSONObject: json))
  }

  @discardableResult
  func take(
    _ items: [Item],
    title: String? = nil,
    at now: Timestamp = Self.now
  ) throws -> PostLog.Report {
    try take(bytes: Self.document(items, title: title), at: now)
  }

  /// A time later than that of most documents.
  static let now = Timestamp(secondsSinceEpoch: 1_000_000_000)

  func take(bytes: [UInt8], at now: Timestamp = Self.now) throws -> PostLog.Report {
    let source = try OpenedSource(unwrapping: MemoryBytes(name: "document", bytes: bytes))
    guard case .web(let address) = log.source else { return PostLog.Report() }
    return try log.take(source, from: address, at: now)
  }

  var bytes: [UInt8] { FileManager.default.contents(atPath: log.path).map { Array($0) } ?? [] }

  /// The log as it is read.
  func feed(isLog: Bool = false, comparesTexts: Bool = false) -> Feed {
    let source = MemoryBytes(name: "log", bytes: bytes)
    return Feed(source: source, hint: .ndjson, comparesTexts: comparesTexts, isLog: isLog)
  }

  /// The lines of the log, decoded.
  func lines() throws -> [[String: Any]] {
    try bytes.split(separator: 0x0A).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
  }

  /// The texts of the posts of the log as they are shown: the last update wins.
  func texts() throws -> [String] {
    var order: [String] = []
    var texts: [String: String] = [:]
    for line in try lines() {
      let id = try #require((line["post"] ?? line["id"]) as? String)
      if line["type"] as? String == "update" {
        #expect(texts[id] != nil, "an update of no post: \(id)")
      } else {
        #expect(texts[id] == nil, "twice: \(id)")
        order.append(id)
      }
      texts[id] = line["body_text"] as? String ?? ""
    }
    return order.compactMap { texts[$0] }
  }
}

extension PostLogStage {
  init() {
    guard let address = FeedAddress.judge("https://a.example/feed").address else {
      preconditionFailure("no address")
    }
    let stage = StoreStage()
    self.init(stage: stage, log: PostLog(of: .web(address), in: stage.folder))
  }
}
