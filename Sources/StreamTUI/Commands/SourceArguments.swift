import ArgumentParser
import Glibc
import StreamModel

/// The sources that a command without a screen reads.
struct SourceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the output of a program; quotes keep blanks, and no shell reads it.",
      valueName: "program arguments"
    )
  )
  var exec: [String] = []

  @Argument(
    help: """
      Files, folders, archives or addresses; subscriptions by name or as tag:NAME; unread or kept; \
      - for standard input. Default: a pipe on standard input.
      """,
    completion: .file()
  )
  var source: [String] = []

  /// The sources as named beside programs, or standard input if none is named and it is a pipe or a file.
  ///
  /// - Throws: Wrong usage if there is nothing to read.
  func names() throws -> [String] {
    if !source.isEmpty || !exec.isEmpty { return source }
    guard Self.hasInput else {
      throw ValidationError("no SOURCE: name a file, or pipe a feed into the command")
    }
    return ["-"]
  }

  /// Opens the posts of these names and of the programs, and waits for all their bytes.
  ///
  /// - Throws: Status 1, after a message, if no source can be opened.
  func opened(
    _ names: [String],
    _ options: FeedOptions
  ) throws -> (feeds: OpenedFeeds, kept: KeptPosts?, isUnread: Bool) {
    guard exec.isEmpty, options.formatHint == nil else {
      return (try openedSources(names, options), nil, false)
    }
    let stream = try NamedStream(names)
    switch stream.posts {
    case .sources(let names): return (try openedSources(names, options), nil, false)
    case .kept:
      let kept = try KeptPosts.opened() ?? .none
      return (kept.feeds, kept, false)
    case .subscriptions(let choice):
      let subscribed = SubscribedFeeds(choice)
      for problem in subscribed.problems { Diagnostics.print(problem) }
      return (subscribed.feeds, nil, stream.isUnread)
    }
  }

  private func openedSources(_ names: [String], _ options: FeedOptions) throws -> OpenedFeeds {
    try SourceOpener.openAll(
      names,
      programs: exec,
      hint: options.formatHint,
      mayFetch: !options.noNetwork
    )
  }

  /// Whether standard input is a pipe or a file: nobody pipes a feed through a terminal or a device.
  static var hasInput: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}

extension SourceOpener {
  /// Opens all sources for a command, and prints why some cannot be opened.
  ///
  /// - Parameter waits: Whether to wait for the bytes of pipes, programs and addresses.
  /// - Throws: Status 1 if no source can be opened.
  static func openAll(
    _ names: [String],
    programs: [String] = [],
    hint: FormatHint?,
    waits: Bool = true,
    follows: Bool = false,
    mayFetch: Bool = true,
    keepsCopies: Bool = true
  ) throws -> OpenedFeeds {
    let opened = opened(
      names,
      programs: programs,
      hint: hint,
      waits: waits,
      follows: follows,
      mayFetch: mayFetch,
      keepsCopies: keepsCopies
    )
    for failure in opened.failures { Diagnostics.print(Diagnostics.text(of: failure)) }
    guard !opened.list.isEmpty else { throw ExitCode(1) }
    if waits { wait(for: opened.list) }
    return opened
  }

  /// Waits for addresses and for programs, whose bytes come in a loop.
  static func wait(for feeds: [OpenedFeed]) {
    Downloads.wait(for: feeds.compactMap(\.source.web))
    SourceRuns.wait(for: feeds.compactMap(\.source.program))
  }
}
