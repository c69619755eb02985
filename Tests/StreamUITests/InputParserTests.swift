import TestSupport
import Testing

@testable import StreamUI

struct InputParserTests {
  struct Case: CustomTestStringConvertible {
    let bytes: String
    let inputs: [Input]
    var testDescription: String { bytes.debugDescription }
  }

  static let cases: [Case] = [
    Case(bytes: "j", inputs: [.key("j")]),
    Case(bytes: "ü", inputs: [.key("ü")]),
    Case(bytes: "\r", inputs: [.key(Key(.enter))]),
    Case(bytes: "\t", inputs: [.key(Key(.tab))]),
    Case(bytes: "\u{7F}", inputs: [.key(Key(.backspace))]),
    Case(bytes: "\u{4}", inputs: [.key(.control("d"))]),
    Case(bytes: "\u{1B}[A", inputs: [.key(Key(.up))]),
    Case(bytes: "\u{1B}OA", inputs: [.key(Key(.up))]),
    Case(bytes: "\u{1B}[1;5C", inputs: [.key(Key(.right, .control))]),
    Case(bytes: "\u{1B}[Z", inputs: [.key(Key(.backTab))]),
    Case(bytes: "\u{1B}[5~\u{1B}[6~", inputs: [.key(Key(.pageUp)), .key(Key(.pageDown))]),
    Case(bytes: "\u{1B}OP\u{1B}[24~", inputs: [.key(Key(.function(1))), .key(Key(.function(12)))]),
    Case(bytes: "\u{1B}j", inputs: [.key(Key(.character("j"), .alt))]),
    Case(bytes: "\u{1B}[13;2u", inputs: [.key(Key(.enter, .shift))]),
    Case(bytes: "\u{1B}[9;2u", inputs: [.key(Key(.backTab))]),
    // Sequences that nobody knows are dropped whole.
    // modifyOtherKeys of xterm, left on by another program: Ctrl-D, Ctrl-Enter, Shift-Tab, Alt-x.
    Case(bytes: "\u{1B}[27;5;100~", inputs: [.key(.control("d"))]),
    Case(bytes: "\u{1B}[27;5;13~j", inputs: [.key(Key(.enter, .control)), .key("j")]),
    Case(bytes: "\u{1B}[27;2;9~", inputs: [.key(Key(.backTab))]),
    Case(bytes: "\u{1B}[27;3;120~", inputs: [.key(Key(.character("x"), .alt))]),
    Case(bytes: "\u{1B}[27~j\u{1B}[27;5~j\u{1B}[27;5;100;1~", inputs: [.key("j"), .key("j")]),
    // Mouse reports without mode 1006, as GNU screen before 4.7 sends them: three bytes, none of which is a key. A turn
    // of the wheel at column and line 10, a click at 49, its release, a motion, a number that is too small.
    Case(
      bytes: "\u{1B}[M`**j",
      inputs: [.mouse(MouseEvent(.wheelUp, column: 9, line: 9)), .key("j")]
    ),
    Case(
      bytes: "\u{1B}[M QQ\u{1B}[M#QQ",
      inputs: [
        .mouse(MouseEvent(.press, column: 48, line: 48)),
        .mouse(MouseEvent(.release, column: 48, line: 48)),
      ]
    ),
    Case(bytes: "\u{1B}[MCc!\u{1B}[M \u{0}\u{0}j", inputs: [.key("j")]),
    Case(bytes: "\u{1B}[M@+,", inputs: [.mouse(MouseEvent(.drag, column: 10, line: 11))]),
    // A report that was cut: the sequence after it counts.
    Case(bytes: "\u{1B}[M \u{1B}[A", inputs: [.key(Key(.up))]),
    // Of urxvt (1015), and function keys of the Linux console, whose letter is no key.
    Case(bytes: "\u{1B}[96;10;10Mj", inputs: [.key("j")]),
    Case(
      bytes: "\u{1B}[[A\u{1B}[[E\u{1B}[[Qj",
      inputs: [.key(Key(.function(1))), .key(Key(.function(5))), .key("j")]
    ),
    Case(bytes: "\u{1B}[?62;22cj", inputs: [.key("j")]),
    Case(bytes: "\u{1B}[12;40Rj", inputs: [.key("j")]),
    Case(bytes: "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\j", inputs: [.key("j")]),
    Case(bytes: "\u{1B}P1$r0m\u{1B}\\j", inputs: [.key("j")]),
    Case(bytes: "\u{1B}]52;c;cQ==\u{7}j", inputs: [.key("j")]),
    // What is pasted is no key.
    Case(
      bytes: "\u{1B}[200~qQ\r\u{1B}[Ax\u{1B}[201~j",
      inputs: [.paste(Array("qQ\r\u{1B}[Ax".utf8)), .key("j")]
    ),
    Case(
      bytes: "\u{1B}[<0;10;5M\u{1B}[<0;10;5m",
      inputs: [
        .mouse(MouseEvent(.press, column: 9, line: 4)),
        .mouse(MouseEvent(.release, column: 9, line: 4)),
      ]
    ),
    Case(
      bytes: "\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<66;1;1M\u{1B}[<67;1;1M",
      inputs: [
        .mouse(MouseEvent(.wheelUp, column: 0, line: 0)),
        .mouse(MouseEvent(.wheelDown, column: 0, line: 0)),
        .mouse(MouseEvent(.wheelLeft, column: 0, line: 0)),
        .mouse(MouseEvent(.wheelRight, column: 0, line: 0)),
      ]
    ),
    Case(bytes: "\u{1B}[<32;300;5M", inputs: [.mouse(MouseEvent(.drag, column: 299, line: 4))]),
    Case(bytes: "\u{1B}[<0;0;0Mj", inputs: [.key("j")]),
  ]

