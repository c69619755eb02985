import Testing

@testable import StreamHost

/// Returns an address that needs no question.
func address(_ text: String) throws -> FeedAddress {
  try #require(FeedAddress.judge(text).address)
}
