extension UInt8 {
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isHexadecimal: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
}
