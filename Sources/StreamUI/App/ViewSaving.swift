import StreamModel

/// A filter that the reader saves as a view.
struct ViewSaving {
  let name: String
  let filter: String
  let views: [SavedView]

  /// The reply: views that would name each other are refused before a question is asked.
  var reply: Reply {
    let known = views.first { $0.name == name }
    if known?.line == filter || filter == FilterNames.text(ofView: name) {
      return .say("View \(name) has this filter already")
    }
    if let circle {
      return .warn(
        "View \(name) is not saved: \(circle). "
          + ":view save \(freeName) saves the filter under a name of its own"
      )
    }
    guard let known else { return .effect(.saveView(name: name, filter: filter)) }
    return .ask(Question(replacing: known, by: filter))
  }

  /// The views that would name each other, in words; nil if none do.
  private var circle: String? {
    // A filter that does not read without it, either, has another problem.
    guard (try? views.view(filter)) != nil else { return nil }
    do throws(ViewError) {
      _ = try View(FilterNames.text(ofView: name)).expanded { other in
        other == name ? filter : views.first { $0.name == other }?.line
      }
      return nil
    } catch { return error.problem }
  }

  private var freeName: String {
    let names = Set(views.map(\.name))
    for number in 2...(names.count + 2) {
      let end = "-\(number)"
      let free = name.prefix(SavedView.longestName - end.count) + end
      if !names.contains(String(free)) { return String(free) }
    }
    return name
  }
}

extension [SavedView] {
  /// The wish to list the posts of the view of a name, or why that cannot be.
  func reply(opening name: String) -> Reply {
    if contains(where: { $0.name == name }) { return .filter(FilterNames.text(ofView: name)) }
    let names = map(\.name).joined(separator: ", ")
    return .warn(
      "No view \"\(name)\". "
        + (isEmpty ? ":view save NAME saves the filter of the list" : "Views: \(names)")
    )
  }
}
