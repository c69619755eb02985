import Glibc
package import StreamModel

package struct ChildRequest {
  /// The child's standard input, output and error.
  package enum Streams {
    /// No streams: the child lives on when the viewer ends.
    case detached
    /// Pipes.
    ///
    /// - Parameters:
    ///   - input: The bytes for standard input; nil for an empty one.
    ///   - limit: The bytes that are kept of standard output, and as many of standard error.
    case pipes(input: [UInt8]?, limit: Int)
  }

  var arguments: [String]
  package var streams = Streams.detached
  package var limits = ChildLimits()
  /// The time when the child is told to end (SIGTERM to its process group; SIGKILL a second later).
  package var deadline: Moment?
  /// Whether the process group of the child ends with it: programs that it has left behind.
  package var endsGroup = false
  /// Environment variables that the child has besides the viewer's, or in their place; nil removes one.
  package var variables: [String: String?] = [:]
  /// Receives the bytes of standard output as they arrive; nil where only the outcome counts.
  package var onOutput: PipeReader.OnBytes?
  /// Receives the bytes of standard error as they arrive; nil where only the outcome counts.
  package var onErrors: PipeReader.OnBytes?

  package init(
    arguments: [String],
    streams: Streams = Streams.detached,
    limits: ChildLimits = ChildLimits(),
    deadline: Moment? = nil,
    endsGroup: Bool = false,
    variables: [String: String?] = [:],
    onOutput: PipeReader.OnBytes? = nil,
    onErrors: PipeReader.OnBytes? = nil
  ) {
    self.arguments = arguments
    self.streams = streams
    self.limits = limits
    self.deadline = deadline
    self.endsGroup = endsGroup
    self.variables = variables
    self.onOutput = onOutput
    self.onErrors = onErrors
  }
}

/// The resource limits of a child; nil leaves the viewer's own limit.
///
/// They are set with `prlimit` right after the start, so the first instructions of the child run without them. Setting
/// them in the viewer before the start would limit the viewer itself, and `posix_spawn` has no step for them. The
/// limits guard against malicious input, which no program reads so early.
package struct ChildLimits {
  /// The size of the address space in bytes (RLIMIT_AS).
  var memory: UInt?
  /// The size of the largest file it may write, in bytes (RLIMIT_FSIZE).
  var fileSize: UInt?
  /// The processor time in seconds (RLIMIT_CPU).
  var processorSeconds: UInt?

  package init(memory: UInt? = nil, fileSize: UInt? = nil, processorSeconds: UInt? = nil) {
    self.memory = memory
    self.fileSize = fileSize
    self.processorSeconds = processorSeconds
  }

  func apply(to process: pid_t) {
    let values = [
      (RLIMIT_AS, memory), (RLIMIT_FSIZE, fileSize), (RLIMIT_CPU, processorSeconds),
    ]
    for (resource, value) in values {
      guard let value else { continue }
      var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      // This fails for a child that has ended and for a limit above the viewer's own, which then applies.
      _ = setLimit(process, Int32(clamping: resource.rawValue), &limit, nil)
    }
  }
}

/// `prlimit`, which glibc declares for GNU sources only.
@_silgen_name("prlimit")
private func setLimit(
  _ process: pid_t,
  _ resource: Int32,
  _ new: UnsafePointer<rlimit>?,
  _ old: UnsafeMutablePointer<rlimit>?
) -> Int32
