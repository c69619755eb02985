#!/bin/bash
# What:      A rule that ncurses draws is one column wide in pyte: ncurses sends "repeat" (REP, CSI n b), and pyte does not know it.
# Version:   pyte 0.8.2 (PyPI) under ncurses 6.4 with the entry xterm-256color, as the system's Python uses it.
# Behaviour: The entry states rep, and ncurses takes it for a long run of one ASCII character, but only where the locale is not UTF-8. pyte
#            passes over CSI n b in silence: 54 of 55 characters are gone and the rest of the row stands at column 1, where no gap shows.
# Seen:      "C: -|", "C.UTF-8: 55 hyphens and |" from the same program (2026-11-28).
# A reader:  sets a UTF-8 locale (C.UTF-8) itself where the user's is C, so that ncurses writes each run out. A test that replays
#            output through pyte does so too: else it finds text missing that xterm itself shows.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyte==0.8.2
cat > play.py <<'PY'
import os, pty, sys, pyte
program = '''
import curses, locale
locale.setlocale(locale.LC_ALL, "")
def draw(window):
    window.addstr(0, 0, "-" * 55 + "|")
    window.refresh()
curses.wrapper(draw)
'''
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM='xterm-256color', LC_ALL=sys.argv[1], LINES='5', COLUMNS='60')
    os.execv('/usr/bin/python3', ['python3', '-c', program])
out = b''
try:
    while data := os.read(terminal, 65536): out += data
except OSError: os.waitpid(pid, 0)
screen = pyte.Screen(60, 5)
pyte.Stream(screen).feed(out.decode().split('|')[0] + '|')
print(screen.display[0].rstrip(), '(REP sent)' if b'\x1b[54b' in out else '(no REP)')
PY
for locale in C C.UTF-8; do echo "$locale: $(venv/bin/python play.py $locale | tee $locale)"; done
[[ $(cat C) == '-| (REP sent)' && $(cat C.UTF-8) == "$(printf -- '-%.0s' {1..55})| (no REP)" ]]
