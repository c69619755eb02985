"""A web on loopback whose servers break every promise, for the scripts beside this file.

An address is http://127.0.0.1:PORT/FAULT/KEY. As long as KEY is in `sound`, it is a good feed with
`posts[KEY]` posts; otherwise the fault of that name. Python 3 standard library only.
"""
import email.utils
import gzip
import hashlib
import os
import socket
import ssl
import struct
import subprocess
import threading
import time

HOST = "127.0.0.1"
# Nobody may ask this one: it stands for a machine of the reader's own network.
TRAP = "127.0.0.2"
POSTS = 20
# Yesterday: refreshes remove the posts of last year.
START = int(time.time()) - 86_400
MIB = 1 << 20


def feed(key, count):
    """An RSS feed with the posts 1 to `count`, the newest first."""
    items = "".join(
        f'<item><guid isPermaLink="false">{key}/{n}</guid><title>Post {n} of {key}</title>'
        f"<pubDate>{email.utils.formatdate(START + n * 60)}</pubDate>"
        f"<description>&lt;p&gt;text {n}, café {'lorem ipsum ' * 20}&lt;/p&gt;</description></item>"
        for n in range(count, 0, -1))
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Feed {key}</title>{items}</channel></rss>'.encode()


def head(status, *fields):
    return "".join([f"HTTP/1.1 {status}\r\n", *(f"{field}\r\n" for field in fields), "\r\n"]).encode()


def whole(status, body, *fields, kind="application/rss+xml"):
    return head(status, f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close",
                *fields) + body


def zeros(mebibytes):
    """A gzip file of one member for each MiB of zeros."""
    return gzip.compress(bytes(MIB), 9, mtime=0) * mebibytes


class Request:
    def __init__(self, port, raw):
        lines = raw.decode("latin-1").split("\r\n")
        self.port = port
        self.method, self.target = (lines[0].split(" ") + ["", ""])[:2]
        self.fields = {name.strip().lower(): value.strip()
                       for name, _, value in (line.partition(":") for line in lines[1:]) if name}
        parts = self.target.split("?")[0].strip("/").split("/")
        self.fault, self.key = parts[0], parts[1] if len(parts) > 1 else ""


class Web:
    def __init__(self):
        self.seen = []
        self.sound = set()
        self.posts = {}
        # Those who keep a connection without a word wait for it.
        self.freed = threading.Event()
        self.ports = {}
        # Names the fault that answers a request, or None; the address names it otherwise.
        self.choose = lambda request: None if request.key in self.sound else request.fault

    def listen(self, name, host=HOST, port=0, context=None):
        """Takes connections at an address of its own from now on; the port."""
        listener = socket.create_server((host, port), backlog=256)
        self.ports[name] = listener.getsockname()[1]
        threading.Thread(target=self.take, args=(listener, context), daemon=True).start()
        return self.ports[name]

    def address(self, fault, key, name="http"):
        scheme = "http" if name == "http" else "https"
        return f"{scheme}://{HOST}:{self.ports[name]}/{fault}/{key}"

    def requests(self, key):
        return [request for request in list(self.seen) if request.key == key]

    def take(self, listener, context):
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=self.serve, args=(connection, listener.getsockname()[1], context),
                             daemon=True).start()

    def serve(self, connection, port, context):
        try:
            connection.settimeout(120)
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            raw = b""
            while b"\r\n\r\n" not in raw:
                part = connection.recv(65_536)
                if not part:
                    return
                raw += part
            request = Request(port, raw)
            self.seen.append(request)
            if port == self.ports.get("trap"):
                connection.sendall(whole("200 OK", feed("trap", 3)))
            else:
                fault = None if request.fault == "good" else self.choose(request)
                FAULTS.get(fault, Web.serve_feed)(self, connection, request)
            # A connection that is closed with bytes unread is reset, and the answer may be lost.
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(5)
            while connection.recv(65_536):
                pass
        except (OSError, ValueError):
            pass
        finally:
            connection.close()

    def serve_feed(self, connection, request):
        body = feed(request.key, self.posts.get(request.key, POSTS))
        tag = f'"{hashlib.sha1(body).hexdigest()[:16]}"'
        if request.fields.get("if-none-match") == tag:
            return connection.sendall(head("304 Not Modified", f"ETag: {tag}", "Connection: close"))
        packing = []
        if "gzip" in request.fields.get("accept-encoding", "") and len(body) % 2:
            body, packing = gzip.compress(body, mtime=0), ["Content-Encoding: gzip"]
        return connection.sendall(whole("200 OK", body, f"ETag: {tag}", *packing))


# Faults: each answers one request.

def sends(data):
    return lambda web, connection, request: connection.sendall(data)


def sends_feed(make):
    """Answers with `make(feed)`."""
    return lambda web, connection, request: connection.sendall(make(feed(request.key, POSTS)))


def status(code, *fields):
    return sends(whole(code, b"no", *fields, kind="text/plain"))


