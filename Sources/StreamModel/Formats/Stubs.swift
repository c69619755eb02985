extension RecordDecoder {
  mutating func gitHubRecord() throws(JSONFault) -> PostFields {
    try json.skipValue(); return PostFields()
  }
  mutating func blueskyRecord() throws(JSONFault) -> PostFields {
    try json.skipValue(); return PostFields()
  }
  mutating func redditRecord() throws(JSONFault) -> PostFields {
    try json.skipValue(); return PostFields()
  }
  mutating func rssItem(_ facts: FeedFacts) throws(JSONFault) -> PostFields {
    try json.skipValue(); return PostFields()
  }
  mutating func activityStreams1Record(_ facts: FeedFacts) throws(JSONFault) -> PostFields {
    try json.skipValue(); return PostFields()
  }
  mutating func mastodonRecord() throws(JSONFault) -> PostFields {
    try json.open(); return try mastodonStatus()
  }
}
