import StreamModel

/// Saves, copies and shows the selected post as text.
enum PostExporter {
  /// Asks for the file to save the post to.
  static func ask(on desk: inout Desk) {
    guard post(for: "saved", on: &desk) != nil else { return }
    desk.mode.wait(for: .prompt(Prompt(.savePost, history: desk.session.history.walk(.savePost))))
  }

  /// Saves the post to a new file, in the format of its name.
  static func save(to path: String, on desk: inout Desk) -> [Effect] {
    guard let post = post(for: "saved", on: &desk) else { return [] }
    guard !path.isEmpty else {
      desk.say("Not saved: no file was named")
      return []
    }
    guard let format = PostFormat(path: path) else {
      desk.warn("Not saved: \(path) ends with none of .txt, .md, .html and .json")
      return []
    }
    desk.session.history.add(path, to: .savePost)
    let text = CommandCaller.subject(on: desk).text(of: post, format)
    return [.savePost(path: path, text: text)]
  }

  /// Shows the post in the user's editor.
  static func edit(on desk: inout Desk) -> [Effect] {
    guard let post = post(for: "opened", on: &desk) else { return [] }
    return [.read(text: CommandCaller.subject(on: desk).text(of: post, .text))]
  }

  /// Copies the text of the post.
  static func copyText(on desk: inout Desk) -> [Effect] {
    guard let post = post(for: "copied", on: &desk) else { return [] }
    let text = CommandCaller.subject(on: desk).plain(post)
    guard !text.isEmpty else {
      desk.say("Not copied: the post has no text")
      return []
    }
    return [.copy(text)]
  }

  /// The selected post; nil where there is none or secure mode is on, which the status line says.
  private static func post(for purpose: String, on desk: inout Desk) -> Post? {
    guard !desk.view.options.isSecure else {
      desk.warn("Not \(purpose): secure mode is on (STREAMTUI_SECURE)")
      return nil
    }
    guard let post = CommandCaller.subject(on: desk).post else {
      desk.say("Not \(purpose): select a post first")
      return nil
    }
    return post
  }
}
