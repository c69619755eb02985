/// GitHub's types of events in words.
///
/// Source: docs.github.com/rest/using-the-rest-api/github-event-types, and the types of earlier years.
package enum GitHubEvent {
  /// The words that rows show for the types that a sign stands before, in the place of the type.
  package static let words = [
    "WatchEvent": "starred", "ForkEvent": "forked", "FollowEvent": "followed",
    "DeleteEvent": "deleted", "MemberEvent": "changed the members",
    "TeamAddEvent": "added to a team", "DiscussionEvent": "discussion",
    "SponsorshipEvent": "sponsorship", "PullRequestReviewThreadEvent": "review thread",
    "DownloadEvent": "uploaded a file", "ForkApplyEvent": "applied a fork",
  ]
}
