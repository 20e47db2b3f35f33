# shellcheck shell=bash
# What every script here starts with: the checkout's root as the working folder, and two ways to talk.

# With it, `cd` goes elsewhere, and prints where.
unset CDPATH
# Whoever has no HOME, as in some services, has one in the list of users.
if [[ -z ${HOME-} ]]; then
  unset HOME
  export HOME=~
fi
# Of the folder that the script was called in: some go elsewhere.
if [[ -n ${LUGE_OUT-} && $LUGE_OUT != /* ]]; then LUGE_OUT=$PWD/$LUGE_OUT; fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '==> %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  shift
  if (($# > 0)); then printf '  %s\n' "$@" >&2; fi
  exit 1
}

seconds_since() { printf '%d s' $((SECONDS - $1)); }

# failed_tests FILE: the identifiers of the tests that failed, one a line, Module.Suite/function(), of the
# results that `swift test --xunit-output` writes.
failed_tests() {
  [[ -f $1 ]] || return 0
  grep -B1 '<failure' "$1" |
    sed -n 's/.*<testcase classname="\([^"]*\)" name="\([^"]*\)".*/\1\/\2/p' | sort -u
}

# filter_of TEST...: what `swift test --filter` takes for exactly these.
filter_of() {
  printf '%s\n' "$@" | sed 's/[][().*+?|^$]/\\&/g; s/.*/^&/' | paste -s -d '|'
}
