import Configuration

/// Replaces keys that have other names now in the text of a file; nothing else of it changes.
enum ConfigMigration {
  /// A key of the whole file that was renamed.
  struct Renaming {
    let old: String
    let new: String
  }

  /// The renamings so far.
  static let renamings: [Renaming] = []

  /// Returns the text of a file with each renamed key replaced.
  ///
  /// A key stays if its new name stands in the file, too.
  static func migrated(_ bytes: [UInt8], by renamings: [Renaming] = renamings) -> [UInt8] {
    let root = ConfigDocument(bytes).root
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0) }
    for entry in root.entries.reversed() {
      guard let renaming = renamings.first(where: { $0.old == entry.key }),
        root[renaming.new] == nil, lines.indices.contains(entry.place.line - 1)
      else { continue }
      let line = lines[entry.place.line - 1]
      // Only blanks stand before the key, or [ and blanks.
      let start = min(entry.place.column - 1, line.count)
      let isQuoted = line[start...].first.map { $0 == 0x22 || $0 == 0x27 } ?? false
      let length = renaming.old.utf8.count + (isQuoted ? 2 : 0)
      guard start + length <= line.count else { continue }
      lines[entry.place.line - 1] =
        Array(line[..<start]) + Array(renaming.new.utf8) + Array(line[(start + length)...])
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
