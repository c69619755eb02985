import Testing

/// Files that call themselves pictures, and what must become of each.
struct HostilePicture: CustomTestStringConvertible {
  enum Outcome: Hashable {
    /// The terminal gets a picture.
    case shown
    /// The row says why not, with these words.
    case refused(String)
    /// One of both: it depends on the decoder, and whether there is one.
    case either
  }

  let name: String
  let ending: String
  let bytes: [UInt8]
  let outcome: Outcome

  var testDescription: String { name }

  /// All of them.
  static let all = png + pngPixels + pngChunks + otherKinds + gif + jpeg + webp

  fileprivate init(
    _ name: String,
    _ bytes: [UInt8],
    _ outcome: Outcome,
    ending: String = "png"
  ) {
    self.name = name
    self.bytes = bytes
    self.outcome = outcome
    self.ending = ending
  }

  private typealias Make = PictureMaker

  private static let escape = Array("\u{1B}]0;owned\u{7}\u{1B}[2J\u{1B}_Ga=d,d=A\u{1B}\\".utf8)

  // MARK: PNG

  /// Cuts in each part of each chunk, and checksums.
  private static var png: [HostilePicture] {
    let pixels = Make.deflated(Make.lines(20, bytes: 40))
    let chunks: [Make.Chunk] = [
      Make.head(40, 20, color: 3), Make.Chunk("gAMA", Make.big(45_455)),
      Make.Chunk("PLTE", [UInt8](repeating: 9, count: 768)), Make.Chunk("tRNS", [0, 1, 2]),
      Make.Chunk("IDAT", Array(pixels[..<100])), Make.Chunk("IDAT", Array(pixels[100..<300])),
      Make.Chunk("IDAT", Array(pixels[300...])), Make.Chunk("IEND"),
    ]
    var all = [HostilePicture("whole, with a palette", Make.png(chunks), .shown)]
    for index in chunks.indices {
      let start = Make.png(Array(chunks[..<index])).count
      let chunk = chunks[index].bytes
      for (part, cut) in [
        ("before", 0), ("length", 2), ("name", 6), ("bytes", 8 + (chunk.count - 12) / 2),
        ("checksum", chunk.count - 2),
      ] {
        let bytes = Array(Make.png(chunks)[..<(start + cut)])
        all.add("cut in \(part) of chunk \(index)", bytes, .refused("cut off after"))
      }
      var wrong = chunks
      wrong[index].checksum = 7
      let isLookedAt = chunks[index].name != "gAMA"
      all.add(
        "wrong checksum of chunk \(index)",
        Make.png(wrong),
        isLookedAt ? .refused("wrong checksum of \(chunks[index].name)") : .shown
      )
      for length in [0x7FFF_FFFF, 0xFFFF_FFFF, chunks[index].data.count + 1] {
        wrong = chunks
        wrong[index].length = length
        all.add(
          "length \(length) of chunk \(index)",
          Make.png(wrong),
          index == 0
            ? .refused("no head")
            : length > 100_000 || index == 7
              ? .refused("cut off after") : .refused("malformed")
        )
      }
    }
    return all
  }

