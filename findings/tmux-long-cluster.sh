#!/bin/bash
# What:      tmux keeps at most 21 bytes of a cluster and drops the marks that do not fit, without a replacement character.
# Version:   tmux 3.3a (Debian 12: tmux 3.3a-3).
# Behaviour: A cell holds 21 bytes of UTF-8. A further mark is dropped alone: base and earlier marks stay, the width stays 1, and the
#            next letter stands where it should. A Tibetan stack of nine scalars (27 bytes), as seed syllables have it, loses two.
# Seen:      "sent 9 scalars, kept 7, lost U+0FBB U+0F82, then |" (2026-11-28).
# A reader:  must not take text back from the screen of tmux (a selection, capture-pane) as the text of a post: it copies from its
#            own text. It counts such a cluster as one column, and does not cut it itself: other terminals show all of it.
set -euo pipefail
dir=$(mktemp -d)
export LC_ALL=C.UTF-8 TMUX_TMPDIR=$dir LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu
trap '"$dir/root/usr/bin/tmux" -L own kill-server 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get -q download tmux=3.3a-3 libevent-core-2.1-7 libutempter0 >/dev/null 2>&1
for deb in ./*.deb; do dpkg -x "$deb" root; done
unset TMUX
tmux() { "$dir/root/usr/bin/tmux" -L own -f /dev/null "$@"; }
tmux -V
cluster=$'\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82'
echo "$cluster|" > text
tmux new-session -d -x 20 -y 3 'cat text; sleep 20'
for ((i = 0; i < 50; i++)); do
    got=$(tmux capture-pane -p | head -n 1)
    [[ $got == *'|' ]] && break
    sleep 0.1
done
kept=${got%|}
lost=${cluster#"$kept"}
printf 'sent %d scalars, kept %d, lost' "${#cluster}" "${#kept}"
for ((i = 0; i < ${#lost}; i++)); do printf ' U+%04X' "'${lost:i:1}"; done
printf ', then %s\n' "${got#"$kept"}"
[[ ${#kept} == 7 && $cluster == "$kept"* && $got == "$kept|" ]]
