#!/bin/bash
# What:      An item of markdownfeeds has no content but 100 characters of Markdown source, and an author that is a bare string.
# Version:   markdownfeeds 1.9.1 (PyPI), JsonFeedGenerator; it names its output "https://jsonfeed.org/version/1".
# Behaviour: The only text is summary: the post turned into HTML, back into Markdown, its lines joined, cut at 100 characters even inside a
#            link, and ".." added. There is no content_*, no url. author is a string where JSON Feed 1 has an object, date_published has
#            no zone. The id is a digest of the file's path as it was given: the same post by another path is another id.
# Seen:      summary "The **lake** fell, says [the full table](https://example.org/…..", author "Ada", "2024-03-01T00:00:00" (2026-11-28).
# A reader:  accepts an item with a summary alone, a string as author and a date without a zone (as UTC). It shows the summary as the
#            plain text that it is, without guessing at Markdown: the cut link has no end.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check markdownfeeds==1.9.1
mkdir posts
cat > posts/2024-03-01-first.md <<'MD'
---
title: "First"
author: "Ada"
---

The **lake** fell, says [the full table](https://example.org/measured/by/hand/every/day/since/monday), by 3 cm.

- wind
- rain
MD
cat > write.py <<'PY'
import json, sys
from markdownfeeds.Generators import GeneratorSettings
from markdownfeeds.Generators.Json.JsonFeedGenerator import JsonFeedGenerator
from markdownfeeds.Generators.Json.Models.JsonFeed import JsonFeed
def item(folder):
    settings = GeneratorSettings(source_directory=folder, target_directory='out')
    JsonFeedGenerator(feed=JsonFeed(title='Lake'), generator_settings=settings).run_standalone()
    return json.load(open('out/feed.json'))['items'][0]
one, other = item('posts'), item(sys.argv[1])
print(json.dumps(one, indent=1), 'by its full path:', other['id'])
assert set(one) == {'id', 'title', 'summary', 'date_published', 'author'} and one['author'] == 'Ada'
assert one['summary'].startswith('The **lake** fell, says [the full table](https://') and one['summary'].endswith('..')
assert ')' not in one['summary'] and one['date_published'] == '2024-03-01T00:00:00' and one['id'] != other['id']
PY
mkdir out
venv/bin/python write.py "$dir/posts"
