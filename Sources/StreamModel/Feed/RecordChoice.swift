/// Which records of a feed are shown: those that everybody may read, or those that no rule hides.
package struct RecordChoice {
  /// Whether to leave out posts that state that they are not public.
  package let isPublicOnly: Bool
  /// The reader's rules; nil for none.
  package let rules: RecordRules?

  package init(isPublicOnly: Bool = false, rules: RecordRules? = nil) {
    self.isPublicOnly = isPublicOnly
    self.rules = rules
  }
}

/// The reader's rules for the posts of one feed.
package struct RecordRules {
  /// The verdict of the rules on a post that one of them means.
  package enum Verdict: Equatable {
    /// Left out by the rule of this index.
    case hidden(Int)
    /// Shown as read.
    case read
  }

  /// The most rules.
  package static let most = 200

  /// The names of the rules.
  let names: [String]
  /// The test for records that a rule may mean as far as their bytes tell, given the texts that posts have and their
  /// records do not.
  let mayMean: (_ besides: [String]) -> (_ mayShow: (TextNeedle) -> Bool) -> Bool
  /// The verdict on a post of a feed of this title; nil where no rule means it.
  let verdict: (_ post: Post, _ title: String?) -> Verdict?

  package init(
    names: [String],
    mayMean: @escaping (_ besides: [String]) -> (_ mayShow: (TextNeedle) -> Bool) -> Bool,
    verdict: @escaping (_ post: Post, _ title: String?) -> Verdict?
  ) {
    self.names = names
    self.mayMean = mayMean
    self.verdict = verdict
  }
}
