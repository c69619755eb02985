extension View {
  /// The longest one-line form, in UTF-8 code units.
  package static let longest = 16 << 10
  package static let deepest = 64

  /// Reads the one-line form.
  ///
  /// - Throws: ``ViewError``, with the column of the first error.
  package init(_ text: String) throws(ViewError) {
    guard text.utf8.count <= Self.longest else {
      throw ViewError(at: 1, "the view is too long", expected: "at most \(Self.longest) bytes")
    }
    var reader = ViewReader(text)
    self = try reader.read()
  }
}

private struct ViewReader {
  /// The terms between two parentheses, or of the whole view.
  private struct Group {
    let column: Int
    let isNegated: Bool
    var alternatives: [Filter] = []
    /// The terms since then, which all must hold.
    var terms: [Filter] = []
  }

  private var scanner: ViewScanner
  private var outer: [Group] = []
  private var group = Group(column: 1, isNegated: false)
  private var isNegated = false
  /// The last operator, if no term has come since.
  private var dangling: (word: String, column: Int)?
  private var limit: (value: Int, column: Int)?
  private var order: (value: StreamOrder, column: Int)?

  init(_ text: String) { scanner = ViewScanner(text) }

  mutating func read() throws(ViewError) -> View {
    scanner.skipBlanks()
    while let next = scanner.next {
      try take(next)
      scanner.skipBlanks()
    }
    guard outer.isEmpty else {
      throw ViewError(at: group.column, "\"(\" is not closed", expected: "\")\"")
    }
    for column in [order?.column, limit?.column] {
      guard let column, !group.alternatives.isEmpty else { continue }
      throw ViewError(
        at: column,
        "sort: and limit: hold for the whole view, not for one side of or",
        expected: "parentheses around the terms with or"
      )
    }
    let filter = group.terms.isEmpty && group.alternatives.isEmpty ? nil : try closedGroup()
    if dangling != nil { _ = try closedGroup() }
    return View(.all, filter, order: order?.value, limit: limit?.value)
  }

  private mutating func take(_ next: Unicode.Scalar) throws(ViewError) {
    let column = scanner.column
    switch next {
    case "(":
      _ = scanner.take("(")
      guard outer.count < View.deepest else {
        throw ViewError(
          at: column,
          "too many parentheses are open",
          expected: "at most \(View.deepest)"
        )
      }
      outer.append(group)
      group = Group(column: column, isNegated: isNegated)
      (isNegated, dangling) = (false, nil)
    case ")":
      _ = scanner.take(")")
      guard let last = outer.last else {
        throw ViewError(at: column, "\")\" closes nothing", expected: "\"(\" before it")
      }
      let filter = try closedGroup()
      let isNegated = group.isNegated
      outer.removeLast()
      group = last
      group.terms.append(isNegated ? filter.negated : filter)
    case "-", "!":
      _ = scanner.take(String(next))
      isNegated.toggle()
      dangling = (String(next), column)
    default:
      if let word = scanner.takeOperator() {
        try take(operator: word, at: column)
      } else {
        try takeTerm(at: column)
      }
    }
  }

  private mutating func take(operator word: String, at column: Int) throws(ViewError) {
    if word == "not" {
      isNegated.toggle()
    } else {
      guard dangling == nil, let filter = Filter.all(group.terms) else {
        throw ViewError(at: column, "no term before \(word)", expected: "a term")
      }
      if word == "or" {
        group.alternatives.append(filter)
        group.terms = []
      }
    }
    dangling = (word, column)
  }

  private mutating func takeTerm(at column: Int) throws(ViewError) {
    switch try scanner.takeTerm() {
    case .filter(let filter): group.terms.append(isNegated ? filter.negated : filter)
    case .order(let value):
      let problem = "sort: names the order of the whole view"
      try check(isFirst: order == nil, problem, at: column)
      order = (value, column)
    case .limit(let value):
      let problem = "limit: names the number of posts of the whole view"
      try check(isFirst: limit == nil, problem, at: column)
      limit = (value, column)
    }
    (isNegated, dangling) = (false, nil)
  }

  private func check(isFirst: Bool, _ problem: String, at column: Int) throws(ViewError) {
    guard outer.isEmpty, !isNegated, isFirst else {
      throw ViewError(at: column, problem, expected: "it once, outside parentheses and without not")
    }
  }

  private func closedGroup() throws(ViewError) -> Filter {
    if let dangling {
      throw ViewError(at: dangling.column, "no term after \(dangling.word)", expected: "a term")
    }
    let last = Filter.all(group.terms).map { [$0] } ?? []
    guard let filter = Filter.any(group.alternatives + last) else {
      throw ViewError(at: group.column, "no term in parentheses", expected: "a term before \")\"")
    }
    return filter
  }
}
