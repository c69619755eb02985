/// The pages that can have keys of their own, by the name that the configuration and messages use.
///
/// None has the name of an action: in the table `[keys]` both would be the same key.
package enum KeyPage: String, CaseIterable, Sendable {
  case timeline, start, detail
  case links = "link-list"
  case visited = "visit-list"
  case people, account, tag
  case unread = "unread-list"
  case matches = "match-list"
  case filtered = "filtered-list"
  case counts = "count-list"
  case rules = "rule-list"
  case problems = "problem-list"
  case output, article, difference, picture
  case feeds = "feed-list"
  case help = "key-list"
}
