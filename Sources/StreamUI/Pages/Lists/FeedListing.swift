import Addresses

/// The rows of the page of subscriptions: folders, subscriptions and which of them are listed.
///
/// A row is named by a number that its identity gets once. One subscription has a row in each of its folders. A text that
/// narrows the list leaves the subscriptions that contain it, below their folders.
struct FeedListing {
  enum Item: Hashable {
    case all
    case view(String)
    case folder(String)
    /// A subscription by its key, in a folder or outside of all.
    case feed(String, folder: String?)
  }

  struct Folder {
    let tag: String
    var tally = FeedTally()
    fileprivate(set) var members: [Int] = []
  }

  /// The subscriptions in the reader's order, each key once.
  private(set) var entries: [FeedEntry] = []
  private(set) var folders: [Folder] = []
  private(set) var views: [String] = []
  private(set) var tally = FeedTally()
  /// Whether subscriptions with nothing to read or to mend are hidden.
  private(set) var hidesRead = false
  /// The text that subscriptions must contain; empty for all.
  private(set) var filter = "" { didSet { needle = filter.isEmpty ? nil : SearchText(filter) } }
  private var needle: SearchText?
  /// The texts that tell subscriptions of one name apart, by their keys.
  private var distinctions: [String: String] = [:]
  private var indices: [String: Int] = [:]
  private var folderIndices: [String: Int] = [:]
  private var openFolders: Set<String> = []
  /// The row that stays though it would be hidden, because it is selected.
  private var kept: Item?
  /// The subscriptions and tags that stay listed until the reader's next key, so that no refresh moves a row;
  /// nil while their unread posts decide.
  private var frozen: (feeds: Set<String>, folders: Set<String>)?
  private var items: [Item] = []
  private var numbers: [Item: Int] = [:]
  private var listed: [Int] = []
  private(set) var found: Set<String> = []
  private var places: [Int: Int] = [:]

  // MARK: Rows

  var count: Int { listed.count }

  func row(at position: Int) -> RowID? {
    listed.indices.contains(position) ? .entry(listed[position]) : nil
  }

  func position(of row: RowID) -> Int? { row.entry.flatMap { places[$0] } }

  func item(of row: RowID) -> Item? {
    guard let number = row.entry, items.indices.contains(number) else { return nil }
    return items[number]
  }

  func entry(_ key: String) -> FeedEntry? { indices[key].map { entries[$0] } }
  /// The text that tells a subscription from others of its name, such as its host; nil where none has its name.
  func distinction(of key: String) -> String? { distinctions[key] }
  func folder(_ tag: String) -> Folder? { folderIndices[tag].map { folders[$0] } }
  /// Whether a folder shows its subscriptions; each does while a text narrows the list.
  func isOpen(_ tag: String) -> Bool { !filter.isEmpty || openFolders.contains(tag) }

  /// Whether the selected row goes once it is left.
  var followsSelection: Bool { hidesRead && filter.isEmpty }
  var quietCount: Int { entries.count(where: \.isQuiet) }

  /// The row of a narrowed list that its text means: the selected one, if that contains it, else the first that does.
  func foundRow(_ selection: RowID) -> RowID? {
    if position(of: selection) != nil, let item = item(of: selection), isFound(item) {
      return selection
    }
    return listed.first { isFound(items[$0]) }.map { .entry($0) }
  }

  func row(of key: String) -> RowID? {
    listed.first { number in
      if case .feed(key, _) = items[number] { true } else { false }
    }.map { .entry($0) }
  }

  /// The next or previous subscription with unread posts in the order of the whole list, around its end; nil where no
  /// other has any.
  ///
  /// Folders that are closed and a text that narrows the list leave none out. From a folder it is one outside of it.
  /// Each has one place in this order, the first: two that share a folder would lead to each other for ever.
  func nextUnread(after row: RowID, isBefore: Bool) -> String? {
    var seen: Set<Int> = []
    let outside = entries.indices.filter { entries[$0].tags.isEmpty }
    let places = (folders.flatMap(\.members) + outside).filter { seen.insert($0).inserted }
    let order = isBefore ? places.reversed() : places
    let passed: Set<Int> =
      switch item(of: row) {
      case .feed(let key, _): Set([indices[key]].compactMap(\.self))
      case .folder(let tag): Set(folder(tag)?.members ?? [])
      case .all, .view, nil: []
      }
    let start = order.lastIndex(where: passed.contains)
    let rest = start.map { order.dropFirst($0 + 1) + order.prefix($0) } ?? order[...]
    return rest.first { !passed.contains($0) && entries[$0].unread ?? 0 > 0 }
      .map { entries[$0].key }
  }

  // MARK: Changes

