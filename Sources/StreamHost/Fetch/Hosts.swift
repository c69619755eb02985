import StreamModel

/// The pauses for which hosts have asked: a host that wants fewer requests for one purpose is asked for no other, by no
/// process of the user's.
///
/// Each pause is a file of the cache, so that processes need no lock: one that is lost costs a request. A process remembers
/// it, too, and a subscription that has to wait notes its end as `not-before`, so that a refresh by itself is quiet.
package final class Hosts {
  static let folderName = "pauses"
  /// The seconds for which a host is left alone that wants fewer requests and does not say for how long.
  private static let usualPause: Int64 = 60
  private static let longestFile = 1_024

  private let cache: CacheFolder?
  private var pauses: [String: Timestamp] = [:]

  /// - Parameter cache: the folder of the pauses; nil to remember them in this process alone.
  package init(in cache: CacheFolder?) { self.cache = cache }

  /// The end of the pause that a host has asked for; nil if it may be asked at `now`.
  func pause(of host: String, at now: Timestamp) -> Timestamp? {
    guard let end = [pauses[host], saved(host)].compactMap(\.self).max(), end > now,
      // A clock that was set back has left it.
      end.seconds(since: now) <= Schedule.longestHostPause
    else { return nil }
    return end
  }

  /// Notes the answer of a host; returns the end of the pause that it asks for, nil for none.
  func note(_ head: HTTPHead, of host: String, at now: Timestamp) -> Timestamp? {
    guard [425, 429, 503].contains(head.status) else { return nil }
    // Without a time, 503 may be the fault of a single page.
    let usual = head.status == 429 ? now.advanced(by: Self.usualPause) : nil
    guard let asked = head.retryAfter?.time(from: now) ?? usual, asked > now else { return nil }
    let end = min(asked, now.advanced(by: Schedule.longestHostPause))
    pauses[host] = end
    save(end, of: host, at: now)
    return end
  }

  // MARK: Files

  private func saved(_ host: String) -> Timestamp? {
    guard let folder = opened(creates: false),
      let bytes = try? folder.read(Self.file(of: host), limit: Self.longestFile)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first.map { $0 == host } == true
      ? lines.last.flatMap { Timestamp(rfc3339: String($0)) } : nil
  }

  private func save(_ end: Timestamp, of host: String, at now: Timestamp) {
    guard let folder = opened(creates: true) else { return }
    for name in folder.names {
      let bytes = (try? folder.read(name, limit: Self.longestFile)) ?? []
      let last = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last
      let isOver = last.flatMap { Timestamp(rfc3339: String($0)) }.map { $0 <= now } ?? true
      if isOver { _ = try? folder.remove(name) }
    }
    let text = "\(host)\n\(end.rfc3339)\n"
    try? folder.replace(Self.file(of: host), with: Array(text.utf8), isDurable: false)
  }

  private func opened(creates: Bool) -> PrivateFolder? {
    cache.flatMap { try? PrivateFolder.opened(Self.folderName, in: $0.folder, creates: creates) }
  }

  private static func file(of host: String) -> String { hexDigits(stableHash(of: host)) }

  static func removeAll(in cache: CacheFolder) {
    guard let folder = Hosts(in: cache).opened(creates: false) else { return }
    for name in folder.names { _ = try? folder.remove(name) }
  }
}
