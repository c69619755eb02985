#!/bin/sh
# Installs streamtui from the folder of this file, or removes it again.
#
#   ./install.sh [--prefix FOLDER]              FOLDER is /usr/local unless you say otherwise
#   ./install.sh --uninstall [--prefix FOLDER]
#
# The list of installed files lies in FOLDER/share/streamtui/installed. An installation over an older one removes
# the files that the new one lacks. Your configuration and state are never touched.
# With --staging, which packages use, no list is written.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/local
uninstall=0
staging=0

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
  --prefix)
    [ $# -ge 2 ] || fail "--prefix needs a folder, such as --prefix ~/.local"
    prefix=$2
    shift
    ;;
  --prefix=*) prefix=${1#--prefix=} ;;
  --uninstall) uninstall=1 ;;
  --staging) staging=1 ;;
  -h | --help)
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  *) fail "unknown option: $1 (expected --prefix FOLDER or --uninstall)" ;;
  esac
  shift
done
case $prefix in
'') fail "--prefix needs a folder, such as --prefix ~/.local" ;;
/*) ;;
*) prefix=$(pwd)/$prefix ;;
esac
list=$prefix/share/streamtui/installed

# Removes the files of a list, then the folders that this leaves empty; system folders stay, for they are not empty.
remove_listed() { # LIST
  while IFS= read -r file; do
    rm -f "$prefix/$file"
  done <"$1"
  while IFS= read -r file; do
    folder=$(dirname "$file")
    while [ "$folder" != . ]; do
      rmdir "$prefix/$folder" 2>/dev/null || break
      folder=$(dirname "$folder")
    done
  done <"$1"
}

if [ $uninstall -eq 1 ]; then
  [ -f "$list" ] ||
    fail "$prefix has no streamtui that this script installed ($list is missing). Name its folder: --prefix FOLDER"
  [ -w "$(dirname "$list")" ] ||
    fail "$prefix: you may not write there. Run it as the user who installed it, such as: sudo $0 --uninstall --prefix $prefix"
  copy=$(mktemp)
  cp "$list" "$copy"
  remove_listed "$copy"
  rm -f "$copy"
  printf 'streamtui is removed from %s. Your configuration and state are left: ~/.config/streamtui, ~/.local/state/streamtui\n' "$prefix"
  exit 0
fi

[ -f "$here/bin/streamtui" ] || fail "$here/bin/streamtui is missing: unpack the whole archive, and run its install.sh"
mkdir -p "$prefix" 2>/dev/null || true
if ! [ -d "$prefix" ] || ! [ -w "$prefix" ]; then
  fail "$prefix: you may not write there. Run it with sudo, or choose a folder of yours: $0 --prefix ~/.local"
fi

old=
if [ $staging -eq 0 ] && [ -f "$list" ]; then
  old=$(mktemp)
  cp "$list" "$old"
fi
cd "$here"
find bin share -type f | LC_ALL=C sort | while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")" ||
    fail "$prefix/$(dirname "$file"): this folder cannot be made. Choose another: $0 --prefix ~/.local"
  # To a new file first: a program that runs is not written over, and a full disk leaves the old one.
  if ! { cp -p "$file" "$prefix/$file.new" && mv -f "$prefix/$file.new" "$prefix/$file"; }; then
    rm -f "$prefix/$file.new"
    fail "$prefix/$file: it cannot be written. Check the rights and the free space of $prefix."
  fi
done
if [ $staging -eq 0 ]; then
  mkdir -p "$(dirname "$list")"
  {
    find bin share -type f
    echo share/streamtui/installed
  } | LC_ALL=C sort >"$list.new"
  mv -f "$list.new" "$list"
  if [ -n "$old" ]; then
    gone=$(mktemp)
    LC_ALL=C comm -23 "$old" "$list" >"$gone"
    remove_listed "$gone"
    rm -f "$old" "$gone"
  fi
  printf 'streamtui is installed: %s/bin/streamtui\n' "$prefix"
  case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) printf '%s/bin is not in your PATH. Add it, or start the program by its whole path.\n' "$prefix" ;;
  esac
fi
