#!/bin/bash
# What:      libtsm, the terminal of kmscon, shows no combining mark at all.
# Version:   libtsm 4.0.2 (Debian 12: libtsm4 4.0.2-0.4).
# Behaviour: The call that draws a cell can name several scalars, but a scalar of width 0 never gets there: even the first mark of a
#            letter is dropped. A spacing vowel sign (U+0BBF) gets a cell of its own.
# Seen:      "e U+0301 -> e", "U+00E9 -> U+00E9", "U+304B U+3099 -> U+304B", "U+0BA8 U+0BBF -> two cells" (2026-11-28).
# A reader:  composes text to NFC before it draws. Else é and が that a feed writes as letter and mark (file names from a Mac are so)
#            read as e and か, which makes other words. A cluster without a composed form loses its marks there all the same.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download libtsm4=4.0.2-0.4 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
cat > ask.py <<'PY'
import ctypes, glob
from ctypes import POINTER, byref, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
tsm = ctypes.CDLL(glob.glob('root/usr/lib/*/libtsm.so.4')[0])
screen, vte, cells = c_void_p(), c_void_p(), []
Write = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t, c_void_p)
Draw = ctypes.CFUNCTYPE(c_int, c_void_p, c_uint64, POINTER(c_uint32), c_size_t, c_uint, c_uint, c_uint, c_void_p, c_uint32, c_void_p)
@Write
def write(vte, data, size, own): pass
@Draw
def draw(screen, cell, scalars, count, width, x, y, style, age, own):
    if y == 0 and count and scalars[0]: cells.append(''.join(chr(scalars[i]) for i in range(count)))
    return 0
assert tsm.tsm_screen_new(byref(screen), None, None) == 0 and tsm.tsm_screen_resize(screen, 20, 3) == 0
assert tsm.tsm_vte_new(byref(vte), screen, write, None, None, None) == 0
def show(text):
    data = b'\x1bc' + text.encode()
    tsm.tsm_vte_input(vte, data, len(data))
    cells.clear()
    tsm.tsm_screen_draw(screen, draw, None)
    print(ascii(text), '->', ascii(cells))
    return cells[:]
assert show('e\u0301|') == ['e', '|']
assert show('\u00e9|') == ['\u00e9', '|']
assert show('\u304b\u3099|') == ['\u304b', '|']
assert show('\u0ba8\u0bbf|') == ['\u0ba8', '\u0bbf', '|']
PY
python3 ask.py
