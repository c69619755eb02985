#!/bin/bash
# What:      feed2json writes authors and attachments as lists of strings, where JSON Feed has objects.
# Version:   feed2json 2025.7.15 (PyPI); it names its output "https://jsonfeed.org/version/1.1".
# Behaviour: An item's authors is ["Ben"], or [null] without a name, and only the last of two authors is left. attachments is a list
#            with one string: lines of a template that nobody filled in. An entry without a link gets its tag: id as url.
# Seen:      authors ["Ben"] and [null], attachments[0] a string with "mime_type", url "tag:example.org,2024:2" (2026-11-28).
# A reader:  decodes each field on its own: a wrong type costs that field, not the item or the whole feed. It takes a string among
#            authors as a name, drops such an attachment, and does not offer to open a url whose scheme is tag.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check feed2json==2025.7.15
cat > lake.xml <<'XML'
<feed xmlns="http://www.w3.org/2005/Atom"><title>Lake</title><id>tag:example.org,2024:lake</id><updated>2024-03-02T10:00:00Z</updated>
<link href="https://example.org/"/><entry><id>tag:example.org,2024:1</id><title>First</title><updated>2024-03-01T10:00:00Z</updated>
<author><name>Ada</name></author><author><name>Ben</name></author><link href="https://example.org/1"/><content>One.</content></entry>
<entry><id>tag:example.org,2024:2</id><title>Second</title><updated>2024-03-02T10:00:00Z</updated><content>Two.</content></entry></feed>
XML
cat > ask.py <<'PY'
import json
from feed2json import feed2json
feed = feed2json(open('lake.xml').read())
feed = json.loads(feed) if isinstance(feed, str) else feed
print(feed['version'])
for item in feed['items']: print(json.dumps([item['id'], item['url'], item['authors'], item['attachments']]))
first, second = feed['items']
assert first['authors'] == ['Ben'] and second['authors'] == [None] and second['url'] == 'tag:example.org,2024:2'
assert isinstance(first['attachments'][0], str) and 'mime_type' in first['attachments'][0]
PY
venv/bin/python ask.py