  /// Sizes, kinds of pixels, and damaged ones.
  private static var pngPixels: [HostilePicture] {
    var all: [HostilePicture] = []
    let some = Make.Chunk("IDAT", Make.deflated([0, 0, 0, 0]))
    let end = Make.Chunk("IEND")
    for (width, height) in [
      (0, 1), (1, 0), (0, 0), (65_535, 65_535), (0x8000_0000, 1), (0xFFFF_FFFF, 0xFFFF_FFFF),
      (1_000_000, 1_000),
    ] {
      all.add(
        "\(width) x \(height)",
        Make.png([Make.head(width, height), some, end]),
        .refused("\(width) x \(height) pixels")
      )
    }
    for (width, height) in [(65_535, 1), (1, 65_535), (5_000, 5_000)] {
      all.add("\(width) x \(height)", Make.png([Make.head(width, height), some, end]), .either)
    }
    let allowed: [Int: [Int]] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    for color in 0...7 {
      for depth in [0, 1, 2, 3, 4, 8, 16, 32] {
        let isAllowed = allowed[color]?.contains(depth) == true
        let bytes = ((channels[color] ?? 1) * depth * 9 + 7) / 8
        let chunks = [
          Make.head(9, 5, depth: depth, color: color),
          Make.Chunk("PLTE", [UInt8](repeating: 1, count: 6)),
          Make.Chunk("IDAT", Make.deflated(Make.lines(5, bytes: bytes))), end,
        ].filter { $0.name != "PLTE" || color == 3 }
        all.add(
          "colour \(color) of \(depth) bits",
          Make.png(chunks),
          isAllowed ? .shown : .refused("unknown kind of pixels")
        )
      }
    }
    for (compression, filter, interlace) in [(1, 0, 0), (0, 1, 0), (0, 0, 2), (0, 0, 255)] {
      let head = Make.head(1, 1, interlace: interlace, compression: compression, filter: filter)
      all.add(
        "methods \(compression) \(filter) \(interlace)",
        Make.png([head, some, end]),
        .refused("unknown kind of pixels")
      )
    }
    // 9 x 5 pixels of a byte in seven passes of 2x1, 1x1, 3x1, 2x2, 5x1, 4x3 and 9x2.
    let passes = [(2, 1), (1, 1), (3, 1), (2, 2), (5, 1), (4, 3), (9, 2)].flatMap { bytes, count in
      Make.lines(count, bytes: bytes)
    }
    let interlaced = { (bytes: [UInt8]) in
      Make.png([
        Make.head(9, 5, color: 0, interlace: 1), Make.Chunk("IDAT", Make.deflated(bytes)), end,
      ])
    }
    all.add("interlaced", interlaced(passes), .shown)
    all.add("interlaced, cut", interlaced(passes.dropLast()), .refused("pixels are missing"))
    let lines = Make.lines(5, bytes: 27)
    let with = { (deflated: [UInt8]) in
      Make.png([Make.head(9, 5), Make.Chunk("IDAT", deflated), end])
    }
    let whole = Make.deflated(lines)
    for (name, bytes, reason) in [
      ("filter 5", Make.deflated(Make.lines(5, bytes: 27, filter: 5)), "unknown filter"),
      ("a line too few", Make.deflated(lines.dropLast(28)), "pixels are missing"),
      ("a byte too few", Make.deflated(lines.dropLast()), "pixels are missing"),
      ("no deflated bytes", [], "no pixels"), ("only the head of zlib", [0x78, 1], "missing"),
      ("wrong head of zlib", [0x79, 1] + whole.dropFirst(2), "damaged"),
      ("a dictionary", [0x78, 0x20] + whole.dropFirst(2), "damaged"),
      ("unknown block", [0x78, 1, 7, 0, 0, 0, 0], "damaged"),
      ("a block of another length", [0x78, 1, 1, 5, 0, 5, 0, 1, 2, 3], "damaged"),
      ("a distance before the start", [0x78, 1, 3, 2, 0, 0], "damaged"),
    ] as [(String, [UInt8], String)] {
      all.add(name, with(bytes), .refused(reason))
    }
    all.add("pixels beyond the last line", with(Make.zeros(50_000_000)), .shown)
    // Fifty million bytes in two hundred thousand, as the head says.
    let bomb = Make.zeros(4_096 * (1 + 3 * 4_096))
    all.add(
      "4,096 x 4,096 of zeros",
      Make.png([Make.head(4_096, 4_096), Make.Chunk("IDAT", bomb), end]),
      .shown
    )
    return all
  }

