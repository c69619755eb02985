import Foundation
import Testing

@testable import StreamHost

/// A server of feeds; its program notes of each request the method, the path without the base, and the number of posts that
/// are named.
struct ReaderServer: AccountServer {
  /// The state of the server, as its file holds it.
  struct State: Codable {
    struct Feed: Codable {
      var id: Int
      var title: String
      var url: String
      var folders: [String]
    }

    struct Item: Codable {
      var id: Int
      var feed: Int
      var title: String
      var published: Int
      var read = false
      var starred = false
    }

    struct Fault: Codable {
      /// A status, or one of: cut, lost (the answer of a request that was carried out), page, empty, loop, refused.
      var kind: String
      var path: String
      var times = 1
      /// The number of requests of the path that are answered before.
      var after = 0
    }

    var dialect: String
    var feeds: [Feed]
    var items: [Item]
    var faults: [Fault] = []
    /// The documents of feeds, which the server reads, by their addresses.
    var documents: [String: String] = [:]
  }

  enum Dialect: String, CaseIterable, CustomTestStringConvertible {
    /// The Google Reader API of FreshRSS 1.25, below a path of its own.
    case freshRSS = "freshrss"
    /// That of Miniflux 2.2.6: a mark that is there is turned round, pages have an offset, the token stands in the body.
    case toggling
    /// Names are numbers of 24 digits of base 16.
    case oldReader = "old"
    /// Names may be negative.
    case negative
    /// Miniflux's own API.
    case miniflux
    /// Nextcloud News, version 1.3 of its API.
    case nextcloud

    var testDescription: String { rawValue }
  }

  let stage = StateStage()

  /// Makes a server with two feeds.
  init(_ dialect: Dialect, items: Int = 30) throws {
    let feeds = [
      State.Feed(id: 1, title: "Lakes", url: "https://lakes.example/feed", folders: ["Water"]),
      State.Feed(id: 2, title: "Bread", url: "https://bread.example/feed", folders: ["Kitchen"]),
    ]
    var state = State(dialect: dialect.rawValue, feeds: feeds, items: [])
    for number in 1...max(1, items) where items > 0 {
      let id = dialect == .negative && number % 2 == 0 ? number - Int.max : number
      let feed = number % 3 == 0 ? 2 : 1
      let title = "\(feeds[feed - 1].title) \(number)"
      let time = 1_700_000_000 + number * 3_600
      state.items.append(State.Item(id: id, feed: feed, title: title, published: time))
    }
    try begin(with: state)
  }

  /// A server with two feeds in which the user has logged in after a change.
  static func loggedIn(
    _ dialect: Dialect,
    items: Int = 30,
    _ change: (inout State) -> Void = { _ in }
  ) throws -> ReaderServer {
    let server = try ReaderServer(dialect, items: items)
    try server.change(change)
    try server.login()
    return server
  }

  /// The titles of the posts that are read, in their order.
  func read() throws -> [String] { try state().items.filter(\.read).map(\.title) }
  func starred() throws -> [String] { try state().items.filter(\.starred).map(\.title) }

  @discardableResult func login(
    _ options: String = "",
    address: String = "https://reader.example",
    password: String = "right"
  ) throws -> Program.Outcome {
    try run("printf 'olga\\n\(password)\\n' | $program login \(options) \(address)")
  }

  /// Opens the viewer; its background fetches nothing, because nothing is due.
  func open(_ arguments: [String] = []) throws -> Pty {
    try stage.open(arguments, columns: 100)
  }

  /// Opens the viewer, types keys once it shows the first text, and leaves it once it shows the last one.
  func view(
    _ arguments: [String] = [],
    at first: String = "unread 1 of 30",
    typing keys: String,
    until last: String
  ) throws {
    let pty = try open(arguments).drawing(first)
    pty.type(keys, drawing: last)
    pty.quit()
  }

  /// Waits until the server has what a test expects.
  func waits(_ condition: (State) -> Bool) throws -> Bool {
    for _ in 0..<400 {
      if condition(try state()) { return true }
      usleep(25_000)
    }
    return false
  }

  /// Exchanges once the process is over that the end of a viewer has left.
  func settle() throws {
    var end = try run("$program refresh account:reader.example")
    for _ in 0..<50 where end.status != 0 {
      usleep(50_000)
      end = try run("$program refresh account:reader.example")
    }
    #expect(end.status == 0, "\(end.errors)")
  }

