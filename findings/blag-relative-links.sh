#!/bin/bash
# What:      blag leaves links of a post relative to the post's page, and nothing in the feed says so.
# Version:   blag 2.3.3 (PyPI).
# Behaviour: A post in a folder has <a href="wind.html"> and <img src="lake.png"> in its content, as in its page. There is no xml:base, so
#            by the rules of XML the base is the address of the feed, atom.xml at the root: both lead to a page that does not exist.
# Seen:      from the feed "https://example.org/wind.html" (no such file), from the entry's link "https://example.org/notes/wind.html"
#            (there); the feed's entries have no xml:base (2026-11-28).
# A reader:  without an xml:base, resolves links of a body against the entry's own link (rel="alternate"), not the feed's address.
#            A link that is "#…" alone leads into the post itself.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check blag==2.3.3
mkdir -p content/notes static
cp -r "$(venv/bin/python -c 'import blag, os; print(os.path.dirname(blag.__file__))')/templates" .
printf '[main]\nbase_url = https://example.org/\ntitle = Lake\ndescription = -\nauthor = Ada\n' > config.ini
printf 'title: Level\ndate: 2024-03-01\n\nSee [wind](wind.md) and ![the lake](lake.png), [below](#rain).\n' > content/notes/level.md
printf 'title: Wind\ndate: 2024-03-02\n\nNone.\n' > content/notes/wind.md
venv/bin/blag build 2>/dev/null
cat > ask.py <<'PY'
import os, re, xml.etree.ElementTree as tree
from urllib.parse import urljoin, urlsplit
text = open('build/atom.xml').read()
atom = '{http://www.w3.org/2005/Atom}'
feed = tree.fromstring(text.encode())
address = next(link.get('href') for link in feed.findall(atom + 'link') if link.get('rel') == 'self')
entry = feed.findall(atom + 'entry')[1]
page, body = entry.find(atom + 'link').get('href'), entry.find(atom + 'content').text
print(body)
target = re.search('href="(wind.*?)"', body)[1]
there = {base: os.path.exists('build' + urlsplit(urljoin(base, target)).path) for base in (address, page)}
for base in there: print(target, 'from', base, '->', urljoin(base, target), 'exists' if there[base] else 'does not exist')
assert 'src="lake.png"' in body and 'href="#rain"' in body and 'xml:base' not in text
assert list(there.values()) == [False, True]
PY
venv/bin/python ask.py
