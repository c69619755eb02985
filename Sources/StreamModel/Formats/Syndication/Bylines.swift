/// The people whom a record names as its authors, by the rank of the elements that name them.
///
/// The best rank with a name wins, and all of its people are named one after the other. A mail address is no name: it
/// counts only where no element has one, or as one of several authors.
struct Bylines {
  private var people: [(rank: Int, account: Account)] = []

  mutating func add(_ account: Account?, rank: Int) {
    guard let account, people.count < Limits.entries else { return }
    people.append((rank, account))
  }

  /// The authors together; nil without any.
  var account: Account? {
    let named = people.filter { !$0.account.isMailAddress }
    guard let best = (named.isEmpty ? people : named).map(\.rank).min() else { return nil }
    var names: Set<String> = []
    let chosen = people.filter { $0.rank == best }.map(\.account)
    let inOrder = chosen.filter { !$0.isMailAddress } + chosen.filter(\.isMailAddress)
    return Account(together: inOrder.filter { names.insert($0.name ?? $0.url ?? "").inserted })
  }
}

extension Account {
  fileprivate var isMailAddress: Bool {
    guard let name, handle == nil, url == nil, let at = name.utf8.firstIndex(of: 0x40) else {
      return false
    }
    return at != name.startIndex && !name.contains(" ") && name[at...].contains(".")
  }
}
