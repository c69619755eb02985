/// FNV-1a, 64 bits: the same for the same bytes on every machine and in every run.
///
/// - Parameter start: the hash of the bytes before, where these follow others.
func stableHash(
  _ bytes: some Sequence<UInt8>,
  after start: UInt64 = 0xcbf2_9ce4_8422_2325
) -> UInt64 {
  var hash = start
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return hash
}

/// Returns the FNV-1a hash of the UTF-8 bytes of a text.
package func stableHash(of text: String) -> UInt64 { stableHash(text.utf8) }

/// Returns the hash as sixteen hexadecimal digits.
package func hexDigits(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
