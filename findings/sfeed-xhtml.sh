#!/bin/bash
# What:      sfeed turns words in angle brackets into tags when the content of an Atom entry is XHTML.
# Version:   sfeed 1.7 (Debian 12: sfeed 1.7-1).
# Behaviour: In XHTML content the text "&lt;b&gt;" is three characters of text. sfeed resolves the reference and keeps the tags around it, and
#            calls the result html: the text became a tag. "Use <b> or <hr>" is shown as "Use  or" with a bold rest and a rule.
# Seen:      "<p>Use <b> or <hr>: 1 < 2 & 3</p>" of type html, from "<p>Use &lt;b&gt; or &lt;hr&gt;: 1 &lt; 2 &amp; 3</p>" (2026-11-28).
# A reader:  escapes text again when it writes XHTML out as HTML: type="html" content and XHTML are not one case. The output of
#            sfeed cannot be repaired, but a lone "<" before a digit or a blank is text.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download sfeed=1.7-1 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
entry() {
    printf '%s\n' '<feed xmlns="http://www.w3.org/2005/Atom"><title>Lake</title><id>tag:example.org,2024:lake</id>' \
        '<updated>2024-03-02T10:00:00Z</updated><entry><id>tag:example.org,2024:1</id><title>Tags</title>' \
        "<updated>2024-03-01T10:00:00Z</updated>$1</entry></feed>" | root/usr/bin/sfeed | cut -f 4,5
}
div='<div xmlns="http://www.w3.org/1999/xhtml">'
xhtml=$(entry "<content type=\"xhtml\">$div<p>Use &lt;b&gt; or &lt;hr&gt;: 1 &lt; 2 &amp; 3</p></div></content>")
html=$(entry '<content type="html">&lt;p&gt;Use &amp;lt;b&amp;gt;&lt;/p&gt;</content>')
echo "from xhtml: $xhtml"
echo "from html:  $html"
[[ $xhtml == *$'<p>Use <b> or <hr>: 1 < 2 & 3</p>'*$'\thtml' && $html == $'<p>Use &lt;b&gt;</p>\thtml' ]]
