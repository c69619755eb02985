/// Who did something (an ActivityStreams actor).
public struct Account: Equatable, Hashable, Sendable {
  /// The display name.
  public let name: String?
  /// With a leading "@", such as "@olga@social.example".
  public let handle: String?
  /// The page of the account.
  public let url: String?
  /// What the account says of itself, as HTML.
  public let bioHTML: String?
  /// The names of others who did it, too, as of several authors of one post.
  public let companions: [String]

  /// An account with what is known of it.
  public init(
    name: String?,
    handle: String?,
    url: String? = nil,
    bioHTML: String? = nil,
    companions: [String] = []
  ) {
    self.name = name
    self.handle = handle
    self.url = url
    self.bioHTML = bioHTML
    self.companions = companions
  }

  /// Several who did something together: the first, with the others' names; nil for nobody.
  init?(together accounts: [Account]) {
    guard let first = accounts.first else { return nil }
    self.init(
      name: first.name,
      handle: first.handle,
      url: first.url,
      bioHTML: first.bioHTML,
      companions: accounts.dropFirst().compactMap { $0.name ?? $0.handle ?? $0.url }
    )
  }
}
