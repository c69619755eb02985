/// Matches the posts of a later edition of a source to those of an earlier one: by id, else by the
/// fallback if no other post of either edition has it.
///
/// The posts of the later edition are taken in any order. Ids match at once, fallbacks only when all posts
/// were taken, since a later one may have the same.
package struct Rematch<Later: Equatable> {
  private let earlier: IdentityIndex
  /// The numbers of earlier posts that were found.
  private var found: Set<Int> = []
  /// The only later post with the fallback of an earlier one; nil inside if there are several.
  private var candidates: [Int: Later?] = [:]
  /// The number of later posts.
  private var count = 0

  /// Begins with the posts of the earlier edition.
  package init(of earlier: IdentityIndex) {
    self.earlier = earlier
  }

  /// Begins with a single post, whose number is 0.
  package init(of earlier: PostIdentity) {
    var index = IdentityIndex()
    index.add(earlier, as: 0)
    self.init(of: index)
  }

  /// Returns the only post of a later edition that `earlier` may be, by its id or its fallback.
  package static func post(
    _ earlier: PostIdentity,
    among later: some Sequence<(PostIdentity, Later)>
  ) -> Later? {
    var rematch = Rematch(of: earlier)
    for (identity, post) in later where rematch.take(identity, as: post) != nil { return post }
    return rematch.renamed(0)
  }

  /// Takes the next post of the later edition; one may be taken again.
  ///
  /// - Returns: The number of the earlier post with its id; nil if there is none that was not found before.
  package mutating func take(_ identity: PostIdentity, as post: Later) -> Int? {
    count += 1
    let known = earlier.number(ofID: identity.id, sparing: found)
    if let known { found.insert(known) }
    if let number = earlier.number(ofFallback: identity.fallback), number != known {
      let isOnly = known == nil && candidates[number].map { $0 == post } ?? true
      candidates[number] = .some(isOnly ? post : nil)
    }
    return known
  }

  /// Returns the later post that an earlier one may be under another id, once all were taken.
  ///
  /// The fallback is often the address alone, and a source may give another post the same one: ask
  /// ``isSame(text:time:)`` where the texts are known.
  package func renamed(_ number: Int) -> Later? {
    found.contains(number) ? nil : candidates[number] ?? nil
  }

  /// Returns the number of the earlier post that a later one may be, once all were taken: see ``renamed(_:)``.
  package func former(of identity: PostIdentity, _ post: Later) -> Int? {
    earlier.number(ofFallback: identity.fallback).flatMap { renamed($0) == post ? $0 : nil }
  }

  /// Whether two posts with one fallback are the same: they have the same text or time.
  ///
  /// An edition of a single post may hold another one each time, so there the text must be the same.
  package func isSame(
    text: @autoclosure () -> Bool,
    time: @autoclosure () -> Bool
  ) -> Bool { text() || count > 1 && time() }

  /// Notes that an earlier post is the one that ``former(of:_:)`` named.
  package mutating func confirm(_ number: Int) { found.insert(number) }

  /// Whether an earlier post was found.
  package func hasFound(_ number: Int) -> Bool { found.contains(number) }
}
