# shellcheck shell=bash
# A virtual display, and a reader's hands on the window that is shown there.

scratch=
display_pid=
program_pid=

# Ends what was started here, by its id, and waits for it: asked first, then told.
end_process() {
  local pid=$1 signal
  [[ -n $pid ]] || return 0
  for signal in TERM TERM KILL; do
    kill "-$signal" "$pid" 2>/dev/null || break
    until_true 2 process_is_gone "$pid" && break
  done
  wait "$pid" 2>/dev/null || true
}

process_is_gone() { ! kill -0 "$1" 2>/dev/null; }

end_all() {
  end_process "$program_pid"
  end_process "$display_pid"
  if [[ -n $scratch ]]; then rm -rf "$scratch"; fi
}

# until_true SECONDS COMMAND…: asks five times a second; false when the time is over.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.2
  done
}

start_display() {
  scratch=$(mktemp -d)
  trap end_all EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # The server picks a free number and writes it to the descriptor when it takes connections.
  Xvfb -displayfd 3 -screen 0 "${LUGE_SCREEN:-1280x1024}x24" -noreset -nolisten tcp \
    3>"$scratch/number" >"$scratch/server.log" 2>&1 &
  display_pid=$!
  if ! until_true 20 test -s "$scratch/number"; then
    cat "$scratch/server.log" >&2
    die "Xvfb does not start (its messages are above)"
  fi
  DISPLAY=":$(<"$scratch/number")"
  export DISPLAY QT_QPA_PLATFORM=xcb XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$scratch}
  # The window opens as on the first day, and what it remembers is nobody's.
  export XDG_CONFIG_HOME=$scratch/config
  unset WAYLAND_DISPLAY
  say "started Xvfb on display $DISPLAY"
}

program_runs() { kill -0 "$program_pid" 2>/dev/null; }
program_is_gone() { ! program_runs; }

# What the program ended with, where it should not have ended yet.
die_unless_running() {
  local status=0
  program_runs && return 0
  wait "$program_pid" || status=$?
  program_pid=
  die "the program ended with status $status $1"
}

# The largest window the program has on screen; toolkits map small helpers too.
find_window() {
  local id largest=0 WIDTH HEIGHT
  window=
  program_runs || return 0
  for id in $(xdotool search --onlyvisible --pid "$program_pid" 2>/dev/null); do
    WIDTH=0 HEIGHT=0
    eval "$(xdotool getwindowgeometry --shell "$id" 2>/dev/null | grep -E '^(WIDTH|HEIGHT)=[0-9]+$')"
    if ((WIDTH * HEIGHT > largest)); then
      largest=$((WIDTH * HEIGHT))
      window=$id
    fi
  done
  [[ -n $window ]]
}

colours_of() { identify -format '%k' "$1" 2>/dev/null || printf 0; }

take_picture() { import -silent -window "$window" "png:$1"; }

# More than the menu bar and an empty list.
has_painted() {
  program_runs || return 0
  take_picture "$scratch/look.png" 2>/dev/null && (($(colours_of "$scratch/look.png") > 32))
}

is_still() {
  program_runs || return 0
  take_picture "$scratch/now.png"
  cmp -s "$scratch/now.png" "$scratch/before.png" && return 0
  mv "$scratch/now.png" "$scratch/before.png"
  return 1
}

# Until two looks in a row are the same. A window that never rests is not this script's to judge.
wait_until_still() {
  rm -f "$scratch/before.png"
  until_true 15 is_still || true
}

has_changed() {
  program_runs || return 0
  take_picture "$scratch/now.png"
  ! cmp -s "$scratch/now.png" "$scratch/reference.png"
}

# jump_by KEY: waits for the list to leave, which a place that must be read first may delay, and to
# arrive. A list that is there already, or fits the window, does not leave.
jump_by() {
  take_picture "$scratch/reference.png"
  xdotool key --clearmodifiers "$1"
  until_true 3 has_changed || true
  wait_until_still
}

repeat_key() { xdotool key --clearmodifiers --delay 30 --repeat "$2" "$1"; }
turn_wheel() { xdotool click --delay 16 --repeat "$2" "$1"; }

# Events of the X server, not messages to the window: they take the way a hand's events take.
scroll_through() {
  local X Y WIDTH HEIGHT line older=4 newer=5
  eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y|WIDTH|HEIGHT)=-?[0-9]+$')"
  xdotool windowfocus "$window" mousemove $((X + WIDTH * 2 / 3)) $((Y + HEIGHT / 2))

  say "scrolling: wheel"
  turn_wheel "$older" 60
  turn_wheel "$newer" 20
  say "scrolling: Page Up, Home, Page Down, End"
  repeat_key Prior 20
  jump_by Home
  repeat_key Next 20
  # The thumb is at the lower end once the list is there.
  jump_by End
  say "scrolling: the scroll bar from the end to the middle"
  xdotool mousemove $((X + WIDTH - 8)) $((Y + HEIGHT - 28)) mousedown 1
  for ((line = HEIGHT - 28; line > HEIGHT / 2; line -= 8)); do
    xdotool mousemove $((X + WIDTH - 8)) $((Y + line)) sleep 0.016
  done
  xdotool mouseup 1 mousemove $((X + WIDTH * 2 / 3)) $((Y + HEIGHT / 2))
  turn_wheel "$newer" 20
  wait_until_still
}

# show_and_scroll PICTURE COMMAND…: the command's window on a virtual display, from its first
# painting to its end by Ctrl+Q, with a picture taken after the scrolling.
show_and_scroll() {
  local picture=$1 status=0
  shift
  start_display
  "$@" &
  program_pid=$!
  until_true 60 find_window || die "no window came within 60 s"
  die_unless_running "before it showed a window"
  until_true 60 has_painted || die "the window stayed empty for 60 s"
  wait_until_still
  die_unless_running "before it was scrolled"
  mv "$scratch/before.png" "$scratch/first.png"

  scroll_through
  die_unless_running "while it was scrolled"
  take_picture "$picture"
  (($(colours_of "$picture") > 1)) || die "the picture is of one colour: $picture"

  say "closing the window with Ctrl+Q"
  xdotool key --clearmodifiers ctrl+q
  until_true 20 program_is_gone || die "Ctrl+Q did not close the window within 20 s"
  wait "$program_pid" || status=$?
  program_pid=
  ((status == 0)) || die "the program ended with status $status"
}

# Whether the scrolling changed what the window shows.
picture_moved() { ! cmp -s "$scratch/first.png" "$1"; }
