import Foundation
import Testing

/// Public names that lead into the user's own network.
struct OwnNetworkTests {
  private let rss =
    "<rss version=\"2.0\"><channel><item><guid>a</guid><description>INTRANET</description></item></channel></rss>"

  private let web = FakeWeb()

  init() throws {
    try web.answer("https://a.example/r", "302 Found|Location: https://b.example/feed")
    try web.resolve("https://a.example/r", to: "93.184.216.34")
    try web.answer("https://b.example/feed", FakeWeb.good, rss)
  }

  @Test(arguments: [
    "127.0.0.1", "10.1.2.3", "100.64.0.1", "192.0.0.192", "198.18.0.1", "169.254.169.254", "::1",
    "fd00::1", "fe80::1", "::ffff:192.168.1.1", "64:ff9b::c0a8:101", "224.0.0.1",
  ])
  func aRedirectThatEndsThereIsNotRead(_ peer: String) throws {
    try web.resolve("https://b.example/feed", to: peer)
    let outcome = try web.run("$program dump https://a.example/r")
    #expect(outcome.status == 1 && !outcome.output.contains("INTRANET"))
    #expect(outcome.errors.contains("b.example is a machine in your own network (\(peer))"))
    #expect(web.cached().isEmpty)
  }

  @Test(arguments: ["93.184.216.34", "2a00:1450::1", "64:ff9b::5db8:d822", ""])
  func aPublicMachineIsRead(_ peer: String) throws {
    try web.resolve("https://b.example/feed", to: peer)
    #expect(try web.run("$program dump https://a.example/r").output.contains("INTRANET"))
  }

  @Test func aHostThatTheUserNamesIsAsked() throws {
    try web.resolve("https://b.example/feed", to: "10.0.0.7")
    #expect(try web.run("$program dump https://b.example/feed").output.contains("INTRANET"))
    #expect(try web.run("$program add --yes https://b.example/feed").status == 0)
    #expect(try web.run("$program refresh --all").status == 0)
  }

  /// The host of an account is named by the user as that of an address is, with or without a port.
  @Test(arguments: ["b.example", "b.example:8443"])
  func theHostOfAnAccountIsAsked(_ host: String) throws {
    let json = "200 OK|Content-Type: application/activity+json"
    let finger = "https://\(host)/.well-known/webfinger?resource=acct:mia@\(host)"
    let (actor, outbox) = ("https://\(host)/u/mia", "https://\(host)/u/mia/out")
    let link = #"{"rel":"self","type":"application/activity+json","href":"\#(actor)"}"#
    let note = #"{"type":"Note","id":"n1","content":"<p>INTRANET</p>"}"#
    let answers = [
      (finger, #"{"links":[\#(link)]}"#), (actor, #"{"outbox":"\#(outbox)"}"#),
      (
        outbox,
        #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[{"type":"Create","object":\#(note)}]}"#
      ),
    ]
    for (address, text) in answers {
      try web.answer(address, json, text)
      try web.resolve(address, to: "127.0.0.1")
    }
    try web.run("$program dump @mia@\(host)").says(output: "INTRANET")
    #expect(try web.run("$program add --yes @mia@\(host)").output.contains("1 post"))
    #expect(try web.run("$program refresh --all").status == 0)
    // Another host that its answer names is not named by the user.
    try web.answer(finger, json, #"{"links":[\#(link.replacing(host, with: "c.example"))]}"#)
    try web.answer("https://c.example/u/mia", json, #"{"outbox":"\#(outbox)"}"#)
    try web.resolve("https://c.example/u/mia", to: "127.0.0.1")
    let other = try web.run("$program dump @mia@\(host)")
    #expect(other.errors.contains("c.example is a machine in your own network (127.0.0.1)"))
  }

  @Test func throughAProxyTheAddressIsThatOfTheProxy() throws {
    try web.resolve("https://b.example/feed", to: "10.0.0.7")
    let outcome = try web.run("https_proxy=http://10.0.0.7:3128 $program dump https://a.example/r")
    #expect(outcome.output.contains("INTRANET"))
  }

  @Test(arguments: [
    "http://intranet/", "http://metadata.google.internal/", "http://x.home.arpa/",
    "http://100.64.0.1/", "http://192.0.0.192/", "http://198.18.0.1/", "http://224.0.0.1/",
  ])
  func aRedirectToSuchANameIsNotAsked(_ target: String) throws {
    try web.answer("https://a.example/r", "302 Found|Location: \(target)")
    try web.answer("http://a.example/r", "302 Found|Location: \(target)")
    try web.answer(target, FakeWeb.good, rss)
    #expect(try web.run("$program dump http://a.example/r").status == 1)
    #expect(web.requests() == ["http://a.example/r"])
  }
}
