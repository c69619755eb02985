import StreamModel

/// The thing that a row shows, as keys act on it.
enum RowSubject {
  /// People who did something, as far as the feed names them.
  struct People {
    var count: Int?
    var accounts: [Account] = []
    var term = ReshareTerm.reshare
  }

  case post(Post)
  case comment(Comment)
  case account(Account)
  case link(RowLink)
  case heading(Account?)
  case nothing

  var address: String? {
    switch self {
    case .post(let post): post.url
    case .comment(let comment): comment.url
    case .account(let account): account.url
    case .link(let link): link.target
    case .heading, .nothing: nil
    }
  }

  /// The account whose page the row can open; nil without one.
  var author: Account? {
    switch self {
    case .post(let post): post.author
    case .comment(let comment): comment.author
    case .account(let account): account
    case .link, .heading, .nothing: nil
    }
  }

  /// The readers that the subject was written for; nil if unknown.
  var visibility: Visibility? { written?.visibility }

  var post: Post? { if case .post(let post) = self { post } else { nil } }

  /// The post, or the comment as a post.
  var written: Post? {
    switch self {
    case .post(let post): post
    case .comment(let comment): comment.asPost
    case .account, .link, .heading, .nothing: nil
    }
  }

  /// The people who liked the subject: the feed's own count, and the accounts it names; nil if it cannot be liked.
  var likes: People? {
    switch self {
    case .post(let post): .init(count: post.knownLikesCount, accounts: post.likes)
    case .comment(let comment): .init(count: comment.knownLikesCount, accounts: comment.likes)
    case .account, .link, .heading, .nothing: nil
    }
  }

  var reshares: People? {
    switch self {
    case .post(let post):
      .init(count: post.knownResharesCount, accounts: post.reshares, term: post.reshareTerm)
    case .comment: .init()
    case .account, .link, .heading, .nothing: nil
    }
  }
}
