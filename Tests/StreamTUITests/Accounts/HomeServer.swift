import Foundation
import Testing

/// A server of the fediverse; its program notes of each request the method, the path and the query.
struct HomeServer: AccountServer {
  struct State: Codable {
    struct Status: Codable {
      var id: String
      var text: String
      var visibility = "public"
      /// The post that this one boosts.
      var boosts: String?
    }

    struct Fault: Codable {
      /// A status, or one of: cut, page.
      var kind: String
      var path: String
      var times = 1
    }

    /// Whether the link to newer posts goes on from the newest one, as snac's does, and leaves a gap.
    var leavesGap = false
    /// The oldest first.
    var statuses: [Status] = []
    /// The day on which all was written.
    var day = "2026-11-29"
    var notifications: [String] = []
    var faults: [Fault] = []
    var revoked: [String] = []
    /// The posts that the user has made favourites, boosted and bookmarked, and the authors that are followed and muted.
    var favourite: [String] = []
    var reblog: [String] = []
    var bookmark: [String] = []
    var follow: [String] = []
    var mute: [String] = []
    /// Whether notifications name nobody, and statuses say nothing of deeds.
    var saysLittle = false
    /// Whether all posts have one author.
    var hasOneAuthor = false
    /// The posts that other servers have sent an hour late.
    var late: [String] = []
    /// The posts of one second.
    var aSecond = 1
    /// The seconds that an answer to a deed takes.
    var seconds = 0.0
    /// The status with which the stream of events answers; 0 for that of a server that has none, or sends some.
    var streaming = 0
    /// The replies to each post, the last of which the server fetches from elsewhere while the first ones are read.
    var replies: [String] = []
    /// The posts above each post.
    var parents: [String] = []
    var likes = 0
    /// The options of the poll of each post, and the votes by the ids of posts.
    var options: [String] = []
    var votes: [String: Int] = [:]
    /// Each of so many answers to a deed is lost after it was done; 0 loses none.
    var losesEach = 0
    var deeds = 0
    /// The calls that the server does not have; snac has no mute.
    var lacks: [String] = []
    /// Whether there is only the last notification.
    var onlyLast = false
    /// Whether notifications come in groups (Mastodon 4.3), a group of at most one favourite.
    var groups = false
    /// Whether the answer to a boost is another status, with the boosted one inside.
    var wraps = false
    /// Whether links to other pages lead to another host.
    var strays = false
    /// The scopes that a token is said to have; nil if nothing is said.
    var scope: String? = "read"
    /// Whether a second bookmark is refused without a word, as by snac.
    var refusesAgain = false
    /// The post at which another program has stopped.
    var marker: String?
    /// The name that the server gives the user.
    var user = "olga"
    var secret = "app secret"
    var client = "app"
    /// Whether only pages that show the code are registered.
    var refusesLoopback = false
  }

  let stage = StateStage()

  init(leavesGap: Bool = false, posts: Int = 10) throws {
    var state = State(leavesGap: leavesGap)
    state.statuses = (0..<posts).map { Self.status($0 + 1) }
    try begin(with: state)
  }

  /// A server in which the user has logged in after a change.
  static func loggedIn(
    leavesGap: Bool = false,
    posts: Int = 10,
    _ change: (inout State) -> Void = { _ in }
  ) throws -> HomeServer {
    let server = try HomeServer(leavesGap: leavesGap, posts: posts)
    try server.change(change)
    try server.login().ends(with: 0)
    return server
  }

  /// Ids are in no order.
  static func status(_ number: Int) -> State.Status {
    State.Status(id: "\(number % 7)x\(number)", text: "Post \(number)")
  }

  /// Sends an event to those who listen; without any so far, the server begins to have events.
  func send(_ event: String = "", _ data: String = "") throws {
    let path = stage.folder + "/events"
    guard !event.isEmpty else {
      try Data().write(to: URL(filePath: path))
      return
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("event: \(event)\ndata: \(data)\n\n".utf8))
    try file.close()
  }

  func viewer(
    _ arguments: String...,
    columns: Int = 100,
    environment: [String: String] = [:]
  ) throws -> Pty {
    try Pty(
      [Program.path] + arguments,
      columns: columns,
      environment: stage.environment.merging(environment) { $1 }
    )
  }

