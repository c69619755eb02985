#!/bin/bash
# What:      sfeed_atom gives its feed a new id in each run, and each entry its link as id in place of the one that the feed gave.
# Version:   sfeed 1.7 (Debian 12: sfeed 1.7-1), sfeed and sfeed_atom, with which people pass a number of feeds on as one.
# Behaviour: The feed's id is "urn:newsfeed:" and the seconds of now; <updated> is now, too. An entry that has a link loses its own id,
#            one without a link keeps it. A title of type html goes out as text with its tags and references in it.
# Seen:      feed ids differ after a second; "tag:example.org,2024:1" became "https://example.org/1"; title "Salt &amp;amp; &lt;i&gt;"
#            (2026-11-28).
# A reader:  knows a subscription by its address, not by the feed's id, and does not announce a change because <updated> moved. Posts
#            that arrive both from the source and by way of sfeed_atom are joined by their link: their ids differ.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download sfeed=1.7-1 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
cat > lake.xml <<'XML'
<feed xmlns="http://www.w3.org/2005/Atom"><title>Lake</title><id>tag:example.org,2024:lake</id><updated>2024-03-02T10:00:00Z</updated>
<entry><id>tag:example.org,2024:1</id><title type="html">Salt &amp;amp; &lt;i&gt;water&lt;/i&gt;</title><link href="https://example.org/1"/>
<updated>2024-03-01T10:00:00Z</updated><content>One.</content></entry>
<entry><id>tag:example.org,2024:2</id><title>Second</title><updated>2024-03-02T10:00:00Z</updated><content>Two.</content></entry></feed>
XML
root/usr/bin/sfeed < lake.xml > Lake
root/usr/bin/sfeed_atom Lake > before.xml
sleep 2
root/usr/bin/sfeed_atom Lake > after.xml
grep -h -E '<(id|title)' before.xml
echo 'two seconds later:'
diff <(grep '<id>' before.xml) <(grep '<id>' after.xml) && exit 1
[[ $(diff <(grep '<id>' before.xml) <(grep '<id>' after.xml) | grep -c '^[<>]') == 2 ]]
[[ $(grep '<id>' before.xml | sed 1d | tr -d '\t\n') == '<id>https://example.org/1</id><id>tag:example.org,2024:2</id>' ]]
grep -qF 'Salt &amp;amp; &lt;i&gt;water&lt;/i&gt;</title>' before.xml
