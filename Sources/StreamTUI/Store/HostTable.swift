import StreamModel
import StreamUI

/// The hosts that the reader trusts, in the database.
struct HostTable {
  /// The hosts that are kept, at most: those that were trusted first go.
  static let most: Int64 = 500

  let database: Database

  func add(_ host: TrustedHost) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO host(name, at) VALUES(?, ?)",
      [.text(host.name), .integer(host.time.secondsSinceEpoch)]
    )
    try database.run(
      "DELETE FROM host WHERE name IN (SELECT name FROM host ORDER BY at DESC LIMIT -1 OFFSET ?)",
      [.integer(Self.most)]
    )
  }

  /// Removes a host; returns whether it was there.
  @discardableResult
  func remove(_ name: String) throws(DatabaseError) -> Bool {
    try database.run("DELETE FROM host WHERE name = ?", [.text(name)]) > 0
  }

  /// Returns all hosts, the last one first.
  func all() throws(DatabaseError) -> [TrustedHost] {
    var hosts: [TrustedHost] = []
    try database.query(
      "SELECT name, at FROM host ORDER BY at DESC, name LIMIT ?",
      [.integer(Self.most)]
    ) {
      let time = Timestamp(secondsSinceEpoch: $0.integer(1))
      hosts.append(TrustedHost(name: $0.text(0), time: time))
    }
    return hosts
  }
}
