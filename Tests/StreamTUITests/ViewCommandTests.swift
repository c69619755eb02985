import Testing

/// Saved views in commands, as a user runs them.
struct ViewCommandTests {
  private static let configuration = """
    [views.water]
    filter = "water is:unread"
    [views.best]
    filter = "view:water sort:likes limit:1"
    """

  /// Runs the program beside a feed with this configuration, which is called FILE.
  private func run(_ line: String, _ configuration: String = Self.configuration) throws
    -> Program.Outcome
  {
    let stage = StateStage()
    let path = stage.folder + "/config/streamtui/config.toml"
    try Program.write(configuration, to: path)
    let feed = ["water one", "fire", "water two"].enumerated().map { number, text in
      #"{"id":"\#(number)","body_html":"<p>\#(text)</p>","likes_count":\#(number)}"# + "\n"
    }
    try Program.write(feed.joined(), to: stage.folder + "/a.ndjson")
    return try stage.shell("$program \(line)").naming(path, "FILE")
  }

  @Test func aNameStandsForItsFilter() throws {
    let best = try run("dump --format ndjson --filter view:best a.ndjson")
    #expect(best.status == 0, "\(best.errors)")
    #expect(best.output.hasPrefix(#"{"id":"2""#) && best.output.count { $0 == "\n" } == 1)
    let count = try run("count --by kind --format csv --filter '-view:water' a.ndjson")
    #expect(count.output == "kind,posts\npost,1\n")
    #expect(try run("check --filter view:water a.ndjson").output.contains("2 posts"))
  }

  @Test func aWrongNameSaysWhereAndWhichItMayBe() throws {
    try run("dump --filter 'x view:watr' a.ndjson")
      .ends(with: 64, errors: "column 8: there is no view \"watr\"", "did you mean \"water\"?")
    // The line that costs the view is named, too.
    try run(
      "count --filter view:water a.ndjson",
      "[views.water]\nfilter = \"is:x\"\n"
    ).ends(with: 64, errors: "config.toml:2:14: \"x\" is no state")
  }

  @Test func viewsAreListed() throws {
    #expect(
      try run("views").output == """
        water  water is:unread                FILE:1
        best   view:water sort:likes limit:1  FILE:3

        """
    )
    let separated = try run("views --format tsv").output
    #expect(separated.hasPrefix("water\twater is:unread\tFILE:1\nbest\t"))
    let json = try run("views --format json", "[views.q]\nfilter = '\"a b\"'\n").output
    #expect(json == #"[{"name":"q","filter":"\"a b\"","place":"FILE:1"}]"# + "\n")
  }

  @Test func withoutViewsTheCommandSaysHowToSaveOne() throws {
    let none = try run("views", "")
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(
      none.errorLines == [
        "No views are saved yet. Write into FILE:", "[views.water]",
        "filter = \"water is:unread sort:newest\"",
      ]
    )
    #expect(try run("views --format json", "").output == "[]\n")
    let separated = try run("views --format tsv", "")
    #expect(separated.output.isEmpty && separated.errors.isEmpty)
  }
}
