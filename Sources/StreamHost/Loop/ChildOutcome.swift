package struct ChildOutcome: Equatable {
  /// The bytes of one stream, up to the limit of the request.
  package struct Captured: Equatable {
    package var bytes: [UInt8] = []
    /// Whether the child wrote more than `bytes`.
    package var isCut = false

    package init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// Adds bytes up to a limit; those beyond it are dropped.
    package mutating func keep(_ more: UnsafeRawBufferPointer, upTo limit: Int) {
      let kept = min(more.count, limit - bytes.count)
      bytes += more.prefix(kept)
      if kept < more.count { isCut = true }
    }
  }

  package let end: ChildEnd
  package let isOverdue: Bool
  /// Empty for a detached child.
  package let output: Captured
  /// Empty for a detached child.
  package let errors: Captured
}

package enum ChildEnd: Equatable {
  case exited(Int32)
  case killed(Int32)
  /// Unknown to the kernel: another part of the program read its status.
  case unknown

  /// Decodes a status.
  ///
  /// - Parameter status: The status from `waitpid`, of a child that is not stopped.
  package init(status: Int32) {
    self = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }
}
