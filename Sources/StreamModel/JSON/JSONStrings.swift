/// Reads the strings of a JSON document that is no feed, such as a WebFinger answer.
package enum JSONStrings {
  /// A string and its place in the document.
  package struct Leaf: Equatable, Sendable {
    /// The keys and the numbers of list elements that lead to the string, from the top.
    package let path: [String]
    /// The string, cut at 64 KiB.
    package let text: String
  }

  package static let limit = 1_000
  package static let depth = 4

  /// Returns the strings in the order of the document; nil if it is not valid JSON.
  ///
  /// - Parameter depth: the deepest path; deeper values are skipped.
  package static func read(_ document: [UInt8], depth: Int = depth) -> [Leaf]? {
    document.withUnsafeBufferPointer { bytes in
      var walk = Walk(reader: JSONReader(bytes), depth: depth)
      do throws(JSONError) {
        try walk.run()
      } catch {
        return nil
      }
      return walk.leaves
    }
  }

  private struct Walk {
    var reader: JSONReader
    let depth: Int
    var leaves: [Leaf] = []
    /// For each open container, the number of the current element; nil for an object.
    var open: [Int?] = []
    var path: [String] = []

    mutating func run() throws(JSONError) {
      try value()
      while let element = open.last {
        if let element {
          guard try reader.nextElement() else {
            close()
            continue
          }
          path[path.count - 1] = "\(element)"
          open[open.count - 1] = element + 1
        } else {
          guard let key = try reader.nextKey() else {
            close()
            continue
          }
          path[path.count - 1] = reader.decode(key, limit: 256).string
        }
        try value()
      }
      try reader.end()
    }

    private mutating func close() {
      open.removeLast()
      path.removeLast()
    }

    private mutating func value() throws(JSONError) {
      let kind = try reader.peek()
      switch kind {
      case .object, .array:
        guard open.count < depth else { return try reader.skipValue() }
        try reader.open()
        open.append(kind == .array ? 0 : nil)
        path.append("")
      case .string:
        let text = try reader.text()
        guard leaves.count < JSONStrings.limit else { return }
        leaves.append(Leaf(path: path, text: reader.decode(text, limit: Limits.text).string))
      default: try reader.skipValue()
      }
    }
  }
}
