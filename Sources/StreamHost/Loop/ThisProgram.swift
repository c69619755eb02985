/// This program, of which the viewer starts further processes: they ask the servers, so that no key waits for one.
package struct ThisProgram {
  package let children: Children
  /// Whether the network may be used.
  package let mayFetch: Bool
  private let options: [String]
  private let command: [String]

  /// - Parameters:
  ///   - options: the options that name the configuration.
  ///   - command: the words that start it.
  package init(
    with children: Children,
    mayFetch: Bool,
    options: [String],
    command: [String] = ["/proc/self/exe"]
  ) {
    self.children = children
    self.mayFetch = mayFetch
    self.options = options
    self.command = command
  }

  package var loop: EventLoop { children.loop }

  /// Starts a subcommand, as ``Children/start(_:owner:)`` does.
  ///
  /// - Parameters:
  ///   - words: the subcommand and its options.
  ///   - names: the arguments, none of which is taken for an option.
  package func start(
    _ words: [String],
    of names: [String] = [],
    _ streams: ChildRequest.Streams = .pipes(input: nil, limit: 1_000),
    endsGroup: Bool = false,
    owner: @escaping Children.Owner,
    onOutput: PipeReader.OnBytes? = nil
  ) -> Children.Token? {
    let request = ChildRequest(
      arguments: command + words + options + (names.isEmpty ? [] : ["--"] + names),
      streams: streams,
      endsGroup: endsGroup,
      onOutput: onOutput
    )
    return children.start(request, owner: owner)
  }
}
