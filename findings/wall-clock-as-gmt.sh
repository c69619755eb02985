#!/bin/bash
# What:      Three writers of RSS put the clock of the author's zone into pubDate and call it GMT.
# Version:   PyRSS2Gen 1.1, rfeed 1.1.1, dbbasic-rss 1.0.0 (PyPI).
# Behaviour: A date with a zone (10:00 +05:30) is not converted: day and time stay, the zone is dropped, and "GMT" follows. Each post of
#            a site east of Greenwich is dated hours into the future, each one west of it hours too early.
# Seen:      "Fri, 01 Mar 2024 10:00:00 GMT" from all three for 2024-03-01T10:00:00+05:30, which is 04:30 GMT (2026-11-28).
# A reader:  shows a post at once even if its date is ahead of now. It neither hides the post until then nor keeps it above newer
#            posts of other feeds: for such a post it sorts by the time at which it first saw it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check PyRSS2Gen==1.1 rfeed==1.1.1 dbbasic-rss==1.0.0
cat > ask.py <<'PY'
import re
from datetime import datetime
import PyRSS2Gen, dbbasic_rss, rfeed
when, link = datetime.fromisoformat('2024-03-01T10:00:00+05:30'), 'https://example.org/1'
written = {
    'PyRSS2Gen': PyRSS2Gen.RSS2(title='Lake', link=link, description='-', items=[PyRSS2Gen.RSSItem(title='First', pubDate=when)]).to_xml(),
    'rfeed': rfeed.Feed(title='Lake', link=link, description='-', items=[rfeed.Item(title='First', pubDate=when)]).rss(),
    'dbbasic-rss': dbbasic_rss.from_posts([{'title': 'First', 'url': link, 'date': when.isoformat()}]).to_xml()}
for name, rss in written.items():
    date = re.search('<pubDate>(.*?)</pubDate>', rss)[1]
    print(f'{name}: {when.isoformat()} -> {date}')
    assert date == 'Fri, 01 Mar 2024 10:00:00 GMT'
PY
venv/bin/python ask.py
