package import StreamModel

/// The answers of places where posts are discussed, as files: those that came, and those that earlier visits have kept.
package struct DiscussionCopies {
  private let cache: CacheFolder?

  init(in cache: CacheFolder?) { self.cache = cache }

  // MARK: Copies

  func file(of address: FeedAddress) -> WebCopy? { cache.map { WebCopy(of: address.text, in: $0) } }

  /// The copy of all pages that an earlier visit has kept, and when the first was sent or confirmed.
  func discussion(
    of place: DiscussionPlace,
    at address: FeedAddress
  ) -> (discussion: Discussion, time: Timestamp?)? {
    guard let found = file(of: address)?.read(),
      case .success(var page) = read(found.path, from: place, sender: address.host)
    else { return nil }
    var all = page
    var number = 1
    var stated = rest(of: found.path, from: address, in: place)
    var asked = [address]
    while let text = DiscussionReader.next(
      after: page,
      of: all,
      number: number,
      from: place,
      stated: stated
    ), let next = address.follow(text), !asked.contains(next), let copy = file(of: next)?.read(),
      case .success(let further) = read(copy.path, from: place, sender: address.host)
    {
      page = further
      all = DiscussionReader.joined(all, further)
      stated = rest(of: copy.path, from: next, in: place)
      asked.append(next)
      number += 1
    }
    let start: [String: [Discussion.Entry]] = [:]
    let named = all.named.prefix(NamedPost.most).reduce(into: start) { named, name in
      let copy = FeedAddress.judge(name).address.flatMap { reply(at: $0) }
      named[name] = copy.map { DiscussionReader.entries(of: $0.post, named: name, in: place) }
    }
    return (all.filled(with: named).below(place), found.time)
  }

  /// The copy of a reply that an earlier visit has kept.
  func reply(at address: FeedAddress) -> (found: WebCopy.Found, post: Post)? {
    file(of: address)?.read().flatMap { found in
      NamedPost.read(found.path, from: found.copy?.address ?? address).map { (found, $0) }
    }
  }

  // MARK: Documents

  /// The page to which a collection of replies leads; nil for answers of other sites.
  func rest(of path: String, from address: FeedAddress, in place: DiscussionPlace) -> String? {
    guard place.site == .activityStreams else { return nil }
    return ActivityLinks(BodyStart.read(path).start, from: address)?.rest?.text
  }

  func read(
    _ path: String,
    from place: DiscussionPlace,
    sender: String
  ) -> Result<Discussion, StateRefusal> {
    do {
      return read(try SourceOpener.open(path), from: place, sender: sender)
    } catch {
      return .failure(Self.refusal(sender, place))
    }
  }

  private static func refusal(_ sender: String, _ place: DiscussionPlace) -> StateRefusal {
    StateRefusal("\(sender) sent something that is no list of \(place.things).")
  }

  /// Reads the answer of an account's server about a post: its conversation, or the people who did something with it.
  package static func discussion(in answer: [UInt8], from place: DiscussionPlace) -> Discussion? {
    let source = OpenedSource(bytes: MemoryBytes(name: place.host, bytes: answer))
    return try? Self(in: nil).read(source, from: place, sender: place.host).get()
  }

  func read(
    _ source: OpenedSource,
    from place: DiscussionPlace,
    sender: String
  ) -> Result<Discussion, StateRefusal> {
    do {
      let feed = Feed(source: source.bytes, hint: DiscussionReader.hint(for: place.site))
      while try feed.advance(bytes: Purpose.longestDiscussion) == .more {}
      guard source.cut == nil else { throw DiscussionReader.Failure.cut }
      return .success(try DiscussionReader.read(feed, from: place))
    } catch DiscussionReader.Failure.page {
      return .failure(StateRefusal("\(sender) sent a web page in place of \(place.things)."))
    } catch DiscussionReader.Failure.cut {
      return .failure(StateRefusal("The answer of \(sender) ends in the middle. Try again later."))
    } catch {
      return .failure(Self.refusal(sender, place))
    }
  }
}