  /// Lists other rows; those that are gone, each with the one that stands for it, nil if nothing changed.
  mutating func take(_ change: Delivery, selection: RowID) -> [RowID: RowID]? {
    if case .views(let tallies) = change, tallies.map(\.name) == views { return nil }
    let selected = item(of: selection)
    let former = frozen
    frozen = nil
    switch change {
    case .views(let tallies): views = tallies.map(\.name)
    case .entries(let entries):
      if followsSelection, !listed.isEmpty { freeze() }
      take(entries)
    case .folder(let row):
      guard let tag = item(of: row)?.tag else { return nil }
      if openFolders.remove(tag) == nil { openFolders.insert(tag) }
    case .allFolders:
      let tags = Set(folders.map(\.tag))
      openFolders = tags.isSubset(of: openFolders) ? [] : tags
    case .hidden: hidesRead.toggle()
    case .filter(let text):
      guard text != filter else { return nil }
      filter = text
    case .reveal(let key):
      filter = ""
      kept = revealed(.feed(key, folder: nil))
    case .selection:
      guard kept != selected || former != nil else { return nil }
      let left = kept
      kept = selected
      if former != nil { break }
      guard followsSelection, let left, place(of: left) != nil, !wants(left) else { return nil }
    // Other pages take these.
    case .older, .failure, .wholePage, .recent, .forgotten, .commentOrder, .top, .undone:
      frozen = former
      return nil
    }
    switch change {
    // The reader closed the folder, so its row stands for those in it.
    case .folder, .allFolders: kept = selected
    case .reveal: break
    default: kept = selected.map { revealed($0) }
    }
    let old = listed
    let isNarrowing = if case .filter = change { true } else { false }
    list(keepsOther: !isNarrowing)
    return standIns(for: old, selection, isNarrowing: isNarrowing)
  }

  /// Keeps the rows that are listed, and adds none, until the reader's next key.
  private mutating func freeze() {
    var (feeds, folders): (Set<String>, Set<String>) = ([], [])
    for number in listed {
      switch items[number] {
      case .all, .view: break
      case .folder(let tag): folders.insert(tag)
      case .feed(let key, _): feeds.insert(key)
      }
    }
    frozen = (feeds, folders)
  }

  /// Takes other subscriptions; folders and rows that remain keep their numbers.
  private mutating func take(_ entries: [FeedEntry]) {
    self.entries = []
    indices = [:]
    folders = []
    folderIndices = [:]
    tally = FeedTally()
    for entry in entries where indices[entry.key] == nil {
      let index = self.entries.count
      indices[entry.key] = index
      self.entries.append(entry)
      tally.add(entry)
      for tag in entry.tags { put(index, entry, into: tag) }
    }
    distinctions = FeedEntry.distinctions(in: self.entries)
  }

  private mutating func put(_ index: Int, _ entry: FeedEntry, into tag: String) {
    let place = folderIndices[tag] ?? folders.count
    if place == folders.count {
      folderIndices[tag] = place
      folders.append(Folder(tag: tag))
    }
    // A tag that is named twice counts once.
    guard folders[place].members.last != index else { return }
    folders[place].members.append(index)
    folders[place].tally.add(entry)
  }

  /// The row of a subscription that is there still, in a folder that is opened for it if need be.
  private mutating func revealed(_ item: Item) -> Item {
    guard case .feed(let key, let folder) = item, let entry = entry(key) else { return item }
    guard !entry.tags.isEmpty else { return .feed(key, folder: nil) }
    let tags = ([folder].compactMap(\.self) + entry.tags).filter(entry.tags.contains)
    if !filter.isEmpty { return .feed(key, folder: tags.first { has(key, in: $0) } ?? tags.first) }
    guard let tag = tags.first(where: openFolders.contains) ?? tags.first else { return item }
    openFolders.insert(tag)
    return .feed(key, folder: tag)
  }

  // MARK: Listing

  /// Whether a row is listed, as far as hiding decides.
  private func wants(_ item: Item) -> Bool {
    guard hidesRead, item != kept else { return true }
    switch item {
    case .all, .view: return true
    case .feed(let key, _): return frozen?.feeds.contains(key) ?? (entry(key)?.isQuiet != true)
    case .folder(let tag):
      if frozen?.folders.contains(tag) == true { return true }
      return folder(tag)?.members.contains { index in
        wants(.feed(entries[index].key, folder: tag))
      } ?? false
    }
  }

  /// Lists the rows that are wanted now; with `keepsOther` the selected one, too, though it has not the text any more.
  private mutating func list(keepsOther: Bool) {
    var wanted: [Item] = []
    found = []
    if !filter.isEmpty {
      wanted += views.map { Item.view($0) }.filter(isFound)
      let stays = { [kept] (item: Item) in keepsOther && item == kept }
      for folder in folders {
        let members = folder.members.map { Item.feed(entries[$0].key, folder: folder.tag) }
          .filter { isFound($0) || stays($0) }
        if members.isEmpty, !stays(.folder(folder.tag)) { continue }
        wanted.append(.folder(folder.tag))
        wanted += members
      }
      wanted += entries.filter(\.tags.isEmpty).map { Item.feed($0.key, folder: nil) }
        .filter { isFound($0) || stays($0) }
      for case .feed(let key, let folder) in wanted where has(key, in: folder) { found.insert(key) }
    } else if !entries.isEmpty {
      wanted.append(.all)
      wanted += views.map { .view($0) }
      for folder in folders where wants(.folder(folder.tag)) {
        wanted.append(.folder(folder.tag))
        guard openFolders.contains(folder.tag) else { continue }
        for index in folder.members { wanted.append(.feed(entries[index].key, folder: folder.tag)) }
      }
      for entry in entries where entry.tags.isEmpty { wanted.append(.feed(entry.key, folder: nil)) }
      wanted = wanted.filter { wants($0) }
    }
    listed = wanted.map { number(of: $0) }
    places = Dictionary(zip(listed, listed.indices)) { first, _ in first }
  }

