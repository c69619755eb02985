import Glibc

/// The name under which the state of a source is kept from run to run.
enum SourceName {
  /// The name of sources that are shown together: that of the user, else their paths without links and
  /// dots; nil for a pipe without a name and for the built-in sample.
  static func name(of sources: [String], named name: String?) -> String? {
    if let name { return "name:\(name)" }
    guard !sources.isEmpty, !sources.contains("-") else { return nil }
    var names: [String] = []
    for source in sources {
      guard let path = realpath(source, nil) else { return nil }
      defer { free(path) }
      names.append("file:\(String(cString: path))")
    }
    return names.joined(separator: "\n")
  }
}
