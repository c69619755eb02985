extension UInt8 {
  /// 0 to 9.
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
  /// A to Z and a to z.
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// 0 to 9, A to F and a to f.
  var isHexadecimal: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
}
