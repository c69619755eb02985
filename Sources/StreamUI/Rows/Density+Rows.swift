import StreamModel

extension Density {
  var denser: Density { Density(rawValue: rawValue &- 1) ?? self }

  var fuller: Density { Density(rawValue: rawValue &+ 1) ?? self }

  /// The name of the density for the status line.
  var sentence: String {
    switch self {
    case .compact: "Compact: one line per post"
    case .normal: "Normal: long texts are folded"
    case .full: "Full: whole texts"
    }
  }

  /// The number of lines of a body before "+N lines", which is `limit` at normal density; nil shows all.
  func bodyLimit(_ limit: Int) -> Int? {
    switch self {
    case .compact: 1
    case .normal: limit
    case .full: nil
    }
  }
}
