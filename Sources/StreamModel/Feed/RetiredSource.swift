/// Stands for a source whose records were replaced by a reload: it holds nothing, but its number is
/// taken, so that no old name ever means a new record.
final class RetiredSource: RecordSource {
  let name: String
  let title: String? = nil
  let recordCount = 0
  let numberLimit = 0
  let isIndexed = true
  let estimatedCount = 0
  let problems: [FeedProblem] = []
  let decodeCount: Int

  init(_ source: any RecordSource) {
    name = source.name
    decodeCount = source.decodeCount
  }

  func number(at position: Int) -> Int? { nil }
  func position(ofNumber number: Int) -> Int? { nil }
  func record(number: Int) -> Feed.Record {
    let message = "was replaced when the feed was reloaded"
    return .problem(FeedProblem(source: name, line: nil, column: nil, path: "", message: message))
  }
  func revision(ofNumber number: Int) -> Int { 0 }
  func byteCount(ofNumber number: Int) -> Int { 0 }
  func holds(_ needle: [UInt8], number: Int, ignoringCase: Bool) -> Bool { false }
  func search(_ needle: [UInt8], fromNumber: Int, bytes: Int, ignoringCase: Bool) -> Feed.Search {
    .exhausted
  }
  func advance(bytes: Int) throws(FeedError) -> Feed.Progress { .done }
  func takeChanges() -> [SourceChange] { [] }
  func resume() -> Bool { false }
  func clearCaches() {}
}
