package import Glibc

/// Starts programs with an argument vector, never through a shell.
package enum ChildProcess {
  package enum Streams {
    /// No streams, in a session of its own: the child outlives the viewer and cannot touch its terminal.
    case detached
    /// The given descriptors, in a session of its own; a nil input is empty.
    case pipes(input: Int32?, output: Int32, errors: Int32)
    /// The viewer's terminal; keys come from standard input, or the terminal is opened again for them.
    case terminal(keysAreStandardInput: Bool)
  }

  /// POSIX_SPAWN_SETSID, which glibc hides from strict modes.
  private static let newSession: Int32 = 0x80

  /// Starts `arguments` with no signal blocked or ignored and only the three standard descriptors.
  ///
  /// Returns nil if there is no such program, or no process can be started; `errno` says why.
  ///
  /// - Parameters:
  ///   - variables: Environment variables besides the viewer's, or in their place; nil removes one.
  ///   - outlivesFileLimit: Whether a write beyond RLIMIT_FSIZE fails instead of killing the child.
  package static func start(
    _ arguments: [String],
    _ streams: Streams,
    _ variables: [String: String?] = [:],
    outlivesFileLimit: Bool = false
  ) -> pid_t? {
    guard let program = arguments.first else { return nil }
    closeOnExec()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    switch streams {
    case .detached:
      flags |= newSession
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    case .pipes(let input, let output, let errors):
      flags |= newSession
      if let input {
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      } else {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    case .terminal(let keysAreStandardInput):
      if !keysAreStandardInput {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/tty", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    if outlivesFileLimit { sigdelset(&signals, SIGXFSZ) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(clamping: flags))
    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for argument in vector { free(argument) } }
    vector.append(nil)
    var surroundings = variables.isEmpty ? [] : environment(with: variables)
    defer { for variable in surroundings { free(variable) } }
    surroundings.append(nil)
    // A child inherits what is ignored at its start.
    var handler = sigaction()
    if outlivesFileLimit {
      sigaction(SIGXFSZ, nil, &handler)
      signal(SIGXFSZ, SIG_IGN)
    }
    defer { if outlivesFileLimit { sigaction(SIGXFSZ, &handler, nil) } }
    var child: pid_t = 0
    let result =
      variables.isEmpty
      ? posix_spawnp(&child, program, &actions, &attributes, vector, environ)
      : posix_spawnp(&child, program, &actions, &attributes, vector, surroundings)
    // The function returns its reason; the others here leave theirs in errno.
    if result != 0 { errno = result }
    return result == 0 ? child : nil
  }

  /// Copies the viewer's environment with changes; the caller frees the strings.
  private static func environment(
    with variables: [String: String?]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var result: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if !variables.keys.contains(String(name)) { result.append(strdup(variable)) }
      next = next.advanced(by: 1)
    }
    for (name, value) in variables { if let value { result.append(strdup("\(name)=\(value)")) } }
    return result
  }

  /// Whether ``start(_:_:)`` would find `program` and could run it.
  package static func exists(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let path = Environment.value("PATH") ?? "/bin:/usr/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).contains { folder in
      access((folder.isEmpty ? "." : folder) + "/" + program, X_OK) == 0
    }
  }

  /// Prevents children from inheriting descriptors other than the standard three.
  ///
  /// Others may belong to libraries or come from the process that started the viewer.
  private static func closeOnExec() {
    let folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    for name in DirectoryEntries(descriptor: folder).names() {
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
    }
  }
}