  /// Whether a row by itself contains the text that narrows the list.
  private func isFound(_ item: Item) -> Bool {
    switch item {
    case .all: false
    case .view(let name): needle?.matches(name) == true
    case .folder(let tag): needle?.matches(tag) == true
    case .feed(let key, let folder): has(key, in: folder)
    }
  }

  /// Whether a subscription contains the text, or the tag of the folder that it is listed in does.
  private func has(_ key: String, in folder: String?) -> Bool {
    guard let needle, let entry = entry(key) else { return false }
    return [entry.name, entry.key, folder].compactMap(\.self).contains(where: needle.matches)
  }

  private mutating func number(of item: Item) -> Int {
    if let known = numbers[item] { return known }
    let number = items.count
    items.append(item)
    numbers[item] = number
    return number
  }

  // MARK: Rows that are gone

  /// The rows that are gone with those that stand for them: the same subscription elsewhere, its
  /// closed folder, else the next row, at the end the last one; the first where a text narrows the list.
  private func standIns(for old: [Int], _ selection: RowID, isNarrowing: Bool) -> [RowID: RowID] {
    // Where nothing contains the text, the selection waits for rows to come back.
    guard let first = listed.first, let last = listed.last else {
      return entries.isEmpty
        ? Dictionary(uniqueKeysWithValues: old.map { (.entry($0), .heading) }) : [:]
    }
    var replaced: [RowID: RowID] = [:]
    var next = isNarrowing ? first : last
    for number in old.reversed() {
      if places[number] != nil {
        next = isNarrowing ? first : number
      } else {
        replaced[.entry(number)] = .entry(standIn(for: items[number]) ?? next)
      }
    }
    guard position(of: selection) == nil, replaced[selection] == nil else { return replaced }
    replaced[selection] = .entry(item(of: selection).flatMap { standIn(for: $0) } ?? first)
    return replaced
  }

  private func standIn(for item: Item) -> Int? {
    guard case .feed(let key, let folder) = item else { return nil }
    if let kept, case .feed(key, _) = kept, let number = place(of: kept) { return number }
    if let folder, !isOpen(folder), let number = place(of: .folder(folder)) { return number }
    guard let entry = entry(key) else { return nil }
    let others: [Item] =
      [.feed(key, folder: nil)] + entry.tags.map { .feed(key, folder: $0) }
      + entry.tags.map { .folder($0) }
    return others.lazy.compactMap { place(of: $0) }.first
  }

  private func place(of item: Item) -> Int? {
    numbers[item].flatMap { places[$0] == nil ? nil : $0 }
  }
}

extension FeedEntry {
  /// Whether it has no unread posts, and its last fetch did not fail: nothing that a reader would open it for.
  fileprivate var isQuiet: Bool { unread == 0 && failure == nil }

  /// The hosts of those that share their name with others, by their keys; where hosts tell nothing, their addresses from
  /// the first part on that differs: a narrow row has room for a few letters.
  fileprivate static func distinctions(in entries: [FeedEntry]) -> [String: String] {
    let groups = Dictionary(grouping: entries, by: \.name).values.filter { $0.count > 1 }
    return groups.reduce(into: [:]) { known, group in
      let hosts = group.map { WebAddress($0.address)?.host ?? "" }
      let hostsTell = !hosts.contains("") && Set(hosts).count == group.count
      let start = sharedStart(of: group.map(\.address))
      for (entry, host) in zip(group, hosts) {
        let address = (start > 0 ? "…/" : "") + entry.address.dropFirst(start)
        known[entry.key] = hostsTell ? host : address
      }
    }
  }
}

/// Returns the number of characters up to the last "/" before which all texts are the same.
private func sharedStart(of texts: [String]) -> Int {
  guard let first = texts.first else { return 0 }
  let same = texts.map { text in zip(first, text).prefix { $0 == $1 }.count }.min() ?? 0
  return first.prefix(same).lastIndex(of: "/").map { first[...$0].count } ?? 0
}

extension FeedListing.Item {
  /// The folder that the row is or lies in; nil for others.
  fileprivate var tag: String? {
    switch self {
    case .all, .view: nil
    case .folder(let tag): tag
    case .feed(_, let folder): folder
    }
  }
}
