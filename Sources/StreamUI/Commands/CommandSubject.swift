import Addresses
import CellGrid
import RichText
import StreamModel

/// The post and link that a command runs on, as sanitized text.
struct CommandSubject {
  /// The selected post, or the selected comment as a post; nil where none is selected.
  let post: Post?
  /// The post at the head of documents: on the page of a post that one, whichever comment is selected; nil for
  /// ``post``.
  var head: Post?
  /// Searches for the conversation of ``head``, or of ``post``; nil where the comments that it lists are all.
  var replies: () -> DumpedReplies? = { nil }
  let source: String
  /// The target of the link in focus, as the feed writes it; nil without one.
  let link: String?
  /// The target of the link in focus, else the address of the selected row; nil without one.
  let selection: String?
  let now: Timestamp

  /// The columns of the text form.
  private static let columns = 80

  /// The value, or the reason why there is none.
  ///
  /// An address is one that the gate lets out; a name, handle or title that the post lacks is empty.
  /// The value of `file` is made outside.
  func value(_ value: CommandValue) -> Result<String, CommandRefusal> {
    switch value {
    case .link:
      return address(link, value, else: "no link is in focus")
    case .selection:
      return address(selection, value, else: "the selected row has no address")
    case .id, .url, .author, .handle, .title, .text, .json, .file: break
    }
    guard let post else { return .failure(CommandRefusal("select a post first")) }
    switch value {
    case .url: return address(post.url, value, else: "the post has no address")
    case .id: return .success(Self.line(post.id.rawValue))
    case .author: return .success(Self.line(post.author?.name ?? post.author?.handle ?? ""))
    case .handle: return .success(Self.line(post.author?.handle ?? ""))
    case .title: return .success(PostTitle.stated(post)?.string ?? "")
    case .text: return .success(plain(post))
    case .json: return .success(String(decoding: json(post), as: UTF8.self))
    case .file, .link, .selection: return .success("")
    }
  }

  /// The addresses that a command receives as such, as the feed writes them, each once.
  func addresses(for command: OwnCommand) -> [String] {
    var values = command.values
    if command.input == .url { values.insert(.url) }
    let addresses = [
      values.contains(.link) ? link : nil, values.contains(.selection) ? selection : nil,
      values.contains(.url) ? post?.url : nil,
    ].compactMap(\.self)
    return addresses.enumerated().filter { !addresses[..<$0].contains($1) }.map(\.element)
  }

  /// The bytes for standard input; nil for an empty one.
  func input(_ input: OwnCommand.InputForm) -> Result<[UInt8]?, CommandRefusal> {
    let format: PostFormat
    switch input {
    case .none: return .success(nil)
    case .url: return value(.url).map { Array("\($0)\n".utf8) }
    case .json: format = .json
    case .text: format = .text
    case .html: format = .html
    case .markdown: format = .markdown
    }
    guard let post else { return .failure(CommandRefusal("select a post first")) }
    return .success(Array(document(of: post, format).utf8))
  }

  /// The document of ``head``, else of `post`, with its conversation; it ends with a newline.
  func document(of post: Post, _ format: PostFormat) -> String {
    let post = head ?? post
    return switch format {
    case .json: String(decoding: json(post), as: UTF8.self) + "\n"
    case .text: PostDump(now: now).text(.post(post), columns: Self.columns, replies: replies())
    case .html: PostHTML.document(post, replies())
    case .markdown: PostMarkdown.document(post, replies())
    }
  }

  /// The text of the post alone, after its title if it has one.
  func plain(_ post: Post) -> String {
    let body = BodyText(
      post.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      reading: .flat
    ).plain
    let title = PostTitle.shown(post, bodyIsFolded: false)?.string
    return [title, body].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func json(_ post: Post) -> [UInt8] {
    PostDump(now: now).json(head ?? post, source: source, replies: replies())
  }

  private func address(
    _ written: String?,
    _ value: CommandValue,
    else reason: String
  ) -> Result<String, CommandRefusal> {
    guard let written else { return .failure(CommandRefusal(reason)) }
    switch LinkGate.judge(written, label: "") {
    case .open(let target), .ask(let target, _): return .success(target.text)
    case .refuse(let reason):
      if let sign = Self.optionSign(of: written) {
        return .failure(.option(value, sign))
      }
      return .failure(CommandRefusal("the \(value.name) is \(reason)"))
    }
  }

  /// The sign with which `text` would be taken for an option; nil if it would not.
  static func optionSign(of text: String) -> Character? {
    // Editors and pagers run commands that begin with a plus sign.
    text.first == "-" || text.first == "+" ? text.first : nil
  }

  private static func line(_ text: String) -> String { SafeText(sanitizing: text).string }
}

extension Comment {
  /// Returns the post that the comment is where the sources have it, else a post made of the comment.
  func asPost(_ post: Post?) -> Post { post ?? asPost }

  var asPost: Post {
    var post = Post(id: id, isStated: true)
    post.author = author
    post.published = published
    post.url = url
    post.body = body
    post.baseURL = baseURL
    post.contentWarning = contentWarning
    post.likesCount = likesCount
    post.attachments = attachments
    post.visibility = visibility
    return post
  }
}
