import Foundation
import Testing

@testable import StreamHost
@testable import StreamTUI

/// The sources that the name of a table `[sources."NAME"]` means.
struct SourceScopeTests {
  @OwnFolder private var folder: String

  /// A source with a few facts; the rest is unknown.
  private static func source(
    name: String? = nil,
    tags: [String] = [],
    address: String? = nil,
    account: String? = nil,
    path: String? = nil
  ) -> ShownSource {
    var source = ShownSource()
    source.names = [name].compactMap(\.self)
    source.tags = tags
    source.source =
      address.flatMap { FeedAddress.judge($0).address }.map { .web($0) }
      ?? account.flatMap { AccountName($0) }.map { .account($0) }
    source.path = path
    return source
  }

  private static let work = source(
    name: "Work",
    tags: ["job", "News"],
    address: "https://a.example/feed"
  )
  private static let olga = source(account: "olga@social.example")
  private static let file = source(path: "/no/such/folder/deep/a.json")

  @Test(
    "A name means a source by its name, tag, address, account or path",
    arguments: [
      ("Work", work, true), ("work", work, true), ("wor", work, false), ("work", file, false),
      ("tag:job", work, true), ("tag:News", work, true), ("tag:news", work, false),
      ("tag:work", work, false), ("job", work, false), ("tag:job", olga, false),
      ("https://a.example/feed", work, true), ("a.example/feed", work, true),
      ("HTTPS://A.example:443/feed", work, true), ("http://a.example/feed", work, false),
      ("a.example/feed/", work, false), ("a.example", work, false),
      ("acct:olga@social.example", olga, true), ("@olga@social.example", olga, true),
      ("olga@social.example", olga, true), ("max@social.example", olga, false),
      ("/no/such/folder/deep/a.json", file, true), ("/no/such/folder/deep", file, false),
      ("/no/such/folder/*", file, true), ("/no/such/folder/deep/*", file, true),
      ("/no/such/fold/*", file, false), ("/no/such/folder/deep/b/*", file, false),
      ("/no/such/folder/deep/*", source(path: "/no/such/folder/deep"), true),
      ("/no/such/folder/deep/*", source(path: "/no/such/folder"), false),
      ("~/folder/deep/a.json", file, true), ("~/folder/*", file, true), ("~/*", file, true),
      ("/*", file, true), ("/*", work, false), ("~/folder/*", olga, false),
    ]
  )
  func matches(_ name: String, _ source: ShownSource, _ isMeant: Bool) throws {
    #expect(try SourceScope(name, home: "/no/such").matches(source) == isMeant)
  }

  @Test func aSubscriptionMayBeNamedLikeAnythingElse() throws {
    for name in ["lobste.rs", "Heise: News", "News / Tech", "C++ *", "a@b", "tagged"] {
      #expect(try SourceScope(name, home: nil).matches(Self.source(name: name)), "\(name)")
    }
  }

  @Test(
    "A name that can mean no source is refused",
    arguments: [
      ("", "a table of sources needs a name"),
      (
        "tag:", "\"tag:\" names no tag (expected a subscription's name, \"tag:NAME\", an address or"
      ),
      ("./a.json", "\"./a.json\" is no whole path (expected one that begins with / or ~/)"),
      ("../a", "\"../a\" is no whole path"), ("~olga/a", "\"~olga/a\" is no whole path"),
      ("~/a", "\"~/a\" needs a home folder (expected HOME to be set)"),
      ("/a/*.json", "\"/a/*.json\" has a * inside (expected one after the last slash"),
      ("/a/*/*", "\"/a/*/*\" has a * inside"),
      ("https://a.example/*", "\"https://a.example/*\" is no address (expected one; a tag can"),
      ("http://", "\"http://\" cannot be fetched: "),
    ]
  )
  func refusals(_ name: String, _ start: String) {
    #expect {
      try SourceScope(name, home: nil)
    } throws: { error in
      (error as? SourceScope.Failure)?.text.hasPrefix(start) ?? false
    }
  }

  @Test func linksAndRelativePathsLeadToTheSameFile() throws {
    let files = FileManager.default
    for name in ["real", "other"] {
      try Program.write("[]", to: "\(folder)/\(name)/a.json")
    }
    try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "real")
    try files.createSymbolicLink(
      atPath: folder + "/real/far.json",
      withDestinationPath: "../other/a.json"
    )
    let scopes = try ["/link/a.json", "/link/*", "/other/*"].map {
      try SourceScope("~" + $0, home: folder)
    }
    func meant(_ path: String) -> [Bool] {
      scopes.map { $0.matches(Self.source(path: folder + path)) }
    }
    #expect(meant("/real/a.json") == [true, true, false])
    #expect(meant("/link/a.json") == [true, true, false])
    #expect(meant("/other/../real/./a.json") == [true, true, false])
    // A link is in its own folder and in that of the file.
    #expect(meant("/real/far.json") == [false, true, true])
    #expect(meant("/real/gone.json") == [false, true, false])
  }
}
