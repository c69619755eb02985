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
    var leaves: [Leaf] = []
    let isValid = walk(document, depth: depth, textLimit: Limits.text, withScalars: false) {
      if leaves.count < limit { leaves.append(Leaf(path: $0, text: $1)) }
    }
    return isValid ? leaves : nil
  }

  /// Calls `take` with the path and the text of each string, number, true and false, in the order of the document; returns
  /// whether it is valid JSON.
  ///
  /// - Parameter textLimit: the bytes of a string that are kept.
  package static func walk(
    _ document: [UInt8],
    depth: Int = depth,
    textLimit: Int,
    withScalars: Bool = true,
    _ take: ([String], String) -> Void
  ) -> Bool {
    document.withUnsafeBufferPointer { bytes in
      withoutActuallyEscaping(take) { take in
        var walk = Walk(
          reader: JSONReader(bytes),
          depth: depth,
          textLimit: textLimit,
          withScalars: withScalars,
          take: take
        )
        return (try? walk.run()) != nil
      }
    }
  }

  /// Returns the strings, numbers, true and false of a document by their paths, such as "account.id"; those before an
  /// error if it is not valid JSON.
  package static func values(
    of document: [UInt8],
    depth: Int,
    textLimit: Int = Limits.text
  ) -> [String: String] {
    var values: [String: String] = [:]
    _ = walk(document, depth: depth, textLimit: textLimit) {
      values[$0.joined(separator: ".")] = $1
    }
    return values
  }

  /// Calls `take` with the values of each object in the list at `place`, by keys such as "enclosures.url" and
  /// "enclosures.1.url", if the object is whole; returns whether the document is valid JSON.
  package static func objects(
    of document: [UInt8],
    in place: [String],
    _ take: ([String: String]) -> Void
  ) -> Bool {
    var values: [String: String] = [:]
    var number = ""
    let isValid = walk(document, depth: 6, textLimit: Limits.body) { path, text in
      guard path.count > place.count + 1, path.starts(with: place) else { return }
      if path[place.count] != number, !values.isEmpty {
        take(values)
        values = [:]
      }
      number = path[place.count]
      values[path[(place.count + 1)...].filter { $0 != "0" }.joined(separator: ".")] = text
    }
    // The last one of a document that ends in the middle is not whole.
    if isValid, !values.isEmpty { take(values) }
    return isValid
  }

  private struct Walk {
    var reader: JSONReader
    let depth: Int
    let textLimit: Int
    let withScalars: Bool
    let take: ([String], String) -> Void
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
        take(path, reader.decode(text, limit: textLimit).string)
      case .number where withScalars, .boolean where withScalars:
        let start = reader.offset
        try reader.skipValue()
        take(path, String(decoding: reader.bytes[start..<reader.offset], as: UTF8.self))
      default: try reader.skipValue()
      }
    }
  }
}
