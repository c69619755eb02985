import Glibc

/// Resources that a child may use; nil leaves the viewer's own limit.
///
/// They are set with `prlimit` right after the start, so the first instructions of the child run
/// without them. Setting them in the viewer before the start would bound the viewer itself, and
/// `posix_spawn` has no step for them. The limits guard against what a program is fed, and none of
/// that is read so early.
struct ChildLimits {
  /// Bytes of address space (RLIMIT_AS).
  var memory: UInt?
  /// Bytes of the largest file it may write (RLIMIT_FSIZE).
  var fileSize: UInt?
  /// Seconds of processor time (RLIMIT_CPU).
  var processorSeconds: UInt?

  /// Sets the limits on the running child `process`.
  func apply(to process: pid_t) {
    let values = [
      (RLIMIT_AS, memory), (RLIMIT_FSIZE, fileSize), (RLIMIT_CPU, processorSeconds),
    ]
    for (resource, value) in values {
      guard let value else { continue }
      var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      // It fails for a child that has ended, and for a limit above the viewer's own, which holds.
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
