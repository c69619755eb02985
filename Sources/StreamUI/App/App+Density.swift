/// Showing more or less of every post.
extension App {
  /// Shows rows as `density` says, if they are not so already.
  ///
  /// The row at the top stays there; the selection is shown again where other heights put it out of
  /// sight, as after a resize.
  mutating func change(to density: Density) {
    guard density != self.density else {
      say(density == .compact ? "a line a post is the least" : "posts are shown whole already")
      return
    }
    keepingSelectionSeen { app in
      app.density = density
      for index in app.pages.indices {
        // Another shape has other links, and is flat until its turn comes.
        app.pages[index].list.focus = nil
        app.pages[index].list.rich.removeAll()
        app.pages[index].list.failed.removeAll()
      }
    }
    comeToRest()
    beginPreparation()
    say("\(density): \(Self.sentence(density))")
  }

  private static func sentence(_ density: Density) -> String {
    switch density {
    case .compact: "a line a post"
    case .normal: "long texts are cut"
    case .full: "whole texts"
    }
  }
}
