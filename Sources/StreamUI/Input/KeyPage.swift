/// The pages that can have keys of their own, by the name that the configuration and messages use.
package enum KeyPage: String, CaseIterable, Sendable {
  case timeline, start, detail, links, visited, people, account, tag, problems, output, help
}
