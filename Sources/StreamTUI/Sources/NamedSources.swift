import Glibc
import StreamModel
import StreamUI

/// The sources that the command line of the viewer names.
struct NamedSources {
  /// Files, folders, addresses, or "-" for standard input.
  let names: [String]
  /// The commands whose outputs are sources, too.
  let programs: [String]
  let hint: FormatHint?

  var isEmpty: Bool { names.isEmpty && programs.isEmpty }

  /// Opens the sources; without any, a pipe on standard input, or else the sample feed.
  ///
  /// None may be left if all fail.
  ///
  /// - Parameters:
  ///   - isShown: Whether a viewer shows them while they arrive; the others wait for all bytes.
  ///   - follows: Whether a viewer follows files of lines by their names.
  func opened(
    isShown: Bool,
    follows: Bool,
    mayFetch: Bool,
    keepsCopies: Bool
  ) -> OpenedFeeds {
    let names = isEmpty && isatty(STDIN_FILENO) == 0 ? ["-"] : names
    if !names.isEmpty || !programs.isEmpty {
      return SourceOpener.opened(
        names,
        programs: programs,
        hint: hint,
        waits: !isShown,
        follows: isShown && follows,
        mayFetch: mayFetch,
        keepsCopies: keepsCopies
      )
    }
    let sample = OpenedFeed.sampleBytes
    let feed = OpenedFeed(feed: Feed(source: sample), source: OpenedSource(bytes: sample))
    return OpenedFeeds(list: [feed], areAll: true)
  }

  /// Opens the sources once more; pipes, which can be read only once, go on, and so do programs and
  /// addresses, whose newer documents come in the place of those before.
  ///
  /// - Throws: ``FeedError`` for the first that cannot be opened; the others are not used then.
  func reopened(_ old: [OpenedFeed], follows: Bool) throws(FeedError) -> [OpenedFeed] {
    var feeds: [OpenedFeed] = []
    for name in names where name != "-" {
      let pipes = old.filter { $0.source.spool != nil && $0.feed.name == name }
      if !pipes.isEmpty {
        feeds += pipes
      } else if let opened = old.first(where: { $0.origin == name }), let web = opened.source.web {
        let source = try OpenedSource(arriving: web)
        feeds.append(OpenedFeed(source, hint: hint, origin: name))
      } else {
        feeds += try SourceOpener.feeds(of: name, hint: hint, follows: follows).feeds
      }
    }
    return feeds
      + old.filter {
        $0.source.program != nil || isEmpty || $0.feed.name == SourceOpener.standardInput
      }
  }
}
