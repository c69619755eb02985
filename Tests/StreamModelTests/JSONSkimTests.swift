import TestSupport
import Testing

@testable import StreamModel

/// Where a skim ended, as a test may compare it.
private enum End: Equatable {
  case more(isInside: Bool, isInList: Bool)
  case ended(Int)
  case broken(Int)
}

/// The same as `JSONSkim`, a byte at a time, for values that begin with a bracket or a quote.
private func plainEnd(of bytes: [UInt8]) -> End {
  var open: [UInt8] = []
  var isInString = false
  var isEscaped = false
  for (at, byte) in bytes.enumerated() {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        if open.isEmpty { return .ended(at + 1) }
      }
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let last = open.removeLast()
      // Brackets are told apart down to level 64.
      if open.count < 64, last != byte - 2 { return .broken(at) }
      if open.isEmpty { return .ended(at + 1) }
    default:
      if !Array("\t\n\r +,-.0123456789:Eaeflnrstu".utf8).contains(byte) { return .broken(at) }
    }
  }
  return .more(isInside: isInString, isInList: open.count <= 64 && open.last == UInt8(ascii: "["))
}

/// What the skim says of bytes that come in pieces of `size()`.
private func skimmedEnd(of bytes: [UInt8], size: () -> Int) -> End {
  var skim = JSONSkim()
  var at = 0
  while at < bytes.count {
    let end = min(at + max(1, size()), bytes.count)
    // A piece in memory of its own: the sanitizer sees what is read beyond it.
    let outcome = Array(bytes[at..<end]).withUnsafeBufferPointer { skim.read($0) }
    switch outcome {
    case .ended(let found): return .ended(at + found)
    case .broken(let found): return .broken(at + found)
    case .more: at = end
    }
  }
  return .more(isInside: skim.isInside, isInList: skim.isInList)
}

/// Bytes that look like a record: strings of any length, runs of backslashes, brackets, now and then
/// one that matches nothing, or any byte at all.
private func record(_ random: inout SplitMix) -> [UInt8] {
  var bytes = Array((Bool.random(using: &random) ? "{" : "[").utf8)
  var open = [bytes[0] + 2]
  let isClean = Int.random(in: 0..<4, using: &random) > 0
  let isDeep = Int.random(in: 0..<8, using: &random) == 0
  for _ in 0..<Int.random(in: 0...60, using: &random) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...7:
      bytes.append(UInt8(ascii: "\""))
      for _ in 0..<Int.random(in: 0...(Bool.random(using: &random) ? 6 : 150), using: &random) {
        let byte = UInt8.random(in: 0...255, using: &random)
        switch byte {
        case 0..<40: bytes.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        default: bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    case 8...10: bytes += Array(",:, :,".utf8)
    case 11: bytes += Array("null,true,false,-1.5E+3".utf8)
    case 12: bytes += Array(repeating: 0x20, count: Int.random(in: 0...70, using: &random))
    case 13...15:
      for _ in 0..<(isDeep ? 30 : 1) {
        let byte = UInt8(ascii: Bool.random(using: &random) ? "{" : "[")
        bytes.append(byte)
        open.append(byte + 2)
      }
    case 16...18:
      if let last = open.popLast() { bytes.append(last) }
    default:
      if !isClean { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    }
  }
  if Bool.random(using: &random) { bytes += open.reversed() + Array(",\n".utf8) }
  return bytes
}

struct JSONSkimTests {
  @Test func findsWhatABytewiseSkimFindsHoweverTheBytesAreCut() {
    var random = SplitMix(seed: 21)
    var seen = [0, 0, 0]
    for round in 0..<2_000 {
      let bytes = record(&random)
      let expected = plainEnd(of: bytes)
      switch expected {
      case .more: seen[0] += 1
      case .ended: seen[1] += 1
      case .broken: seen[2] += 1
      }
      #expect(skimmedEnd(of: bytes) { .max / 2 } == expected, "round \(round), whole")
      for most in [1, 20, 63, 64, 65, 200, 1000] {
        var cuts = random
        let found = skimmedEnd(of: bytes) { Int.random(in: 1...most, using: &cuts) }
        #expect(found == expected, "round \(round), pieces up to \(most)")
      }
    }
    #expect(seen.allSatisfy { $0 > 100 }, "one end is hardly tried: \(seen)")
  }

  @Test func findsTheEndOfAStringHoweverItIsCut() {
    var random = SplitMix(seed: 22)
    for round in 0..<2_000 {
      let letters: [UInt8] = [0x61, 0x5C, 0x5D, 0xC3]
      let length = Int.random(in: 0...200, using: &random)
      let text = (0..<length).map { _ in letters[Int.random(in: 0...3, using: &random)] }
      let bytes: [UInt8] = [0x22] + text + [0x22, 0x22, 0x2C]
      for most in [1, 15, 17, 64, 300] {
        var cuts = random
        let found = skimmedEnd(of: bytes) { Int.random(in: 1...most, using: &cuts) }
        #expect(found == plainEnd(of: bytes), "round \(round), pieces up to \(most)")
      }
    }
  }

  @Test func blocksTellEveryByteAtEveryPlace() {
    let plain = Array(" +,-.0123456789:\"".utf8)
    for place in 0..<JSONBlock.length {
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: 0x20, count: JSONBlock.length)
        bytes[place] = byte
        let block = bytes.withUnsafeBufferPointer { $0.baseAddress.map { JSONBlock($0) } }
        let bit: UInt64 = 1 << UInt64(place)
        #expect(block?.quotes == (byte == 0x22 ? bit : 0))
        #expect(block?.backslashes == (byte == 0x5C ? bit : 0))
        #expect(block?.others == (plain.contains(byte) ? 0 : bit))
      }
    }
  }
}
