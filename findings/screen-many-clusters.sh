#!/bin/bash
# What:      GNU screen turns text that it shows already into other text once about 1,800 different clusters were written.
# Version:   GNU screen 4.9.0 (Debian 12: screen 4.9.0-4), UTF-8.
# Behaviour: A letter with its marks is an entry in a table of about 1,790. When the table is full, the oldest entry is used for the next
#            cluster, though cells still refer to it. The screen looks right until screen paints it anew (redisplay, another window, resize).
# Seen:      "1700: top ш̀ अ॑ end", "1800: top р̎ р̏ end": the first row, never written to again, after a redisplay (2026-11-28).
# A reader:  composes to NFC before it draws: é as one scalar needs no entry in the table. Its redraw key and a resize send every row
#            anew: a row that was drawn once and never touched since may show other letters, and only the text itself is right.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download screen=4.9.0-4 libutempter0 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
export LC_ALL=C.UTF-8 TERM=xterm HOME=$dir SCREENDIR=$dir/sockets LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu
mkdir -m 700 sockets
unset STY
cat > child.py <<'PY'
import itertools, sys, time
print('\x1b[2J\x1b[Htop \u0448\u0300 \u0905\u0951 end')
pairs = itertools.product(range(0x430, 0x448), (m for m in range(0x300, 0x370) if m != 0x34f))
for letter, mark in itertools.islice(pairs, int(sys.argv[1])): print('\x1b[3;1H' + chr(letter) + chr(mark), end='')
print('\x1b[5;1Hwritten', flush=True)
time.sleep(3)
PY
cat > play.py <<'PY'
import os, pty, subprocess, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], [sys.argv[1], '-S', 'own', '-U', '-c', '/dev/null', 'python3', 'child.py', sys.argv[2]])
out = b''; mark = 0
try:
    while data := os.read(terminal, 65536):
        out += data
        if b'written' in out and not mark:
            mark = len(out)
            subprocess.run([sys.argv[1], '-S', 'own', '-X', 'redisplay'], check=True)
except OSError: os.waitpid(pid, 0)
print('top' + out[mark:].decode().split('top')[1].split('end')[0] + 'end')
PY
for count in 1700 1800; do echo "$count: $(timeout 30 python3 play.py "$dir/root/usr/bin/screen" $count | tee $count)"; done
[[ $(cat 1700) == $'top \u0448\u0300 \u0905\u0951 end' && $(cat 1800) != "$(cat 1700)" ]]
