# shellcheck shell=bash
# Two people on a server of one's own, each with a window.

live_folder=${LUGE_MATRIX:-${XDG_CACHE_HOME:-$HOME/.cache}/luge-matrix}
live_address=http://localhost:${LUGE_MATRIX_PORT:-8108}
live_programs=()

end_live() {
  local program
  for program in "${live_programs[@]}"; do kill "$program" 2>/dev/null || true; done
  wait 2>/dev/null || true
}

# as_person NAME COMMAND…: what it keeps is that person's, and nobody's else.
as_person() {
  local home=$live_folder/people/$1
  shift
  XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache "$@"
}

# The accounts are new when the server is.
add_people() {
  local name
  for name in anna ben; do
    as_person "$name" "$program" account list 2>/dev/null | grep -qF " on $live_address" && continue
    rm -rf "$live_folder/people/$name"
    printf '%s-secret\n' "$name" |
      as_person "$name" "$program" account add "$live_address" "$name" >/dev/null ||
      die "$name's account was not added"
  done
}

# Opens both windows and waits until both are closed.
show_people() {
  local name
  trap end_live EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  for name in anna ben; do
    as_person "$name" "$program" live Garden --size 860x640 "$@" &
    live_programs+=($!)
  done
  say "two windows: anna and ben; what one writes the other one sees"
  wait "${live_programs[@]}" || true
  say "the server goes on; scripts/matrix stop ends it, scripts/matrix clear forgets it"
}
