import Foundation
import Testing

/// Each file of examples/ runs as its first lines say.
struct ExampleTests {
  private static let examples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples").path

  /// A line of shell for each example, and what it prints.
  private static let lines: [String: (String, [String])] = [
    "git-history": (
      """
      git init -q . && git -c user.name=Ada -c user.email=ada@a.example commit -q --allow-empty \
      -m 'Mend the lake' -m 'It leaked.' && "$examples"/git-history . | $program dump --format text
      """, ["Ada @ada@a.example", "Mend the lake", "It leaked."]
    ),
    "hacker-news": (
      #"""
      printf '{"hits":[{"objectID":"7","title":"A lake","url":"https://a.example/lake","author":"ada",
      "created_at":"2026-01-02T03:04:05Z","points":12,"num_comments":3}]}' > answer.json;
      "$examples"/hacker-news answer.json | $program dump --format text
      """#, ["A lake", "12 likes", "3 comments", "news.ycombinator.com"]
    ),
    "mail": (
      #"""
      printf 'From a Thu Jan  1 00:00:00 2026\nFrom: Ada <ada@a.example>\nMessage-ID: <1@a>\n' > box;
      printf 'Subject: =?utf-8?q?Caf=C3=A9?=\n\nHello list\n\nFrom b Thu Jan  1 00:00:00 2026\n' >> box;
      printf 'From: Ben <b@a.example>\nMessage-ID: <2@a>\nIn-Reply-To: <1@a>\n\nHello Ada\n' >> box;
      "$examples"/mail box | $program dump --format text
      """#, ["Café", "Hello list", "Ben @b@a.example", "reply"]
    ),
    "build-log": (
      #"""
      printf '== Build\nfine\n$ make test\nfoo.c:1: error: <bad>\n' > build.log;
      "$examples"/build-log build.log | $program dump --format text --filter '#error'
      """#, ["make test", "foo.c:1: error: <bad>"]
    ),
    "mastodon-archive": (
      """
      STREAMTUI=$program "$examples"/mastodon-archive "$examples"/../Tests/StreamUITests/Feeds/outbox.json
      """, ["ActivityStreams 2.0, 2 posts", "Most used hashtags", "Good morning, lake!"]
    ),
    "read-later.toml": (
      #"$program config --check "$examples"/read-later.toml && echo fine"#, ["fine"]
    ),
    "mpv.toml": (#"$program config --check "$examples"/mpv.toml && echo fine"#, ["fine"]),
  ]

  @Test func everyExampleRuns() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.examples)
    #expect(Set(names).subtracting(["README.md"]) == Set(Self.lines.keys))
    for (name, (line, texts)) in Self.lines {
      try StateStage.run { stage in
        let outcome = try stage.shell("examples='\(Self.examples)'; \(line)")
        #expect(outcome.status == 0, "\(name): \(outcome.errors)")
        for text in texts {
          #expect(outcome.output.contains(text), "\(name) prints\n\(outcome.output)")
        }
      }
    }
  }
}
