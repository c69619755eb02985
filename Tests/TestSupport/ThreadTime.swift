import Glibc

/// The seconds of processor time that this thread has taken: other tests and programs take none of it.
package var threadSeconds: Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