  @Test(arguments: cases) func readsWholeAndByteByByte(_ sample: Case) {
    var parser = InputParser()
    #expect(parser.parse(Array(sample.bytes.utf8)) == sample.inputs)
    parser = InputParser()
    let inputs = sample.bytes.utf8.flatMap { parser.parse([$0]) }
    #expect(inputs == sample.inputs)
  }

  @Test func loneEscapeIsAKeyAfterTheTimeOut() {
    var parser = InputParser()
    #expect(parser.parse([0x1B]).isEmpty)
    #expect(parser.patience != nil)
    #expect(parser.timeOut() == [.key(Key(.escape))])
    #expect(parser.patience == nil)
    #expect(parser.timeOut().isEmpty)
  }

  @Test(arguments: ["[", "O", "]", "P", "_", "^", "X", "[1;", "]52;c;"])
  func keysGoOnAfterASequenceThatNeverEnds(_ beginning: String) {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}\(beginning)".utf8)).isEmpty)
    #expect(parser.patience != nil)
    #expect(parser.timeOut().isEmpty)
    #expect(parser.patience == nil)
    #expect(parser.parse(Array("j".utf8)) == [.key("j")])
  }

  @Test func controlCBreaksAStringOff() {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}]no end".utf8) + [0x03, 0x71]) == [.key("q")])
  }

  @Test func invalidBytesDoNotStallTheKeysBehindThem() {
    var parser = InputParser()
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x62, 0xE2, 0x82, 0x63, 0xF0, 0x9F, 0x64]
    #expect(parser.parse(bytes) == [.key("a"), .key("b"), .key("c"), .key("d")])
  }

  @Test func aPasteIsBounded() {
    var parser = InputParser()
    _ = parser.parse(Array("\u{1B}[200~".utf8))
    let block = [UInt8](repeating: 0x78, count: 1 << 16)
    for _ in 0..<64 { #expect(parser.parse(block).isEmpty) }
    let inputs = parser.parse(Array("\u{1B}[201~j".utf8))
    #expect(inputs.count == 2)
    #expect(inputs.last == .key("j"))
    guard case .paste(let bytes) = inputs.first else {
      Issue.record("no paste")
      return
    }
    #expect(bytes.count == InputParser.pasteLimit)
  }

  @Test func anyBytesInAnySplitGiveTheSameInputs() {
    var random = SplitMix(seed: 7)
    let alphabet: [UInt8] =
      Array("\u{1B}[]OP;<>0129mMu~ABZq\u{7}\\".utf8) + [0xC3, 0x9F, 0xFF, 0x9B]
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
      var whole = InputParser()
      let expected = whole.parse(bytes)
      var split = InputParser()
      var inputs: [Input] = []
      var index = 0
      while index < bytes.count {
        let end = min(bytes.count, index + 1 + Int(random.next() % 5))
        inputs += split.parse(Array(bytes[index..<end]))
        index = end
      }
      #expect(inputs == expected)
    }
  }
}
