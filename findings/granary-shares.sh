#!/bin/bash
# What:      In granary's JSON Feed a boost, a like and the post itself have one id, and the boost does not name who boosted.
# Version:   granary 11.0 (PyPI), which turns activity streams of social networks into feeds.
# Behaviour: For a share or a like, the item is made from the activity's object: id, url, author and date are those of the original, and
#            a like has an empty content_text. So one document has the same id three times. The Atom of the same stream has three ids,
#            the booster as author, and a feed <updated> (that of the first activity) older than its newest entry.
# Seen:      JSON Feed ids "post post post", authors "Ada Ada -"; Atom ids "post share like", feed older than the boost (2026-11-28).
# A reader:  must not take a later item with an equal id in one document as a new version: the empty one would replace the post. It
#            keeps the fuller item, and does not skip a feed because the feed's own <updated> has not moved.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check granary==11.0
cat > ask.py <<'PY'
import re
from granary import atom, jsonfeed
def tag(name): return 'tag:example.org,2024:' + name
ada, ben = ({'objectType': 'person', 'displayName': name, 'url': 'https://example.org/' + name} for name in ('Ada', 'Ben'))
post = {'objectType': 'note', 'id': tag('post'), 'url': 'https://example.org/1', 'content': 'The <b>lake</b> fell.', 'author': ada,
        'published': '2024-03-01T10:00:00+00:00'}
like = {'id': post['id'], 'url': post['url']}
stream = [{'objectType': 'activity', 'verb': 'post', 'id': post['id'], 'actor': ada, 'object': post},
          {'objectType': 'activity', 'verb': 'share', 'id': tag('share'), 'url': 'https://example.org/2', 'actor': ben, 'object': post,
           'published': '2024-03-03T10:00:00+00:00'},
          {'objectType': 'activity', 'verb': 'like', 'id': tag('like'), 'url': 'https://example.org/3', 'actor': ben, 'object': like}]
items = jsonfeed.activities_to_jsonfeed(stream, ada, title='Lake')['items']
for item in items: print('JSON Feed', item['id'], item.get('authors', [{}])[0].get('name', '-'), item.get('date_published', '-'))
xml = atom.activities_to_atom(stream, ada, title='Lake', request_url='https://example.org/feed', host_url='https://example.org/')
ids, dates = re.findall('<id>(tag:.*?)</id>', xml), re.findall('<updated>(.+?)</updated>', xml)
print('Atom', ids, 'feed', dates[0], 'entries', dates[1:])
assert [item['id'] for item in items] == [tag('post')] * 3 and 'Ben' not in str(items)
assert items[2].get('content_text') == '' and items[1]['date_published'] == post['published']
assert ids == [tag('post'), tag('share'), tag('like')] and dates[0] < max(dates[1:])
PY
venv/bin/python -W ignore ask.py
