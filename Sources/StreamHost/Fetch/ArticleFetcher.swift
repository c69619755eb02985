package import Addresses
import CellGrid
package import StreamModel

/// Fetches web pages to be read in the viewer.
package final class ArticleFetcher {
  private let fetcher: Fetcher
  private let onText: (Int, ArticleText) -> [LoopEvent]
  private var runs: [Int: TransferRun] = [:]

  /// - Parameter onText: receives the text of the page of a number, or the reason why there is none.
  package init(_ fetcher: Fetcher, onText: @escaping (Int, ArticleText) -> [LoopEvent]) {
    self.fetcher = fetcher
    self.onText = onText
  }

  /// Fetches the page of a number; returns the reason why nothing is fetched, or nil.
  package func fetch(_ number: Int, _ target: LinkTarget) -> ArticleText? {
    let verdict = FeedAddress.judge(target.text)
    guard let address = verdict.address else {
      return failed("Only pages of the web can be fetched.")
    }
    do throws(StateRefusal) {
      runs[number] = try fetcher.begin(
        [Retrieval(address, for: .article, trusting: verdict.confirmed)]
      ) { [onText] _, end, body in
        onText(number, Self.text(end, body))
      } onOver: { [weak self] in
        self?.runs[number] = nil
        return []
      }
      return nil
    } catch {
      return failed(error.text)
    }
  }

  package func stop(_ number: Int) { runs.removeValue(forKey: number)?.cancel() }

  package func cancel() {
    for run in runs.values { run.cancel() }
    runs = [:]
  }

  private func failed(_ reason: String) -> ArticleText { .failure(SafeText(sanitizing: reason)) }

  /// Returns a title without markup and runs of blanks; nil for none.
  private static func plain(_ title: Body) -> String? {
    guard title != .missing else { return nil }
    return title.source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func markup(_ body: Body) -> String {
    switch body {
    case .html(let markup): markup
    case .text(let text): escaped(text)
    case .missing: ""
    }
  }

  /// The text of a post that its server sent as data, with its warning and its files.
  private static func markup(of post: Post) -> String {
    let warning = post.contentWarning.map { "<p><b>\(escaped($0))</b></p>" } ?? ""
    let files = post.attachments.compactMap { file in
      file.url.map { address in
        "<p><a href=\"\(escaped(address))\">\(escaped(file.alt ?? address))</a></p>"
      }
    }
    return warning + markup(post.body) + files.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
      .replacing("\n", with: "<br>")
  }

  private static func text(_ end: RetrievalEnd, _ body: String) -> ArticleText {
    if let failure = end.failure { return .failure(SafeText(sanitizing: failure)) }
    do throws(FeedError) {
      let source = try SourceOpener.open(body)
      let feed = Feed(source: source.bytes)
      while try feed.advance(bytes: Purpose.article.limits.bodyBytes) == .more {}
      guard feed.recordCount > 0, case .post(let post) = feed.record(at: 0) else {
        return .failure(SafeText(sanitizing: "\(end.address.host) sent nothing that can be read."))
      }
      guard feed.isPage else {
        return .article(
          title: plain(post.title) ?? post.author?.shownName ?? end.address.host,
          html: markup(of: post),
          address: end.address.withoutUser
        )
      }
      let page = markup(post.body)
      let article = WebArticle(of: page)
      return .article(
        title: plain(post.title) ?? end.address.host,
        html: article.html,
        address: end.address.withoutUser,
        page: article.leftOut == 0 ? nil : WholePage(html: page, leftOut: article.leftOut)
      )
    } catch {
      return .failure(SafeText(sanitizing: "\(end.address.host) sent no page."))
    }
  }
}