  /// Chunks of all sorts.
  private static var pngChunks: [HostilePicture] {
    let pixels = Make.Chunk("IDAT", Make.deflated(Make.lines(20, bytes: 120)))
    let gray = Make.Chunk("IDAT", Make.deflated(Make.lines(20, bytes: 40)))
    let (head, end) = (Make.head(40, 20), Make.Chunk("IEND"))
    let indexed = Make.head(40, 20, color: 3)
    let palette = Make.Chunk("PLTE", [1, 2, 3])
    let some = { (count: Int) in [UInt8](repeating: 0x41, count: count) }
    let refused: [(String, [Make.Chunk], String)] = [
      ("no chunk", [], "cut off"), ("no pixels", [head, end], "no pixels"),
      ("no end", [head, pixels], "cut off"), ("no head", [pixels, end], "no head"),
      ("the end first", [end, head, pixels], "no head"),
      ("two heads", [head, head, pixels, end], "a second head"),
      (
        "an unknown chunk that matters", [head, Make.Chunk("EVIL"), pixels, end],
        "unknown chunk EVIL"
      ),
      (
        "a name of control characters", [head, Make.Chunk("\u{1B}[2J"), pixels, end],
        "no chunk begins here"
      ),
      ("pixels in two places", [head, pixels, Make.Chunk("tEXt"), pixels, end], "two places"),
      ("no palette", [indexed, gray, end], "no palette"),
      ("an empty palette", [indexed, Make.Chunk("PLTE"), gray, end], "wrong palette"),
      (
        "a palette of 257 colours", [indexed, Make.Chunk("PLTE", some(771)), gray, end],
        "wrong palette"
      ),
      (
        "a palette of four bytes", [indexed, Make.Chunk("PLTE", some(4)), gray, end],
        "wrong palette"
      ),
      ("two palettes", [indexed, palette, palette, gray, end], "wrong palette"),
      ("a palette after the pixels", [head, pixels, palette, end], "wrong palette"),
      (
        "a palette of a grey picture", [Make.head(40, 20, color: 0), palette, gray, end],
        "wrong palette"
      ),
      ("an end with bytes", [head, pixels, Make.Chunk("IEND", [1])], "no pixels"),
    ]
    let shown: [(String, [Make.Chunk])] = [
      ("colours out of the palette", [indexed, palette, gray, end]),
      (
        "opacity of too many colours", [indexed, palette, Make.Chunk("tRNS", some(300)), gray, end]
      ),
      ("opacity of a wrong size", [head, Make.Chunk("tRNS", some(7)), pixels, end]),
      (
        "a colour profile of junk",
        [head, Make.Chunk("iCCP", Array("x\0\0".utf8) + some(5_000)), pixels, end]
      ),
      (
        "a colour profile that is a bomb",
        [head, Make.Chunk("iCCP", Array("x\0\0".utf8) + Make.zeros(50_000_000)), pixels, end]
      ),
      (
        "EXIF of junk",
        [head, Make.Chunk("eXIf", Array("MM\0*".utf8) + Make.big(-1) + some(900)), pixels, end]
      ),
      (
        "EXIF that leads in circles",
        [
          head,
          Make.Chunk("eXIf", Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0] + some(12) + [8, 0, 0, 0]),
          pixels, end,
        ]
      ),
      ("text of escapes", [head, Make.Chunk("tEXt", Array("Title\0".utf8) + escape), pixels, end]),
      (
        "a bomb of text",
        [head, Make.Chunk("zTXt", Array("x\0\0".utf8) + Make.zeros(9_000_000)), pixels, end]
      ),
      ("half a million bytes beside", [head, Make.Chunk("prIv", some(500_000)), pixels, end]),
      (
        "ten thousand chunks",
        [head] + (0..<10_000).map { _ in Make.Chunk("prIv") } + [pixels, end]
      ),
      (
        "four billion frames",
        [
          head, Make.Chunk("acTL", Make.big(-1) + Make.big(0)), pixels,
          Make.Chunk("fdAT", some(80)), end,
        ]
      ),
      ("a gamma of zero", [head, Make.Chunk("gAMA", Make.big(0)), pixels, end]),
      ("many empty pixels", [head] + (0..<500).map { _ in Make.Chunk("IDAT") } + [pixels, end]),
    ]
    return refused.map { HostilePicture($0, Make.png($1), .refused($2)) }
      + shown.map { HostilePicture($0, Make.png($1), .shown) }
      + [
        HostilePicture("escapes after the end", Make.png() + escape, .shown),
        HostilePicture("a second file after the end", Make.png() + Make.png(), .shown),
        HostilePicture(
          "two million bytes beside",
          Make.png([head, Make.Chunk("prIv", some(2_000_000)), pixels, end]),
          .either
        ),
      ]
  }

  // MARK: Other kinds

  private static var otherKinds: [HostilePicture] {
    let texts = [
      "<svg xmlns='http://www.w3.org/2000/svg'/>", "<html><script>", "%PDF-1.7", "%!PS-Adobe",
      "push graphic-context\nimage over 0,0 0,0 'https://a.example'", "II*\0", "MM\0*", "BM",
      "PK\u{3}\u{4}",
      "\u{7F}ELF", "#!/bin/sh\nreboot", "P6 9 9 255", "\0\0\0\u{1C}ftypavif", "8BPS", "GIF",
      "GIF88a", "RIFF",
      "RIFF\0\0\0\0WAVE", "\u{1B}]0;owned\u{7}",
    ]
    return texts.enumerated().map { index, text in
      HostilePicture(
        "another kind, \(index)",
        Array(text.utf8) + [UInt8](repeating: 0x20, count: 100),
        .refused("no PNG, JPEG, GIF or WebP file"),
        ending: ["png", "jpg", "gif", "webp"][index % 4]
      )
    } + [
      HostilePicture("an empty file", [], .refused("the file is empty")),
      HostilePicture("a byte", [0x89], .refused("no PNG")),
      HostilePicture("the signature", Make.signature, .refused("cut off after 8 bytes")),
      HostilePicture("zeros", [UInt8](repeating: 0, count: 100_000), .refused("no PNG")),
      HostilePicture("a GIF file called PNG", Make.gif(), .either),
      HostilePicture("a PNG file called JPEG", Make.png(), .shown, ending: "jpg"),
    ]
  }

  private static var gif: [HostilePicture] {
    let whole = Make.gif()
    var all = [HostilePicture("whole GIF", whole, .either, ending: "gif")]
    for cut in [6, 10, 13, 19, 22, 28, 30, 33, 38] {
      all.add("GIF cut after \(cut)", Array(whole[..<cut]), .either, ending: "gif")
    }
    for (width, height) in [(65_535, 65_535), (65_535, 1), (0, 0), (0, 9), (9_999, 9_999)] {
      all.add("GIF of \(width) x \(height)", Make.gif(width, height), .either, ending: "gif")
    }
    all.add("GIF of 20,000 frames", Make.gif(frames: 20_000), .either, ending: "gif")
    // A block that goes on until the end of the file, and sizes of codes that there are not.
    var endless = Array(whole[..<32])
    for _ in 0..<2_000 { endless += [255] + [UInt8](repeating: 0x49, count: 255) }
    all.add("GIF without an end", endless, .either, ending: "gif")
    for size in [0, 1, 12, 13, 255] as [UInt8] {
      var wrong = whole
      wrong[37] = size
      all.add("GIF with codes of \(size)", wrong, .either, ending: "gif")
    }
    return all
  }

  private static var jpeg: [HostilePicture] {
    let whole = Make.jpeg()
    var all = [HostilePicture("whole JPEG", whole, .either, ending: "jpg")]
    for cut in [3, 5, 20, 71, 75, 84, 100, whole.count - 3] {
      all.add("JPEG cut after \(cut)", Array(whole[..<cut]), .either, ending: "jpg")
    }
    for (width, height) in [
      (65_535, 65_535), (65_535, 8), (8, 65_535), (0, 8), (8, 0), (20_000, 20_000),
    ] {
      all.add("JPEG of \(width) x \(height)", Make.jpeg(width, height), .either, ending: "jpg")
    }
    let profile = Array("ICC_PROFILE\0".utf8)
    for (name, more) in [
      (
        "a profile of junk",
        Make.segment(0xE2, profile + [1, 1] + [UInt8](repeating: 0xFF, count: 3_000))
      ),
      ("part 0 of 0 of a profile", Make.segment(0xE2, profile + [0, 0, 1, 2, 3])),
      (
        "part 255 of a profile",
        (0..<255).flatMap { Make.segment(0xE2, profile + [UInt8($0), 255, 1]) }
      ),
      ("EXIF of junk", Make.segment(0xE1, Array("Exif\0\0MM\0*".utf8) + [255, 255, 255, 255])),
      (
        "EXIF in circles",
        Make.segment(0xE1, Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0, 8, 0, 0, 0])
      ),
      ("a picture within", Make.segment(0xE1, Array("Exif\0\0".utf8) + whole)),
      ("a comment of escapes", Make.segment(0xFE, escape)),
      ("a segment of no length", Make.segment(0xE3, [], length: 0)),
      ("a segment beyond the end", Make.segment(0xE3, [1], length: 65_535)),
      ("fifty thousand markers", [UInt8](repeating: 0xFF, count: 50_000)),
    ] as [(String, [UInt8])] {
      all.add("JPEG with \(name)", Make.jpeg(more: more), .either, ending: "jpg")
    }
    return all
  }

  private static var webp: [HostilePicture] {
    let whole = Make.webp()
    var all = [HostilePicture("whole WebP", whole, .either, ending: "webp")]
    for cut in [12, 16, 20, 22, whole.count - 2] {
      all.add("WebP cut after \(cut)", Array(whole[..<cut]), .either, ending: "webp")
    }
    for (name, bytes) in [
      ("of 16,384 x 16,384", Make.webp("VP8L", Make.lossless(16_384, 16_384))),
      ("of 16,384 x 1", Make.webp("VP8L", Make.lossless(16_384, 1))),
      ("without pixels", Make.webp("VP8L", [])),
      ("of a wrong length", Make.webp("VP8L", [0x2F], length: 1 << 31)),
      ("of an unknown chunk", Make.webp("EVIL", [1, 2, 3])),
      (
        "with a canvas of 2^24",
        Make.webp("VP8X", [0x3E, 0, 0, 0] + [UInt8](repeating: 255, count: 6))
      ),
      (
        "with key frames of junk", Make.webp("VP8 ", [0x10, 0, 0, 0x9D, 1, 0x2A, 255, 63, 255, 63])
      ),
    ] as [(String, [UInt8])] {
      all.add("WebP \(name)", bytes, .either, ending: "webp")
    }
    return all
  }
}

extension [HostilePicture] {
  fileprivate mutating func add(
    _ name: String,
    _ bytes: [UInt8],
    _ outcome: HostilePicture.Outcome,
    ending: String = "png"
  ) {
    append(HostilePicture(name, bytes, outcome, ending: ending))
  }
}
