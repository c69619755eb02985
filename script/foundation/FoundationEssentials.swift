// The part of FoundationEssentials that swift-argument-parser uses, as a module of that name.
//
// script/build compiles it and has the compiler find it before the toolchain's. The parser needs a protocol of errors and,
// for --experimental-dump-help, an encoder of JSON; with the toolchain's module for these two, 6 MB of Foundation,
// its collections and regular expressions would be in the program. Other builds take the toolchain's.

/// An error with a description for the user.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

/// Bytes, of which only the text is asked for.
public struct Data: Sendable {
  fileprivate let text: String
}

extension String {
  public enum Encoding: Sendable { case utf8 }

  /// The text of `data`; never nil, for it comes from ``JSONEncoder``.
  public init?(data: Data, encoding: Encoding) { self = data.text }
}

/// Encodes values as JSON, always with sorted keys and a line for each value.
public final class JSONEncoder {
  /// The choices of the toolchain's encoder that the parser makes; both are always taken.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let node = Node()
    try value.encode(to: NodeEncoder(node: node, codingPath: []))
    return Data(text: node.text(indent: ""))
  }
}

/// A JSON value that is being made.
private final class Node {
  enum Content {
    case null
    /// A number or a word, as it is written.
    case literal(String)
    case string(String)
    case array([Node])
    case object([String: Node])
  }

  var content = Content.null

  func text(indent: String) -> String {
    let inner = indent + "  "
    switch content {
    case .null: return "null"
    case .literal(let text): return text
    case .string(let string): return Self.quoted(string)
    case .array(let nodes):
      let lines = nodes.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
    case .object(let nodes):
      let lines = nodes.sorted { $0.key < $1.key }
        .map { "\(inner)\(Self.quoted($0.key)) : \($0.value.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "/": quoted += "\\/"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

private struct NodeEncoder: Encoder {
  let node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.content = .object([:])
    return KeyedEncodingContainer(ObjectContainer(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.content = .array([])
    return ArrayContainer(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueContainer(node: node, codingPath: codingPath)
  }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  private func child(_ key: Key) -> Node {
    let child = Node()
    if case .object(var nodes) = node.content {
      nodes[key.stringValue] = child
      node.content = .object(nodes)
    }
    return child
  }

  private func encoder(_ key: Key) -> NodeEncoder {
    NodeEncoder(node: child(key), codingPath: codingPath + [key])
  }

  mutating func encodeNil(forKey key: Key) { _ = child(key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try value.encode(to: encoder(key))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { NodeEncoder(node: node, codingPath: codingPath) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct ArrayContainer: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  private(set) var count = 0

  init(node: Node, codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  private mutating func encoder() -> NodeEncoder {
    let child = Node()
    if case .array(var nodes) = node.content {
      nodes.append(child)
      node.content = .array(nodes)
    }
    count += 1
    return NodeEncoder(node: child, codingPath: codingPath)
  }

  mutating func encodeNil() { _ = encoder() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try value.encode(to: encoder())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder() }
}

private struct ValueContainer: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]

  private func set(_ literal: some CustomStringConvertible) {
    node.content = .literal(literal.description)
  }

  mutating func encodeNil() { node.content = .null }
  mutating func encode(_ value: Bool) { set(value) }
  mutating func encode(_ value: String) { node.content = .string(value) }
  mutating func encode(_ value: Double) { set(value) }
  mutating func encode(_ value: Float) { set(value) }
  mutating func encode(_ value: Int) { set(value) }
  mutating func encode(_ value: Int8) { set(value) }
  mutating func encode(_ value: Int16) { set(value) }
  mutating func encode(_ value: Int32) { set(value) }
  mutating func encode(_ value: Int64) { set(value) }
  mutating func encode(_ value: UInt) { set(value) }
  mutating func encode(_ value: UInt8) { set(value) }
  mutating func encode(_ value: UInt16) { set(value) }
  mutating func encode(_ value: UInt32) { set(value) }
  mutating func encode(_ value: UInt64) { set(value) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try value.encode(to: NodeEncoder(node: node, codingPath: codingPath))
  }
}
