package import StreamModel

/// What the server of an account says about a post.
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
