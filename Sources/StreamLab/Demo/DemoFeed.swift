/// The built-in feed of the demonstration, the same on every machine: posts that are heavy with markup, made of a few paragraphs.
package enum DemoFeed {
  package static let postCount = 400

  /// Returns a feed of `count` posts in the native format, newest first.
  package static func json(posts count: Int = postCount) -> [UInt8] {
    let posts = (0..<max(0, count)).map(post)
    return Array("{\"version\":1,\"posts\":[\(posts.joined(separator: ",\n"))]}".utf8)
  }

  private static func post(_ number: Int) -> String {
    let author = authors[number % authors.count]
    // The steps share no factor with the number of paragraphs, so that all of them come up.
    let body = (0...(number * 3 % 4)).map { paragraphs[(number * 5 + $0 * 4) % paragraphs.count] }
    let day = 28 - number / 15
    let hour = 23 - number % 15
    return """
      {"id":"demo-\(number + 1)","published":"2026-01-\(two(max(1, day)))T\(two(hour)):30:00Z",\
      "url":"https://demo.example/posts/\(number + 1)","author":{"name":"\(author.name)",\
      "handle":"@\(author.handle)@demo.example"},"body_html":"\(body.joined())",\(picture(number))\
      "likes_count":\(number * 7 % 90)}
      """
  }

  /// The picture of every third post.
  private static func picture(_ number: Int) -> String {
    guard number.isMultiple(of: 3) else { return "" }
    return #""attachments":[{"type":"image","url":"lakes/\#(number).png","alt":"a lake, "#
      + #"picture \#(number / 3 + 1)","width":160,"height":80}],"#
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let authors = [
    (name: "Olga Hansen", handle: "olga"), (name: "Ben Okafor", handle: "ben"),
    (name: "佐藤 ゆき", handle: "yuki"), (name: "Léa Dubois", handle: "lea"),
    (name: "Piotr Kowalski", handle: "piotr"),
  ]

  /// HTML without quotation marks and backslashes, so that it is JSON as it stands.
  private static let paragraphs = [
    "<p>The <b>first train</b> leaves at <code>04:52</code>, says the "
      + "<a href='https://trains.example/winter'>winter timetable</a>; the <i>night train</i> "
      + "arrives at <code>05:10</code> on <b>platform 3</b>. 🚂</p>",
    "<p>Three ways to cut a list in half:</p><ul><li><code>list.prefix(n)</code> keeps the "
      + "<b>beginning</b></li><li><code>list.suffix(n)</code> keeps the <b>end</b></li><li>"
      + "<a href='https://scissors.example/'>scissors</a> keep <i>neither</i></li></ul>",
    "<p><a href='https://demo.example/@mia'>@mia</a> asks whether "
      + "<a href='https://demo.example/tags/hedgehogs'>#hedgehogs</a> count themselves. "
      + "<b>They do not.</b> 🦔 See <a href='https://hedge.example/faq'>the questions</a> and "
      + "<a href='https://hedge.example/answers'>the answers</a>.</p>",
    "<blockquote><p>A row that <i>changes its height</i> moves <b>every row below it</b>.</p>"
      + "</blockquote><p>So <code>flat</code> and <code>rich</code> rows share one layout: "
      + "<a href='https://layout.example/cells'>the same cells</a>, other styles.</p>",
    "<pre><code>for row in visible where row.isMarkedUp {\\n    rich.insert(row)   "
      + "// one at a time\\n}</code></pre><p>The loop ends <b>before the next key</b>; "
      + "<a href='https://code.example/loop'>the whole file</a> is <i>short</i>.</p>",
    "<p>Soup for <b>four</b>: <i>carrots</i>, <i>lentils</i>, <i>cumin</i>, "
      + "<a href='https://soup.example/lemon'>lemon</a>, and <b>patience</b>. "
      + "<a href='https://soup.example/pots'>Which pot?</a> The <u>large</u> one. 🍲</p>",
    "<p>終電のあとの<b>駅</b>は、とても<a href='https://tetsudo.example/'>静か</a>です。"
      + "<i>After the last train</i> the station is <b>very quiet</b>. 🕛</p>",
    "<p>Numbers of the week: <b>1,060</b> readers, <code>94</code> bytes a line, <b>0</b> cells "
      + "that moved. <a href='https://numbers.example/w4'>Sources</a>, "
      + "<a href='https://numbers.example/method'>method</a>, "
      + "<a href='https://numbers.example/doubts'>doubts</a>.</p>",
    "<p>Tide table for the <b>west pier</b>: high at <code>06:14</code> and <code>18:41</code>, "
      + "low at <code>00:02</code> and <code>12:27</code>. <i>Mind the third step.</i> "
      + "<a href='https://tides.example/west'>Chart</a> 🌊</p>",
    "<ol><li>Read <a href='https://notes.example/1'>the notes</a>.</li><li>Run "
      + "<code>script/test</code>, <b>twice</b>.</li><li>Ask "
      + "<a href='https://demo.example/@piotr'>@piotr</a> <i>only then</i>.</li></ol>",
    "<p>A heading that keeps <b>its promise</b> is rare; <a href='https://press.example/'>"
      + "this one</a> did, <i>almost</i>, and the <b>correction</b> was "
      + "<a href='https://press.example/correction'>longer than the story</a>. 📰</p>",
  ]
}
