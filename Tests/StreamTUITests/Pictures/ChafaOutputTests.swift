import Testing

@testable import StreamHost
@testable import StreamTUI

/// The output of a decoder of hostile files, read strictly.
struct ChafaOutputTests {
  /// The output for a picture of 4 x 2 pixels, as chafa 1.14 writes it.
  private static func output(
    _ head: String = "a=T,f=32,s=4,v=2,c=2,r=1,m=1",
    _ payload: [String] = ["AAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
    end: String = "\u{1B}_Gm=0\u{1B}\\\n"
  ) -> String {
    "\u{1B}_G\(head)\u{1B}\\" + payload.map { "\u{1B}_Gm=1;\($0)\u{1B}\\" }.joined() + end
  }

  private static func picture(_ text: String) -> TerminalPicture? {
    var output = ChafaOutput()
    // Byte by byte: pipes split anywhere.
    for byte in text.utf8 { output.read([byte]) }
    return output.picture
  }

  @Test func aPictureIsTakenWithItsSize() throws {
    let picture = try #require(Self.picture(Self.output()))
    #expect(picture.keys == "f=32,s=4,v=2" && picture.pixels == 8)
    #expect(picture.slice(from: 0).payload == String(repeating: "A", count: 43) + "=")
  }

  /// chafa pads each command by itself.
  @Test func eachCommandMayEndWithPadding() throws {
    let bytes = (0..<32).map { UInt8($0 * 7) }
    let parts = [bytes[..<1], bytes[1..<3], bytes[3..<20], bytes[20...]]
    let picture = try #require(
      Self.picture(Self.output(payload: parts.map { Base64.encoded(Array($0)) }))
    )
    #expect(picture == TerminalPicture(width: 4, height: 2, bytes: bytes))
  }

  @Test(arguments: [
    "", "not a picture", output().dropLast(8) + "", output(end: ""),
    output() + "\u{1B}_Gm=0\u{1B}\\", output() + "\u{1B}[31m", "\u{1B}[?25l" + output(),
    output("a=T,f=32,s=4,v=3,m=1"), output("a=T,f=100,s=4,v=2,m=1"), output("a=t,f=32,s=4,v=2,m=1"),
    output("a=T,f=32,s=4,v=2,t=f,m=1"), output("a=T,f=32,s=4,v=2,i=31,m=1"),
    output("a=T,f=32,s=4,s=4,v=2,m=1"), output("a=T,f=32,s=99999,v=2,m=1"),
    output("a=T,f=32,s=-4,v=-2,m=1"), output("a=T,f=32,m=1"), output("a=d,d=A"),
    output("a=T,f=32,s=4,v=2,c=\(String(repeating: "9", count: 100)),m=1"),
    output(payload: ["AAAA;AAA"]), output(payload: ["AAAA\u{1B}[2J"]),
    output(payload: ["AAA=AAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="]),
    output(payload: ["AAAAAAAAAAAAAAAA"]), output(payload: ["A", "A", "A"]),
    "\u{1B}]0;title\u{7}" + output(), "\u{1B}P1;2|x\u{1B}\\" + output(),
  ])
  func anythingElseIsRefused(_ text: String) {
    #expect(Self.picture(text) == nil)
  }

  private static func output(payload: [String]) -> String {
    output("a=T,f=32,s=4,v=2,c=2,r=1,m=1", payload)
  }
}