  func login(code: String = "right") throws -> Program.Outcome {
    try run("echo \(code) | $program login @olga@home.example")
  }

  /// The texts of a stream, in the order of the log if no other is named.
  func texts(_ stream: String, order: String = "document") throws -> [String] {
    try run("$program dump --order \(order) account:home.example:\(stream)").output
      .split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("Post ") }
  }

  static let program = #"""
    python=/usr/bin/python3; [ -x $python ] || python=python3
    exec $python - "$0" 3<&0 <<'PYTHON'
    import base64, hashlib, json, os, re, sys, time, urllib.parse as up
    here = os.path.dirname(sys.argv[1])
    options = {}
    for line in os.fdopen(3, encoding="utf-8"):
        found = re.match(r'([a-z-]+) = "(.*)"$', line.rstrip("\n"))
        if found: options.setdefault(found[1], []).append(re.sub(r"\\(.)", r"\1", found[2]))
    url = up.urlsplit(options["url"][0])
    method, path = options["request"][0], url.path
    fields = dict(f.split(": ", 1) for f in options.get("header", []) if ": " in f)
    form = up.parse_qs(options.get("data-raw", [""])[0], keep_blank_values=True)
    query = up.parse_qs(url.query)
    state = json.load(open(here + "/server.json"))
    with open(here + "/log", "a") as log: log.write("%s %s?%s\n" % (method, path, url.query))
    if path == "/api/v1/streaming/user":
        # It writes no state: other requests do meanwhile.
        allowed = fields.get("Authorization") == "Bearer planted-token"
        there = allowed and os.path.exists(here + "/events")
        there = there and not state["streaming"]
        print("HTTP/1.1 %d Said\r\n\r\n:thump\n\n" % (200 if there else state["streaming"] or 404), end="", flush=True)
        sent = 0
        for _ in range(600 if there else 0):
            text = open(here + "/events").read()
            print(text[sent:], end="", flush=True)
            sent = len(text)
            time.sleep(0.05)
        os._exit(0)
    fault = next((f for f in state["faults"] if f["path"] in path and f["times"]), None)
    if fault: fault["times"] -= 1

    def end(status, answer, *more):
        json.dump(state, open(here + "/draft", "w"))
        os.rename(here + "/draft", here + "/server.json")
        out = answer if isinstance(answer, str) else json.dumps(answer)
        head = "HTTP/1.1 %d Said\r\n" % status + "".join(f + "\r\n" for f in more) + "\r\n"
        cut = fault and fault["kind"] == "cut"
        sys.stdout.write(head + (out[: len(out) // 2] if cut else out))
        sys.stdout.flush()
        os._exit(18 if cut else 0)

    if fault and fault["kind"].isdigit(): end(int(fault["kind"]), '{"error":"said by the test"}')
    if fault and fault["kind"] == "page": end(200, "<!DOCTYPE html><title>Sign in</title>")
    if fault and fault["kind"] == "object": end(200, {})
    if path == "/api/v1/instance": end(200, {"uri": "home.example", "version": "4.0.0 (not true; really snac/2.75)"})
    if path == "/api/v1/apps":
        [redirect] = form["redirect_uris"]
        is_loopback = re.fullmatch(r"http://127\.0\.0\.1:[1-9]\d*/", redirect)
        assert is_loopback or redirect == "urn:ietf:wg:oauth:2.0:oob", form
        if is_loopback and state["refusesLoopback"]: end(422, {"error": "Redirect URI must be an HTTPS URI."})
        open(here + "/redirect", "w").write(redirect)
        end(200, {"client_id": state["client"], "client_secret": state["secret"]})
    if path == "/oauth/token":
        assert form["redirect_uri"] == [open(here + "/redirect").read()], form
        if form["code"] != ["right"]: end(400, {"error": "invalid_grant"})
        open(here + "/challenge", "w").write(base64.urlsafe_b64encode(
            hashlib.sha256(form["code_verifier"][0].encode()).digest()).decode().rstrip("="))
        end(200, {"access_token": "planted-token", **({"scope": state["scope"]} if state.get("scope") else {})})
    if path == "/oauth/revoke":
        state["revoked"] += form["token"]
        end(200, {})
    if not path.startswith("/api/v1/") and not (state["groups"] and path == "/api/v2/notifications"): end(404, "nothing")
    if fields.get("Authorization") != "Bearer planted-token": end(401, "")
    if path.endswith("verify_credentials"): end(200, {"acct": state["user"], "id": "1"})
    def status(s):
        author = state["statuses"][0 if state["hasOneAuthor"] else ids.index(s["id"])]["id"]
        inner = next((i for i in state["statuses"] if i["id"] == s.get("boosts")), None)
        return {"reblog": status(inner) if inner else None,"id": s["id"], "uri": "https://home.example/" + s["id"],
            "created_at": state["day"] + "T%s:%02d:%02d.000Z" % ("09" if s["id"] in state["late"] else "10", *divmod(ids.index(s["id"]) // state["aSecond"], 60)),
            "content": "<p>%s</p>" % s["text"], "visibility": s["visibility"],
            "account": {"id": "a" + author, "acct": "ben", "username": "ben", "display_name": "Ben", "url": "https://home.example/@" + author},
            **({} if state["saysLittle"] else {"favourited": s["id"] in state["favourite"],
                "reblogged": s["id"] in state["reblog"], "bookmarked": s["id"] in state["bookmark"]}),
            "favourites_count": state["likes"], "reblogs_count": 0, "replies_count": len(state["replies"]),
            "poll": {"id": "p" + s["id"], "expired": False, "multiple": False, "voted": s["id"] in state["votes"],
                "own_votes": [state["votes"][s["id"]]] if s["id"] in state["votes"] else [],
                "options": [{"title": t, "votes_count": 0} for t in state["options"]]} if state["options"] else None,
            "media_attachments": [], "mentions": [], "tags": [], "emojis": []}
    ids = [s["id"] for s in state["statuses"]]
    def lose():
        time.sleep(state["seconds"])
        state["deeds"] += 1
        if not state["losesEach"] or state["deeds"] % state["losesEach"]: return
        json.dump(state, open(here + "/draft", "w"))
        os.rename(here + "/draft", here + "/server.json")
        os._exit(52)

    deed = re.match(r"/api/v1/(statuses|accounts)/(\w+)/(un)?(favourite|reblog|bookmark|follow|mute)$", path)
    if deed:
        kind, name, undo, what = deed.groups()
        if name not in (ids if kind == "statuses" else ["a" + i for i in ids]): end(404, {"error": "Record not found"})
        if what in state["lacks"]: end(404, "<h1>404 Not Found</h1>")
        if what == "bookmark" and state["refusesAgain"] and (name in state[what]) != bool(undo): end(422, "")
        if undo: state[what] = [n for n in state[what] if n != name]
        elif name not in state[what]: state[what].append(name)
        lose()
        if kind == "accounts": end(200, {"id": name} if state["saysLittle"] else {"id": name, "following": name in state["follow"], "requested": False, "muting": name in state["mute"]})
        answer = status(state["statuses"][ids.index(name)])
        end(200, dict(answer, id="w1", reblogged=False, reblog=answer) if what == "reblog" and state["wraps"] else answer)
    vote = re.match(r"/api/v1/polls/p(\w+)/votes$", path)
    if vote:
        if vote[1] in state["votes"]: end(422, {"error": "You have already voted on this poll"})
        state["votes"][vote[1]] = int(form["choices[]"][0])
        lose()
        end(200, {"id": "p" + vote[1], "voted": True})
    about = re.match(r"/api/v1/statuses/(\w+)/(context|favourited_by|reblogged_by)$", path)
    if about and about[2] != "context":
        end(200, [{"id": "5", "acct": "eve", "username": "eve", "display_name": "Eve", "url": "https://home.example/@eve"}])
    if about:
        asked = sum(path in line for line in open(here + "/log"))
        known = state["replies"] if asked > 1 else state["replies"][:-1]
        def said(texts, kind, **more):
            return [dict(status(state["statuses"][0]), id="%s%d" % (kind, n), uri="https://home.example/%s%d" % (kind, n),
                content="<p>%s</p>" % text, **more) for n, text in enumerate(texts)]
        end(200, {"ancestors": said(state["parents"], "p"), "descendants": said(known, "r", in_reply_to_id=about[1])},
            *(['Mastodon-Async-Refresh: id="9", retry=1, result_count=2'] if asked == 1 else []))
    if re.match(r"/api/v1/statuses/\w+$", path):
        if path.split("/")[-1] not in ids: end(404, {"error": "Record not found"})
        end(200, status(state["statuses"][ids.index(path.split("/")[-1])]))
    if path == "/api/v1/markers":
        if method == "POST": state["marker"] = form["home[last_read_id]"][0]
        place = state.get("marker")
        end(200, {"home": {"last_read_id": place, "version": 3, "updated_at": "1795808666.378729"}} if place else {})
    if path == "/api/v1/lists": end(200, [{"id": "7", "title": "Near by"}])
    if path == "/api/v1/notifications":
        new = [] if "min_id" in query else state["notifications"]
        if state["onlyLast"]:
            n = len(state["notifications"])
            end(200, [{"id": str(n), "type": "favourite", "created_at": state["day"] + "T12:00:0%d.000Z" % n,
                "account": {"acct": "p%d" % n, "display_name": "P%d" % n}, "status": {"id": "9", "content": "<p>My post</p>", "url": "https://home.example/9"}}])
        end(200, [{"id": str(n), "type": t, "created_at": state["day"] + "T12:00:0%d.000Z" % n,
            "account": {} if state["saysLittle"] else {"acct": "ben", "display_name": "Ben", "url": "https://home.example/@ben"},
            **({"status": {"id": "9", "content": "<p>My post</p>", "url": "https://home.example/9", "visibility": "public"}}
               if t != "follow" else {})} for n, t in enumerate(new)])
    if path == "/api/v2/notifications":
        # As mastodon-mock 0.6.1 does: people and posts stand beside the groups, which name the first people only.
        new = [] if "min_id" in query else state["notifications"]
        if state["onlyLast"]:
            n = len(state["notifications"])
            end(200, {"accounts": [{"id": "1", "acct": "p%d" % n, "display_name": "P%d" % n}], "statuses": [{"id": "9", "content": "<p>My post</p>", "url": "https://home.example/9"}],
                "notification_groups": [{"group_key": "favourite-9-%d" % n, "notifications_count": 1, "type": "favourite", "most_recent_notification_id": n,
                "latest_page_notification_at": state["day"] + "T12:00:0%d.000Z" % n, "sample_account_ids": ["1"], "status_id": "9"}]})
        end(200, {"accounts": [{"id": "%d" % n, "acct": "p%d" % n, "display_name": name} for n, name in enumerate(["Ann", "Ben", "Eve", "Olga"])],
            "statuses": [{"id": "9", "content": "<p>My post</p>", "url": "https://home.example/9", "visibility": "public"}],
            "notification_groups": [{"group_key": "%s-%d" % (t, n), "notifications_count": len(new) if t == "favourite" else 1, "type": t,
                "most_recent_notification_id": 70 + n, "latest_page_notification_at": state["day"] + "T12:00:0%d.000Z" % n,
                "sample_account_ids": ["0", "1", "2", "3"][:len(new)] if t == "favourite" else ["1"],
                "status_id": None if t == "follow" else "9"} for n, t in enumerate(dict.fromkeys(new))]})
    if path == "/api/v1/bookmarks": end(403, {"error": "This action is outside the authorized scopes"})
    if not path.startswith("/api/v1/timelines/"): end(404, "{}")
    most = 5
    def at(key): return ids.index(query[key][0])
    if "min_id" in query: found = state["statuses"][at("min_id") + 1:][:most]
    elif "since_id" in query: found = state["statuses"][at("since_id") + 1:][-most:]
    elif "max_id" in query: found = state["statuses"][: at("max_id")][-most:]
    else: found = state["statuses"][-most:]
    found = found[::-1]
    links = []
    if found:
        here_ = ("https://other.example" if state["strays"] else "https://home.example") + path
        links.append('<%s?max_id=%s>; rel="next"' % (here_, found[-1]["id"]))
        links.append('<%s?%s=%s>; rel="prev"' % (here_, "since_id" if state["leavesGap"] else "min_id", found[0]["id"]))
        links.append('<https://other.example/>; rel="first"')
    end(200, [status(s)
        for s in found], *(["Link: " + ", ".join(links)] if links else []))
    PYTHON
    """#
}
