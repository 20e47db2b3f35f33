# shellcheck shell=bash
# What every script here starts with: the checkout's root as the working folder, and two ways to talk.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '==> %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  shift
  if (($# > 0)); then printf '  %s\n' "$@" >&2; fi
  exit 1
}

seconds_since() { printf '%d s' $((SECONDS - $1)); }
