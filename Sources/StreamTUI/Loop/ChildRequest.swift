import StreamUI

/// A program to start, with its streams and limits.
struct ChildRequest {
  /// The child's standard input, output and error.
  enum Streams {
    /// No streams: the child lives on when the viewer ends.
    case detached
    /// Pipes.
    ///
    /// - Parameters:
    ///   - input: The bytes for standard input; nil for an empty one.
    ///   - limit: The bytes that are kept of standard output, and as many of standard error.
    case pipes(input: [UInt8]?, limit: Int)
  }

  /// The program, looked up in PATH, and its arguments.
  var arguments: [String]
  var streams = Streams.detached
  var limits = ChildLimits()
  /// The time when the child is told to end (SIGTERM to its process group; SIGKILL a second later).
  var deadline: Moment?
  /// Whether the process group of the child ends with it: programs that it has left behind.
  var endsGroup = false
  /// Environment variables that the child has besides the viewer's, or in their place; nil removes one.
  var variables: [String: String?] = [:]
  /// Receives the bytes of standard output as they arrive; nil where only the outcome counts.
  var onOutput: PipeReader.OnBytes?
  /// Receives the bytes of standard error as they arrive; nil where only the outcome counts.
  var onErrors: PipeReader.OnBytes?
}

/// The end of a child, delivered once to its owner.
struct ChildOutcome: Equatable {
  /// The bytes of one stream, up to the limit of the request.
  struct Captured: Equatable {
    var bytes: [UInt8] = []
    /// Whether the child wrote more than `bytes`.
    var isCut = false
  }

  let end: ChildEnd
  /// Whether the deadline passed before the child ended.
  let isOverdue: Bool
  /// Standard output; empty for a detached child.
  let output: Captured
  /// Standard error; empty for a detached child.
  let errors: Captured
}

/// The end of a child process.
enum ChildEnd: Equatable {
  case exited(Int32)
  case killed(Int32)
  /// Unknown to the kernel: another part of the program read its status.
  case unknown

  /// Decodes a status.
  ///
  /// - Parameter status: The status from `waitpid`, of a child that is not stopped.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }
}
