import Testing

@testable import RichText

/// Every name finds its own element, and no other name does.
struct TagTests {
  @Test func eachNameIsFoundAndStandsOnce() {
    for (name, tag) in Tag.names { #expect(Tag(Array(name.utf8)) == tag, "\(name)") }
    #expect(Set(Tag.names.map(\.name)).count == Tag.names.count)
    // A search ends at an empty place: more than half of the 256 stay empty.
    #expect(Tag.names.count < 128)
  }

  @Test func aNameThatDiffersInOneByteIsAnother() {
    let known = Set(Tag.names.map(\.name))
    for (name, _) in Tag.names {
      let bytes = Array(name.utf8)
      for index in bytes.indices {
        var changed = bytes
        changed[index] = changed[index] == UInt8(ascii: "z") ? UInt8(ascii: "y") : UInt8(ascii: "z")
        let text = String(decoding: changed, as: UTF8.self)
        if !known.contains(text) { #expect(Tag(changed) == .other, "\(text)") }
      }
      if !known.contains(name + "z") { #expect(Tag(bytes + Array("z".utf8)) == .other, "\(name)z") }
    }
    #expect(Tag([]) == .other)
    #expect(Tag(Array(repeating: UInt8(ascii: "a"), count: 4096)) == .other)
  }
}