  /// The numbers of unread posts, feed by feed.
  func unread() throws -> [String] {
    try run("$program list --format tsv").output.split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[3])
    }
  }

  func expect(unread: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let found = try self.unread()
    #expect(found == unread, "\(found)", sourceLocation: sourceLocation)
  }

  static let program = #"""
    # The system's own starts ten times as fast as one that a manager of versions chooses.
    python=/usr/bin/python3; [ -x $python ] || python=python3
    exec $python - "$0" "$@" 3<&0 <<'PYTHON'
    import base64, fcntl, json, os, re, sys, urllib.parse as up
    here = os.path.dirname(sys.argv[1])
    assert sys.argv[2:] == ["-q", "-K", "-"], sys.argv
    options = {}
    text = os.fdopen(3, encoding="utf-8").read()
    sections = text.split("\nnext\n") if "\nfail-early\n" in text else [text]
    for text in sections:
        child = len(sections) > 1 and os.fork()
        if not child: break
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.write(1, re.search('write-out = "(.*)"', text)[1].replace("\\n", "\n").encode())
        if code: sys.exit(code)
    else: sys.exit()
    for line in text.splitlines():
        found = re.match(r'([a-z-]+) = "(.*)"$', line.rstrip("\n"))
        if found:
            value = re.sub(r"\\(.)", r"\1", found[2])
            options.setdefault(found[1], []).append(value)
    url = up.urlsplit(options["url"][0])
    document = json.load(open(here + "/server.json"))["documents"].get(options["url"][0])
    if document:
        open(options["output"][0], "w").write(document)
        open(options["dump-header"][0], "w").write("HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n")
        sys.stderr.write("\n@%s 200 0 [93.184.216.34] \n" % re.search("@([0-9]+)", options["write-out"][0])[1])
        sys.exit()
    method = options["request"][0]
    fields = dict(f.split(": ", 1) for f in options.get("header", []) if ": " in f)
    body = options.get("data-raw", [""])[0]
    query = up.parse_qs(url.query, keep_blank_values=True)
    form = up.parse_qs(body, keep_blank_values=True)
    lock = open(here + "/lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    state = json.load(open(here + "/server.json"))
    items, feeds, dialect = state["items"], state["feeds"], state["dialect"]
    path = url.path if "other." not in url.netloc else "/i/other"
    with open(here + "/log", "a") as log:
        names = form.get("i", []) or ([n for k, v in json.loads(body).items() if k.endswith("ds") for n in v] if body.startswith("{") else [])
        log.write("%s %s %d\n" % (method, path, len(names)))

    fault = None
    for one in state["faults"]:
        if one["path"] not in path or not one["times"]: continue
        if one["after"]: one["after"] -= 1
        else:
            one["times"] -= 1
            fault = one["kind"]
            break

    def end(status, text, *more):
        draft = here + "/server.json.%d" % os.getpid()
        json.dump(state, open(draft, "w"))
        os.rename(draft, here + "/server.json")
        if fault == "lost": sys.exit(52)
        if dialect in ("miniflux", "nextcloud"): more += ("Date: Sun, 29 Nov 2026 12:00:00 GMT",)
        out = text.encode()
        sys.stdout.buffer.write(("HTTP/1.1 %d Said\r\n" % status + "".join(f + "\r\n" for f in more) + "\r\n").encode())
        sys.stdout.buffer.write(out[: len(out) // 2] if fault in ("cut", "short") else out)
        sys.stdout.flush()
        os._exit(18 if fault == "cut" else 0)

    if fault == "refused": end_state = json.dump(state, open(here + "/server.json", "w")); sys.exit(7)
    if fault and fault.isdigit(): end(int(fault), "said by the test", *(["Retry-After: 30"] if fault == "429" else []))
    if fault == "page": end(200, "<!DOCTYPE html><title>Sign in</title>", "Content-Type: text/html")
    if fault == "empty": end(200, "")

    def short(number): return format(0x5a << 88 | number, "x") if dialect == "old" else str(number)
    start = "tag:google.com,2005:reader/item/"
    def long(number): return start + (short(number) if dialect == "old" else format(number & 2**64 - 1, "016x"))
    def named(name):
        if dialect == "old": return int(name.removeprefix(start), 16) & 2**64 - 1
        assert name.startswith(start) and len(name) == len(start) + 16, name
        number = int(name.removeprefix(start), 16)
        return number - 2**64 if number >= 2**63 else number
    def feed(name): return next((f for f in feeds if "feed/%d" % f["id"] == name), None)
    def add(address):
        if any(f["url"] == address for f in feeds): return None
        new = dict(id=max([f["id"] for f in feeds] + [0]) + 1, title="New", url=address, folders=["Others"])
        feeds.append(new)
        return new

    if dialect == "miniflux":
        if not path.startswith("/v1/"): end(404, "<h1>Not found</h1>")
        wanted = "Basic " + base64.b64encode(b"olga:right").decode()
        if fields.get("Authorization") != wanted: end(401, '{"error_message":"Access Unauthorized"}')
        path = path.removeprefix("/v1/")
        sent = json.loads(body) if body else {}
        number = int(re.search(r"/(\d+)", path)[1]) if re.search(r"/(\d+)", path) else 0
        folders = sorted({f["folders"][0] for f in feeds} | {"All"})
        if path == "me": end(200, '{"id":1,"username":"olga"}')
        if path == "categories" and method == "GET":
            end(200, json.dumps([dict(id=n + 1, title=t) for n, t in enumerate(folders)]))
        if path == "categories": end(201, json.dumps(dict(id=1000, title=sent["title"])))
        if path == "feeds" and method == "GET":
            end(200, json.dumps([dict(id=f["id"], feed_url=f["url"], title=f["title"], category=dict(id=1, title=f["folders"][0])) for f in feeds]))
        if path == "feeds": end(201, json.dumps(dict(feed_id=add(sent["feed_url"])["id"])))
        if path.startswith("feeds/") and method == "DELETE":
            feeds[:] = [f for f in feeds if f["id"] != number]
            items[:] = [i for i in items if i["feed"] != number]
            end(204, "")
        if path.startswith("feeds/"):
            one = next(f for f in feeds if f["id"] == number)
            if "title" in sent: one["title"] = sent["title"]
            if "category_id" in sent: one["folders"] = ["Made"] if sent["category_id"] == 1000 else [folders[sent["category_id"] - 1]]
            end(201, "{}")
        if path == "entries" and method == "PUT":
            for i in items:
                if i["id"] in sent["entry_ids"]: i["read"] = sent["status"] == "read"
            end(204, "")
        if path.endswith("/bookmark"):
            for i in items:
                if i["id"] == number: i["starred"] = not i["starred"]
            end(204, "")
        if path == "entries":
            found = [i for i in items if "changed_after" in query or (not i["read"] if "status" in query else i["starred"])]
            total = len(found)
            found = [i for i in found if i["id"] > int(query.get("after_entry_id", ["0"])[0])][: int(query["limit"][0])]
            from datetime import datetime, timezone
            end(200, json.dumps(dict(total=total, entries=[dict(status="read" if i["read"] else "unread", starred=i["starred"],
                id=i["id"], feed_id=i["feed"], hash="hash%d" % i["id"], title=i["title"], url="https://posts.example/%d" % i["id"],
                comments_url="https://talk.example/%d" % i["id"], content="<p>Text of %s</p>" % i["title"],
                published_at=datetime.fromtimestamp(i["published"], timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                feed=dict(id=i["feed"], category=dict(title="x"))) for i in found])))
        end(404, "{}")

    if dialect == "nextcloud":
        root = "/index.php/apps/news/api/v1-3/"
        if not path.startswith(root): end(404, "<h1>Not found</h1>")
        wanted = "Basic " + base64.b64encode(b"olga:right").decode()
        if fields.get("Authorization") != wanted: end(401, '{"message":"Current user is not logged in"}')
        path = path.removeprefix(root)
        sent = json.loads(body) if body else {}
        number = int(re.search(r"/(\d+)", path)[1]) if re.search(r"/(\d+)", path) else 0
        def folders(): return sorted({t for f in feeds for t in f["folders"]})
        def listed(f): return dict(id=f["id"], url=f["url"], title=f["title"], link=None, lastUpdateError="",
            folderId=folders().index(f["folders"][0]) + 1 if f["folders"] else None,
            unreadCount=sum(not i["read"] for i in items if i["feed"] == f["id"]))
        if path == "version": end(200, '{"version":"28.7.0"}')
        if path == "folders" and method == "GET":
            end(200, json.dumps(dict(folders=[dict(id=n + 1, name=t) for n, t in enumerate(folders())])))
        if path == "folders": end(200, json.dumps(dict(folders=[dict(id=1000, name=sent["name"])])))
        if path == "feeds" and method == "GET":
            end(200, json.dumps(dict(feeds=[listed(f) for f in feeds], starredCount=sum(i["starred"] for i in items))))
        if path == "feeds":
            new = add(sent["url"])
            end(200, json.dumps(dict(feeds=[listed(new)]))) if new else end(409, '{"message":"exists"}')
        if path.startswith("feeds/") and method == "DELETE":
            feeds[:] = [f for f in feeds if f["id"] != number]
            items[:] = [i for i in items if i["feed"] != number]
            end(200, "[]")
        if path.startswith("feeds/") and method == "POST":
            one = next(f for f in feeds if f["id"] == number)
            if "feedTitle" in sent: one["title"] = sent["feedTitle"]
            if "folderId" in sent: one["folders"] = [] if not sent["folderId"] else ["Made"] if sent["folderId"] == 1000 else [folders()[sent["folderId"] - 1]]
            end(200, "[]")
        if path in ("items", "items/updated"):
            assert query["id"] == ["0"], query
            found = [i for i in items if path == "items/updated" or (i["starred"] if query["type"] == ["2"] else not i["read"])]
            if path == "items":
                offset = int(query["offset"][0])
                found = sorted((i for i in found if not offset or i["id"] < offset), key=lambda i: -i["id"])[: int(query["batchSize"][0])]
            end(200, json.dumps(dict(items=[dict(id=i["id"], guid="guid-%d" % i["id"], guidHash="x", url="https://posts.example/%d" % i["id"],
                title=i["title"], author=None, pubDate=i["published"], body="<p>Text of %s</p>" % i["title"], enclosureMime=None,
                enclosureLink=None, feedId=i["feed"], unread=not i["read"], starred=i["starred"], lastModified=1) for i in found])))
        word = path.split("/")[1] if path.startswith("items/") and method == "POST" else ""
        if word in ("read", "unread", "star", "unstar"):
            for i in items:
                if i["id"] in sent["itemIds"]: i["read" if "read" in word else "starred"] = not word.startswith("un")
            end(200, "")
        end(405, "")

    if dialect == "freshrss":
        if not path.startswith("/api/greader.php"): end(302, "", "Location: /i/")
        path = path.removeprefix("/api/greader.php")
    if path == "/accounts/ClientLogin":
        if form.get("Email") != ["olga"] or form.get("Passwd") != ["right"]: end(401, "Error=BadAuthentication\n")
        end(200, "SID=x\nLSID=x\nAuth=olga/token\n")
    if not path.startswith("/reader/api/0/"): end(404, "not here")
    if fields.get("Authorization") != "GoogleLogin auth=olga/token": end(401, "Unauthorized")
    if method == "POST" and form.get("T") != ["secret"]: end(401, "Unauthorized")
    path = path.removeprefix("/reader/api/0/")
    if path == "token": end(200, "secret\n")
    if path == "subscription/list":
        end(200, json.dumps(dict(subscriptions=[dict(id="feed/%d" % f["id"], title=f["title"], url=f["url"],
            categories=[dict(id="user/-/label/" + t, label=t) for t in f["folders"]]) for f in feeds])))
    if path == "stream/items/ids":
        found = [i for i in items if (i["starred"] if query["s"][0].endswith("/starred") else not i["read"])]
        most = min(int(query["n"][0]), 1000)
        at = int(query.get("c", ["0"])[0])
        answer = dict(itemRefs=[dict(id=short(i["id"])) for i in found[at : at + most]])
        if at + most < len(found): answer["continuation"] = str(at + most)
        if fault == "loop": answer["continuation"] = "0"
        end(200, json.dumps(answer))
    if path == "stream/items/contents":
        wanted = set(map(named, form["i"]))
        end(200, json.dumps(dict(items=[dict(
            id=long(i["id"]), title=i["title"], published=i["published"], author="Olga",
            canonical=[dict(href="https://posts.example/%d" % i["id"])],
            summary=dict(content="<p>Text of %s</p>" % i["title"]),
            origin=dict(streamId="feed/%d" % i["feed"], htmlUrl="https://posts.example/")) for i in items if i["id"] in wanted])))
    if path == "edit-tag":
        wanted = set(map(named, form["i"]))
        for i in items:
            if i["id"] not in wanted: continue
            for key in ("a", "r"):
                for mark in form.get(key, []):
                    name = mark.rsplit("/", 1)[1]
                    i[name] = not i[name] if key == "a" and i[name] and dialect == "toggling" else key == "a"
        end(200, "OK")
    if path == "subscription/quickadd":
        address = form["quickadd"][0]
        if "refused" in address: end(200, '{"numResults":0,"error":"no feed there"}')
        new = add(address + "feed" if "page" in address else address)
        answer = dict(numResults=1, streamId="feed/%d" % new["id"]) if new else dict(numResults=0, error="Already subscribed!")
        end(200, json.dumps(answer))
    if path == "subscription/edit":
        one = feed(form["s"][0])
        if form["ac"] == ["unsubscribe"]:
            feeds.remove(one)
            items[:] = [i for i in items if i["feed"] != one["id"]]
        if "t" in form: one["title"] = form["t"][0]
        if "a" in form: one["folders"] = [form["a"][0].split("/label/")[1]]
        end(200, "OK")
    end(400, "Bad Request!")
    PYTHON
    """#
}
