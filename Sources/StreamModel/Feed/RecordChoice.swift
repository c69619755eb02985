/// Which records of a feed are shown: those that everybody may read, or those that no rule hides.
package struct RecordChoice {
  package let isPublicOnly: Bool
  package let rules: RecordRules?

  package init(isPublicOnly: Bool = false, rules: RecordRules? = nil) {
    self.isPublicOnly = isPublicOnly
    self.rules = rules
  }
}

/// The reader's rules for the posts of one feed.
package struct RecordRules {
  /// The verdict of the rules on a post that one of them means.
  package struct Verdict: Equatable, Sendable {
    /// The index of the rule that leaves the post out; nil where none does.
    package var hider: Int?
    package var isRead = false
    package var additions = RuleAdditions()

    package init() {}

    /// Left out by the rule of this index.
    package static func hidden(_ rule: Int) -> Verdict {
      var verdict = Verdict()
      verdict.hider = rule
      return verdict
    }

    package static let read: Verdict = {
      var verdict = Verdict()
      verdict.isRead = true
      return verdict
    }()
  }

  package static let most = 200

  let names: [String]
  let tags: [String]
  /// The test for records that a rule may mean as far as their bytes tell, given the texts that posts have and their
  /// records do not.
  let mayMean: (_ besides: [String]) -> (_ mayShow: (TextNeedle) -> Bool) -> Bool
  /// The verdict on a post of a feed of this title; nil where no rule means it.
  let verdict: (_ post: Post, _ title: String?) -> Verdict?

  package init(
    names: [String],
    tags: [String] = [],
    mayMean: @escaping (_ besides: [String]) -> (_ mayShow: (TextNeedle) -> Bool) -> Bool,
    verdict: @escaping (_ post: Post, _ title: String?) -> Verdict?
  ) {
    self.names = names
    self.tags = tags
    self.mayMean = mayMean
    self.verdict = verdict
  }
}

/// The additions of the reader's rules to a post.
package struct RuleAdditions: Equatable, Sendable {
  /// The name of the role in whose style author and title are drawn; nil for their own.
  package var colour: String?
  /// Tags besides those of the post, without "#".
  package var tags: [String] = []

  package init() {}

  package var isEmpty: Bool { colour == nil && tags.isEmpty }
}

extension Post {
  /// Removes tags that rules gave it.
  package mutating func drop(tags given: [String]) {
    tags.removeAll { given.contains($0) }
  }
}
