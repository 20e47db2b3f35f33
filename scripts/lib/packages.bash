# shellcheck shell=bash
# The Debian and Ubuntu packages Luge needs, and how the missing ones get there.

# To build and to open a window. `a|b` is one package that has two names: Debian 13 and Ubuntu 24.04
# renamed libraries when time_t grew.
packages_build=(
  'libcurl4t64|libcurl4' libncurses6 tzdata   # what the Swift toolchain itself loads
  ca-certificates git g++ pkg-config          # SwiftPM: fetching, C and C++ headers, flags
  python3                                     # scripts/rooms, scripts/words
  qt6-base-dev libgl-dev                      # the window; Qt6Gui's headers include GL's
  libxcb1-dev                                 # asking X11 whether it has taken a frame
  libpango1.0-dev libcairo2-dev               # text and drawing
  libvips-dev libjpeg-dev libwebp-dev   # pictures,
  libgif-dev libseccomp-dev                   # and what confines their decoder,
  libcurl4-openssl-dev                        # and fetching them
  libfontconfig-dev fonts-noto-core           # fonts for the sample's scripts
  fonts-noto-cjk fonts-noto-color-emoji
  libgdk-pixbuf-2.0-dev                       # luge lab images compares with it
  libarchive-dev zlib1g-dev libyajl-dev libsqlite3-dev   # zip, gzip, JSON, the store
  libxml2-dev                                 # the HTML of posts
)

# What `luge lab all` draws its plots with, and `luge lab peers` compares with: setup leaves them to
# whoever wants a report. See Lab/Peers/README.md.
# shellcheck disable=SC2034
packages_report=(
  gnuplot-nox chromium libgtk-4-dev libjson-glib-dev qt6-declarative-dev
  qml6-module-qtquick qml6-module-qtquick-window qml6-module-qtqml-workerscript
)

# To run the window with no display, drive it and look at it; the tests do the same. valgrind counts
# instructions for scripts/bench.
packages_headless=(xvfb xdotool imagemagick x11-utils xclip zip unzip valgrind
  libhunspell-1.7-0                           # spelling; loaded when there is a dictionary
  gstreamer1.0-plugins-base                   # sound; loaded when something is played
  gstreamer1.0-plugins-good
  python3-xlib                                # drags files onto the window
  at-spi2-core dbus python3-gi                # reads the window as a screen reader does
  gir1.2-atspi-2.0
  gettext)                                    # scripts/words; building needs none of it

# What scripts/package needs, and looks at its packages with.
# shellcheck disable=SC2034
packages_package=(dpkg-dev librsvg2-bin patchelf lintian appstream desktop-file-utils
  debootstrap)

package_is_installed() {
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Clang takes the newest GCC folder it finds, even one that has no C++ headers: some packages bring
# libgcc-N-dev without libstdc++-N-dev.
cxx_header_package() {
  command -v clang >/dev/null || return 0
  local gcc
  gcc=$(clang -v 2>&1 | sed -n 's/^Selected GCC installation: //p')
  [[ -n $gcc ]] || return 0
  printf 'libstdc++-%s-dev\n' "${gcc##*/}"
}

missing_packages() {
  local name
  for name in "$@"; do
    package_is_installed "${name%|*}" || package_is_installed "${name#*|}" || printf '%s\n' "$name"
  done
}

# The one of a package's two names that this system knows.
known_name() {
  local first=${1%|*} second=${1#*|}
  if [[ $first != "$second" ]] && ! apt-cache show "$first" >/dev/null 2>&1; then
    first=$second
  fi
  printf '%s\n' "$first"
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif [[ -t 0 && -t 1 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
    -o Dpkg::Use-Pty=0 "$@" </dev/null
}

# Installs what is missing of the named packages; says nothing when there is nothing to do.
install_packages() {
  local missing names=() name log
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    for name in "${missing[@]}"; do names+=("$(known_name "$name")"); done
    die "these packages are missing, and neither root nor sudo is at hand. As root:" \
      "apt-get update && apt-get install --no-install-recommends ${names[*]}"
  fi
  say "asking apt for ${#missing[@]} missing packages"
  log=$(mktemp)
  # A failed update may still leave usable lists; whether they are shows at once.
  apt_get update >"$log" 2>&1 || tail -n 5 "$log" >&2
  for name in "${missing[@]}"; do names+=("$(known_name "$name")"); done
  say "installing ${names[*]}"
  # dpkg tells of each package in several lines, which matter only when something goes wrong.
  if ! apt_get install --no-install-recommends --no-remove "${names[@]}" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    die "apt-get could not install them (its last lines are above)"
  fi
  rm -f "$log"
}
