#!/bin/bash
# What:      GNU screen gives each combining mark that is newer than its own table a column of its own.
# Version:   GNU screen 4.9.0 (Debian 12: screen 4.9.0-4), UTF-8.
# Behaviour: Marks of category Mn that Unicode assigned late move the cursor on by one: Javanese U+A9B3, Meetei Mayek U+ABED, Gurmukhi
#            U+0A75, U+1AB0, U+20F0, Old Cyrillic U+0487. Older ones (U+0301, U+0951, U+0F90) do not. The C library has 0 for all.
# Seen:      "1 1 1 2 2 2 2 2 2" columns for the nine clusters (2026-11-28).
# A reader:  must not take the C library's widths, or one probe with an old mark, as true of every mark. In screen it draws the rest
#            of the row at an absolute column, or asks the terminal (CSI 6n) for a newer mark, too; else the row is shifted.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download screen=4.9.0-4 libutempter0 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
export LC_ALL=C.UTF-8 TERM=xterm HOME=$dir SCREENDIR=$dir/sockets LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu
mkdir -m 700 sockets
unset STY
cat > child.py <<'PY'
import os, tty
tty.setraw(0)
with open('columns', 'w') as columns:
    older = ['e\u0301', '\u0905\u0951', '\u0f40\u0f90']
    for text in older + ['\ua98f\ua9b3', '\uabc0\uabed', '\u0a15\u0a75', 'e\u1ab0', 'e\u20f0', '\u0445\u0487']:
        os.write(1, b'\r\x1b[K' + text.encode() + b'\x1b[6n')
        answer = b''
        while not answer.endswith(b'R'): answer += os.read(0, 1)
        print(int(answer[:-1].split(b';')[1]) - 1, end=' ', file=columns)
PY
cat > play.py <<'PY'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], [sys.argv[1], '-U', '-c', '/dev/null', 'python3', 'child.py'])
try:
    while os.read(terminal, 65536): pass
except OSError: os.waitpid(pid, 0)
PY
timeout 30 python3 play.py "$dir/root/usr/bin/screen"
echo "columns: $(cat columns)"
[[ $(cat columns) == '1 1 1 2 2 2 2 2 2 ' ]]
