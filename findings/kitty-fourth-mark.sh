#!/bin/bash
# What:      In kitty a fourth mark on a letter replaces the third; the first two and the last one stay.
# Version:   kitty 0.26.5 (Debian 12: kitty 0.26.5-5+deb12u1), its terminal core without a window.
# Behaviour: A cell has room for three marks. Each further one is written over the third, so the cell ends with the newest mark and has
#            lost those between. Pointed Hebrew and Koran text need four: the Hebrew letter here loses its accent, the Arabic one a vowel.
# Seen:      "U+05D1 U+05BC U+05B8 U+0596 U+05BD: lost U+0596", "U+0628 U+0651 U+064E U+0670 U+06E1: lost U+0670" (2026-11-28).
# A reader:  composes to NFC first (e, U+0302, U+0301 are one scalar then, which leaves all three places free), keeps one column
#            for the cluster, and copies from its own text, never from the screen.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download kitty=0.26.5-5+deb12u1 libharfbuzz0b liblcms2-2 libpng16-16 libfreetype6 libgraphite2-3 libglib2.0-0 libbrotli1 \
    libpython3.11 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
export PYTHONPATH=$dir/root/usr/lib/kitty LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu HOME=$dir
cat > ask.py <<'PY'
from kitty.fast_data_types import Screen, parse_bytes, set_options
from kitty.options.types import defaults
set_options(defaults)
class Callbacks:
    def __getattr__(self, name): return lambda *a, **k: None
callbacks = Callbacks()
screen = Screen(callbacks, 3, 20, 10, 10, 20, 0, callbacks)
def names(text): return ' '.join(f'U+{ord(c):04X}' for c in text)
for cluster, kept in ('\u05d1\u05bc\u05b8\u0596', 4), ('\u05d1\u05bc\u05b8\u0596\u05bd', 4), ('\u0628\u0651\u064e\u0670\u06e1', 4):
    screen.reset()
    parse_bytes(screen, (cluster + '|').encode())
    shown = str(screen.line(0)).rstrip().rstrip('|')
    print(names(cluster) + ': lost', names(c for c in cluster if c not in shown) or 'nothing', '- columns', screen.cursor.x - 1)
    assert screen.cursor.x == 2 and shown == cluster[:3] + cluster[-1]
PY
/usr/bin/python3 ask.py
