# shellcheck shell=bash
# Two people on a server of one's own, each with a window. What the server and the windows know is in
# a folder of its own, and gone afterwards; Synapse stays installed. Needs display.bash.

live_home=
live_programs=()

free_port() {
  python3 -c 'import socket
with socket.socket() as one: one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])'
}

# Starts a server that nobody else uses.
begin_live() {
  local installed=${LUGE_MATRIX:-${XDG_CACHE_HOME:-$HOME/.cache}/luge-matrix}
  live_home=$(mktemp -d)
  trap end_live EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  export LUGE_MATRIX_INSTALLED=${LUGE_MATRIX_INSTALLED:-$installed}
  export LUGE_MATRIX=$live_home/server
  LUGE_MATRIX_PORT=$(free_port)
  export LUGE_MATRIX_PORT
  "$root/scripts/matrix" start
  "$root/scripts/matrix" fill 60
}

# Also where somebody does not wait for its end: what was begun is taken away.
end_live() {
  trap '' HUP INT TERM
  local window
  for window in "${live_programs[@]}"; do end_process "$window"; done
  remove_people
  "$root/scripts/matrix" stop || true
  rm -rf "$live_home"
  say "the server is stopped, and what it knew is gone"
}

# as_person NAME COMMAND…: what it keeps is that person's, and nobody else's.
as_person() {
  local home=$live_home/$1
  shift
  XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache "$@"
}

# Tokens may be with the desktop's keeper of secrets, which is not in the folder.
remove_people() {
  local name
  for name in anna ben; do
    [[ ! -d $live_home/$name ]] ||
      as_person "$name" timeout 10 "$program" account remove "$name" >/dev/null 2>&1 || true
  done
}

add_people() {
  local name
  for name in anna ben; do
    printf '%s-secret\n' "$name" |
      as_person "$name" "$program" account add "http://localhost:$LUGE_MATRIX_PORT" "$name" \
        >/dev/null || die "$name's account was not added"
  done
}

# Opens both windows, and waits until one is closed.
show_people() {
  local name
  for name in anna ben; do
    # The number of the window's program, and not of a shell that waits for it.
    as_person "$name" exec "$program" live Garden --size 860x640 "$@" &
    live_programs+=($!)
  done
  say "two windows: anna and ben; what one writes the other one sees" \
    "(closing one of them ends this)"
  wait -n "${live_programs[@]}" || true
}