def to(target, code="302 Found"):
    def answer(web, connection, request):
        place = target.format(key=request.key, trap=f"{TRAP}:{web.ports['trap']}",
                              http=f"{HOST}:{web.ports['http']}", port=web.ports["http"])
        connection.sendall(whole(code, b"", f"Location: {place}"))
    return answer


def hops(count, then="good", code="302 Found"):
    def answer(web, connection, request):
        left = int(request.target.partition("?")[2] or count)
        fault = request.fault
        place = f"/{fault}/{request.key}?{left - 1}" if left > 1 else f"/{then}/{request.key}"
        connection.sendall(whole(code, b"", f"Location: {place}"))
    return answer


def half(resets):
    def answer(web, connection, request):
        body = feed(request.key, POSTS)
        connection.sendall(head("200 OK", "Content-Type: application/rss+xml", f"Content-Length: {len(body)}")
                           + body[:len(body) // 2])
        if resets:
            time.sleep(0.05)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            raise OSError
    return answer


def silent(first):
    def answer(web, connection, request):
        connection.sendall(first)
        web.freed.wait(100)
    return answer


def drips(web, connection, request):
    body = feed(request.key, POSTS)
    connection.sendall(head("200 OK", "Content-Type: application/rss+xml", f"Content-Length: {len(body)}"))
    for byte in body:
        connection.sendall(bytes([byte]))
        if web.freed.wait(1):
            return


def endless(piece, chunked):
    def answer(web, connection, request):
        connection.sendall(head("200 OK", "Content-Type: application/rss+xml",
                                *["Transfer-Encoding: chunked"] * chunked))
        part = b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece
        for _ in range((200 * MIB) // len(piece)):
            connection.sendall(part)
    return answer


def closes(web, connection, request):
    connection.sendall(b"")


def large(web, connection, request):
    count = 65
    connection.sendall(head("200 OK", "Content-Type: application/rss+xml", f"Content-Length: {count * MIB}"))
    for _ in range(count):
        connection.sendall(b" " * MIB)


def slow_head(web, connection, request):
    """Heads without an end."""
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(1 << 20):
        connection.sendall(b"X-%d: %s\r\n" % (number, b"y" * 1000))


OK = "200 OK"
GZIP = "Content-Encoding: gzip"
PAGE = (b"<!doctype html><title>A page</title><link rel=alternate type=application/rss+xml title='All posts' "
        b"href=/good/a><link rel=alternate type=application/feed+json href=/good/b><p>text")

FAULTS = {
    "404": status("404 Not Found"),
    "401": status("401 x", 'WWW-Authenticate: Basic realm="\x1b[2Jpassword:"'),
    "403": status("403 Forbidden"),
    "407": status("407 x", 'Proxy-Authenticate: Basic realm="x"'),
    "410": status("410 Gone"),
    "418": status("418 I'm a teapot"),
    "429": status("429 Too Many Requests", "Retry-After: 99999999999999999999"),
    "500": sends(whole("500 x", b"<h1>\x1b[2J", kind="text/html")),
    "503": status("503 Busy", "Retry-After: 7"),
    "204": sends(head("204 No Content")),
    "206": sends_feed(lambda feed: whole("206 Partial Content", feed[:700])),
    "304": sends(head("304 Not Modified")),
    "999": sends(b"HTTP/9.9 999 \x1b[2JPWNED\r\n\r\n"),
    "hops3": hops(3), "hops300": hops(300),
    "moved": hops(1, code="301 Moved"),
    "moved-to-portal": hops(1, "portal-says-feed", "301 Moved"),
    "loop": to("/loop/{key}"),
    "empty-location": to(""),
    "no-location": sends(b"HTTP/1.1 301 Moved\r\n\r\n"),
    "to-file": to("file:///etc/passwd"),
    "to-ftp": to("ftp://{trap}/"),
    "to-gopher": to("gopher://{trap}/x"),
    "to-script": to("javascript:1"),
    "to-private": to("http://{trap}/good/{key}"),
    "to-private-for-good": to("http://{trap}/good/{key}", "301 Moved"),
    "to-metadata": to("http://169.254.169.254/latest/"),
    "to-decimal": to("http://2130706434:{port}/good/{key}"),
    "to-loopback": to("http://[::1]:{port}/good/{key}"),
    "to-userinfo": to("http://127.0.0.1@{trap}/good/{key}"),
    "to-control": to("http://h.example/\x1b]0;PWNED\x07"),
    "to-http": to("http://{http}/good/{key}"),
    "short": half(False), "reset": half(True), "closes": closes,
    "stall": silent(head(OK, "Content-Type: application/rss+xml", "Content-Length: 5000")),
    "hang": silent(b""), "drips": drips,
    "empty": sends(whole(OK, b"")),
    "length-short": sends_feed(lambda feed: head(OK, "Content-Length: 10") + feed),
    "length-negative": sends_feed(lambda feed: head(OK, "Content-Length: -1") + feed),
    "length-huge": sends_feed(lambda feed: head(OK, "Content-Length: 99999999999999999999") + feed),
    "length-two": sends_feed(lambda feed: head(OK, "Content-Length: 5", "Content-Length: 9") + feed),
    "chunk-bad": sends(head(OK, "Transfer-Encoding: chunked") + b"5\r\n<rss>\r\nZZZ\r\nno\r\n"),
    "chunk-huge": sends(head(OK, "Transfer-Encoding: chunked") + b"FFFFFFFFFFFFFFFF\r\nx"),
    "chunk-cut": sends(head(OK, "Transfer-Encoding: chunked") + b"5\r\nab"),
    "endless": endless(b" " * 65_536, True),
    "endless-head": slow_head,
    "large": large, "large-unsaid": endless(b" " * MIB, False),
    "bomb": lambda web, connection, request: connection.sendall(whole(OK, zeros(1024), GZIP)),
    "bomb-in-bomb": lambda web, connection, request: connection.sendall(
        whole(OK, gzip.compress(zeros(256), mtime=0), GZIP)),
    "gzip-cut": sends_feed(lambda feed: whole(OK, gzip.compress(feed, mtime=0)[:-200], GZIP)),
    "gzip-lie": sends_feed(lambda feed: whole(OK, feed, GZIP)),
    "gzip-twice": sends_feed(lambda feed: whole(
        OK, gzip.compress(gzip.compress(feed, mtime=0), mtime=0), "Content-Encoding: gzip, gzip")),
    "head-long": sends_feed(lambda feed: whole(OK, feed, "X-Long: " + "a" * MIB)),
    "heads-many": sends_feed(lambda feed: whole(OK, feed, *[f"X-{n}: y" for n in range(10_000)])),
    "http09": sends_feed(lambda feed: feed),
    "no-status": sends(b"\x16\x03\x01\x02\0" * 20),
    "hints": sends_feed(lambda feed: b"HTTP/1.1 103 Early Hints\r\n\r\n" * 50 + whole(OK, feed)),
    "lf-only": sends_feed(lambda feed: b"HTTP/1.1 200 OK\nContent-Length: %d\n\n" % len(feed) + feed),
    "type": sends_feed(lambda feed: whole(OK, feed, kind="image/png")),
    "charset-lie": sends_feed(lambda feed: whole(OK, feed, kind="application/xml; charset=utf-16")),
    "charset-control": sends_feed(lambda feed: whole(OK, feed, kind="text/xml; charset=\x1b[2J")),
    "disposition": sends_feed(lambda feed: whole(
        OK, feed, 'Content-Disposition: attachment; filename="../../PWNED"')),
    "cookie": sends_feed(lambda feed: whole(OK, feed, "Set-Cookie: a=1; Path=/")),
    "page": sends(whole(OK, PAGE, kind="text/html")),
    "portal": sends(whole(OK, b"<!doctype html><html><body>Welcome to the hotel", kind="text/html")),
    "portal-says-feed": sends(whole(OK, b"<!doctype html><html><body>Welcome to the hotel")),
    "picture": sends(whole(OK, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, kind="image/png")),
    "json": sends(whole(OK, b'{"error": "wait"}', kind="application/json")),
    "broken": sends_feed(lambda feed: whole(OK, feed.replace(b"text 7,", b"<<<&&&\0\0 text 7,"))),
}


class Certificates:
    """A root of its own, and what servers show in place of a good certificate."""

    KINDS = ["trusted", "expired", "wrong-host", "self-signed"]

    def __init__(self, folder):
        self.folder = folder
        self.key = os.path.join(folder, "key.pem")
        self.root = os.path.join(folder, "root.pem")
        self.run("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", self.key)
        self.run("req", "-x509", "-key", self.key, "-subj", "/CN=root", "-days", "2", "-out", self.root)
        self.run("req", "-new", "-key", self.key, "-subj", "/CN=server", "-out", self.path("request"))
        for name, host in [("here", f"IP:{HOST}"), ("there", "DNS:other.example")]:
            with open(self.path(name), "w", encoding="ascii") as file:
                file.write(f"subjectAltName={host}\n")
        self.run("req", "-x509", "-key", self.key, "-subj", "/CN=alone", "-days", "2",
                 "-addext", f"subjectAltName=IP:{HOST}", "-out", self.path("self-signed"))
        for name, days, place in [("trusted", "2", "here"), ("expired", "-1", "here"), ("wrong-host", "2", "there")]:
            self.run("x509", "-req", "-in", self.path("request"), "-CA", self.root, "-CAkey", self.key,
                     "-set_serial", str(len(name)), "-days", days, "-extfile", self.path(place),
                     "-out", self.path(name))

    def path(self, name):
        return os.path.join(self.folder, name + ".pem")

    def run(self, *arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)

    def context(self, name):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.path(name), self.key)
        return context
