/// The retention of each subscription, as the configuration states it for all of them, a tag or one.
struct RetentionRules {
  private let run: RunConfiguration

  /// Reads the configuration; nil if it has an error in its settings, which may be in a line that saves
  /// posts.
  init?(_ source: ConfigSource) {
    run = RunConfiguration(source, given: [])
    guard run.refused == nil, run.settingProblems.isEmpty else { return nil }
  }

  /// Returns the retention of the subscription whose refresh has ended.
  func retention(of outcome: RefreshOutcome) -> Retention {
    let source = ShownSource(outcome.subscription, named: outcome.name)
    return run.scoped(to: [source]).settings.retention
  }
}
