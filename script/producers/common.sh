# What the producers share: packages in the folder $work, a server on 127.0.0.1, and a subscription of the program
# $program with a state of its own. `run` starts a producer with $work and $program; nothing outlives it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export HOME=$work LC_ALL=C.UTF-8 TZ=UTC XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache XDG_CONFIG_HOME=$work/config
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 SOURCE_DATE_EPOCH=1709287200
servers=()
trap 'for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null || true; done' EXIT
cd "$work"

# pypi PACKAGE==VERSION …: into a virtual environment, whose programs come first.
pypi() {
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet "$@"
  PATH=$work/venv/bin:$PATH
}

# debian PACKAGE …: unpacks them, with what they depend on and the machine lacks.
debian() {
  mkdir -p "$work/debs/partial" "$work/root"
  apt-get install --yes --quiet --download-only --no-install-recommends --reinstall \
    -o Dir::Cache::archives="$work/debs" "$@" >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; exit 2; }
  for deb in "$work"/debs/*.deb; do dpkg -x "$deb" "$work/root"; done
  # Links of packages to one another are to stay among the unpacked ones.
  find "$work/root" -type l -lname '/*' | while read -r link; do
    target=$work/root$(readlink "$link")
    if [ -e "$target" ]; then ln -sfn "$target" "$link"; fi
  done
  PATH=$work/root/usr/bin:$work/root/usr/sbin:$PATH
  export LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu:$work/root/lib/x86_64-linux-gnu
  export PERL5LIB=$work/root/usr/share/perl5:$work/root/usr/lib/x86_64-linux-gnu/perl5/5.36
}

# php_cgi: sets $php and $php_cli to the unpacked PHP, with an ini file that loads its modules.
php_cgi() {
  local modules
  modules=$(find "$work/root/usr/lib/php" -maxdepth 1 -type d -name '20*')
  {
    printf 'extension_dir=%s\n' "$modules"
    for module in $(cd "$modules" && ls | grep -vE 'opcache|ffi' | sort -t . -k 1,1); do printf 'extension=%s\n' "$module"; done
  } >"$work/php.ini"
  # The modules of XML rest on this one.
  sed -i '/extension=dom.so/d; /extension=xmlreader.so/d; /extension=xsl.so/d' "$work/php.ini"
  printf 'extension=dom.so\nextension=xmlreader.so\n' >>"$work/php.ini"
  php=$(find "$work/root/usr/bin" -name 'php-cgi8*' | head -1)
  php_cli=$(find "$work/root/usr/bin" -name 'php8*' | head -1)
  export PHPRC=$work PHP_INI_SCAN_DIR=
}

# background COMMAND …: a server, which ends with the script. `awaited URL` waits for its first answer, 30 s at most.
background() { "$@" >>"$work/server.log" 2>&1 & servers+=($!); }
awaited() {
  for _ in $(seq 150); do
    if curl -s -o /dev/null --max-time 2 "$1"; then return; fi
    sleep 0.2
  done
  printf 'no answer from %s\n' "$1" >&2
  tail -5 "$work/server.log" >&2
  exit 2
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# serve FOLDER: its files at $url.
serve() {
  port=$(free_port) url=http://127.0.0.1:$port served=$1
  background python3 -m http.server --bind 127.0.0.1 --directory "$1" "$port"
  awaited "$url/"
}
# serve_cgi PROGRAM: a CGI program at $url, with what follows in the address as PATH_INFO.
serve_cgi() {
  port=$(free_port) url=http://127.0.0.1:$port
  background python3 "$here/cgi-server" "$port" "$1"
  awaited "$url/"
}

# subscribe ADDRESS: the first fetch. refreshed NEW EDITED: fetches again, and states what is news.
subscribe() {
  "$program" add --yes --name feed "$1" >"$work/added" 2>&1 || { cat "$work/added" >&2; exit 1; }
}
refreshed() {
  # A server of files tells seconds apart, no more.
  moment=$((${moment:-0} + 1))
  if [ -n "${served:-}" ]; then find "$served" -type f -exec touch -d "+$moment minutes" {} +; fi
  local news
  news=$("$program" refresh --format tsv feed 2>"$work/refresh.log" | cut -f 3,4 | tr '\t' ' ')
  if [ "$news" != "$1 $2" ]; then
    printf 'new and edited: %s (expected %s %s) %s\n' "$news" "$1" "$2" "$(cat "$work/refresh.log")" >&2
    failed=1
  fi
}
failed=0
# posts EXPRESSION …: Python over `posts`, the dump of the subscription; each is to be true.
posts() { "$program" dump --format ndjson "${source:-feed}" | python3 "$here/expect" "$@" || failed=1; }
ended() { exit "$failed"; }
