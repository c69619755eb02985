#!/bin/bash
# What:      f2ap serves one post as three notes: two ids, a body in Markdown and one in HTML, a date without a zone.
# Version:   f2ap 0.1.0 (PyPI), which makes an ActivityPub actor of a web site's feed.
# Behaviour: The note of the outbox has an id of f2ap's own and HTML. The note looked up by the page's address has that address as id.
#            The activity looked up by its own id (/messages/…) has the first id again, the content as Markdown source, and the local
#            time without a zone. Only "url" is the same in all three.
# Seen:      ids ".../notes/…" and "https://example.org/1"; "<p><strong>" and "**First fish**"; "10:00:00+00:00" and "18:00:00" for
#            a server in UTC+8 (2026-11-28).
# A reader:  knows a note by its url where the ids differ, so that a post opened from its page is not listed beside the one of the
#            outbox. It keeps the content of the outbox: it shows Markdown in "content" without a mediaType as it stands.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check f2ap==0.1.0
cat > lake.xml <<'XML'
<rss version="2.0"><channel><title>Lake</title><link>https://example.org/</link><description>-</description><item><title>First fish</title>
<link>https://example.org/1</link><pubDate>Fri, 01 Mar 2024 10:00:00 +0000</pubDate><description>One.</description></item></channel></rss>
XML
touch key
cat > ask.py <<'PY'
from f2ap.config import Configuration
from f2ap.data import Database
from f2ap.feed import UpdateFeedThread
config = Configuration(url='social.example.org', db='f2ap.db', website={'url': 'https://example.org', 'feed': open('lake.xml').read()},
                       actor={'username': 'lake', 'public_key': 'key', 'private_key': 'key'}, message={'format': '**{title}**\n\n{url}'})
database = Database(config)
database.init_database()
UpdateFeedThread(config, database).update()
message = database.get_messages()[0]
outbox, page, single = message.object, database.get_note('https://example.org/1'), database.get_message(message.id.split('/')[-1]).object
for note in outbox, page, single: print(note.id, note.url, note.published.isoformat(), repr(str.__str__(note.content)))
assert outbox.id == single.id != page.id == page.url == outbox.url == single.url
assert '<strong>' in outbox.dict()['content']
assert single.dict()['content'].startswith('**First') and single.published.isoformat() == '2024-03-01T18:00:00'
PY
TZ=UTC-8 venv/bin/python ask.py
