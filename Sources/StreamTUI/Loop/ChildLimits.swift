import Glibc

/// The resource limits of a child; nil leaves the viewer's own limit.
///
/// They are set with `prlimit` right after the start, so the first instructions of the child run
/// without them. Setting them in the viewer before the start would limit the viewer itself, and
/// `posix_spawn` has no step for them. The limits guard against malicious input, which no program
/// reads so early.
struct ChildLimits {
  /// The size of the address space in bytes (RLIMIT_AS).
  var memory: UInt?
  /// The size of the largest file it may write, in bytes (RLIMIT_FSIZE).
  var fileSize: UInt?
  /// The processor time in seconds (RLIMIT_CPU).
  var processorSeconds: UInt?

  /// Sets the limits on the running child `process`.
  func apply(to process: pid_t) {
    let values = [
      (RLIMIT_AS, memory), (RLIMIT_FSIZE, fileSize), (RLIMIT_CPU, processorSeconds),
    ]
    for (resource, value) in values {
      guard let value else { continue }
      var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      // This fails for a child that has ended and for a limit above the viewer's own, which then
      // applies.
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
