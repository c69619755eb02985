#!/bin/bash
# What:      gitlogfeed puts a commit message into real elements of Atom's own namespace and calls that type="html".
# Version:   gitlogfeed 1.1.1 (PyPI).
# Behaviour: <summary type="html"> holds an element <pre> instead of escaped markup. The summary has no character data of its own; a
#            message of one line gives an empty <pre/>. The subject is the title, the rest of the message stands in that <pre>.
# Seen:      summary text None, child {http://www.w3.org/2005/Atom}pre with "Why:\n  - wind\n  - rain\n" (2026-11-28).
# A reader:  looks into children of an Atom text of type html, too, and takes elements of Atom's namespace there for HTML ones of the
#            same name. With the character data alone the body is empty; with all text of the children, the line breaks are gone.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check gitlogfeed==1.1.1
export HOME=$dir GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada \
    GIT_COMMITTER_EMAIL=ada@example.org GIT_AUTHOR_DATE='2024-03-01T10:00:00+0000' GIT_COMMITTER_DATE='2024-03-01T10:00:00+0000'
git init -q lake
echo 1 > lake/level
git -C lake add level
git -C lake commit -q -m 'Measure the level' -m $'Why:\n  - wind\n  - rain'
echo 2 > lake/level
git -C lake commit -q -a -m 'Measure again'
mkdir out
venv/bin/gitlogfeed --repo lake --target-dir out https://example.org/log
cat > ask.py <<'PY'
import xml.etree.ElementTree as tree
atom = '{http://www.w3.org/2005/Atom}'
seen = []
for entry in tree.parse('out/atom.xml').getroot().iter(atom + 'entry'):
    summary = entry.find(atom + 'summary')
    seen.append((entry.find(atom + 'title').text, summary.get('type'), summary.text, [(child.tag, child.text) for child in summary]))
    print(*seen[-1])
assert seen == [('Measure again', 'html', None, [(atom + 'pre', None)]),
                ('Measure the level', 'html', None, [(atom + 'pre', 'Why:\n  - wind\n  - rain\n')])]
PY
venv/bin/python ask.py
