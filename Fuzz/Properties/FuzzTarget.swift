import StreamModel

/// What the fuzzer feeds, and what must hold of it whatever comes.
package enum FuzzTarget: String, CaseIterable {
  /// A JSON document.
  case json
  /// One JSON record a line, in pieces.
  case ndjson
  /// XML and HTML documents.
  case xml
  /// A post's HTML, to lines of cells.
  case html
  /// Any bytes, to safe text, columns and breaks.
  case text
  /// An address and the text that names it.
  case gate
  /// Keys: a script, and the bytes of a terminal.
  case keys
  /// Keys, mouse, sizes and time, to the viewer.
  case app
  /// A configuration file.
  case config
  /// A view in its one-line form.
  case view

  /// Runs one input; a property that does not hold ends the program.
  package func run(_ input: FuzzInput) {
    switch self {
    case .json: FeedProperties.check(input, prefixedBy: "{\"")
    case .ndjson: FeedProperties.check(input, prefixedBy: nil)
    case .xml: FeedProperties.check(input, prefixedBy: "<")
    case .html: TextProperties.checkHTML(input)
    case .text: TextProperties.checkText(input)
    case .gate: InputProperties.checkGate(input)
    case .app: AppProperties.check(input)
    case .config: ConfigProperties.check(input)
    case .view: ViewProperties.check(input)
    case .keys: InputProperties.checkKeys(input)
    }
  }
}

/// Ends the program, so that the fuzzer keeps the input.
func fail(_ message: @autoclosure () -> String) -> Never {
  print("property broken:", message())
  fatalError(message())
}

/// Ends the program unless `holds`.
func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fail(message()) }
}
