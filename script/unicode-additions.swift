// Prints what Swift's standard library knows of the scalars that Unicode has assigned since 15.0; script/generate-unicode
// runs it. The first line is the newest version; each other line a scalar, its category, whether it is an emoji by
// default, and whether it joins the letter before or after it.
let names: [Unicode.GeneralCategory: String] = [
  .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me", .format: "Cf", .control: "Cc",
]
var newest = (major: 15, minor: 0)
var rows: [String] = []
for value in UInt32(0)...0x10FFFF {
  guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age > (15, 0) else {
    continue
  }
  if age > newest { newest = age }
  let text = String(scalar)
  let row = [
    String(value, radix: 16), names[scalar.properties.generalCategory] ?? "other",
    scalar.properties.isEmojiPresentation ? "1" : "0", ("a" + text).count == 1 ? "1" : "0",
    (text + "a").count == 1 ? "1" : "0",
  ]
  rows.append(row.joined(separator: ";"))
}
print("\(newest.major).\(newest.minor)")
for row in rows { print(row) }
