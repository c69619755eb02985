package import StreamModel

/// Reads the answers of an account's server about a post: its conversation, or the people who did something with it.
package enum AccountAnswer {
  package struct Refusal: Error {
    package let text: String
  }

  package static func read(
    _ answer: [UInt8],
    from place: DiscussionPlace
  ) -> Result<Discussion, Refusal> {
    let source = OpenedSource(bytes: MemoryBytes(name: place.host, bytes: answer))
    return DiscussionCopies(in: nil).read(source, from: place, sender: place.host)
      .mapError { Refusal(text: $0.text) }
  }
}
