#!/bin/sh
# packages.sh PACKAGE... - installs missing Debian packages and names them.  A|B is A, or B if this release has no A.
# Without apt-get it only names what is missing.  DEPS=no: do nothing.
set -eu
[ "${DEPS-}" != no ] || exit 0

installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

offered() {
    apt-cache policy "$1" 2> /dev/null | grep -q 'Candidate: [^(]'
}

# The first of A|B that is installed, or else that this release has; A if it is not known what it has.
chosen() {
    for one in $(echo "$1" | tr '|' ' '); do
        if installed "$one" || offered "$one"; then echo "$one"; return; fi
    done
    echo "${1%%|*}"
}

# Each once: two may stand for one.
missing_packages() {
    found=
    for package in "$@"; do
        package=$(chosen "$package")
        case "$found " in *" $package "*) continue ;; esac
        installed "$package" || found="$found $package"
    done
    printf '%s' "$found"
}

includes() {
    printf '#include <%s>\n' "$1" | ${CC:-cc} -E - > /dev/null 2>&1
}

# Whether a package shows by what it brings, whoever installed it; those that do not show are left to the build.
shows() {
    case $1 in
    gcc) command -v "${CC:-cc}" ;;
    make | jq | clang | cmake | coqc | why3 | cvc4 | cvc5) command -v "$1" ;;
    g++) command -v "${CXX:-c++}" ;;
    python3) command -v python3 ;;
    coq) command -v coqc ;;
    frama-c-base) command -v frama-c ;;
    pkg-config) command -v pkg-config || command -v pkgconf ;;
    libjansson-dev) includes jansson.h ;;
    libflint-arb-dev*) includes flint/arb.h || includes arb.h ;;
    libflint-dev) includes flint/flint.h ;;
    libgmp-dev) includes gmp.h ;;
    check) includes check.h ;;
    esac > /dev/null
}

if ! command -v apt-get > /dev/null; then
    missing=
    for package in "$@"; do
        shows "$package" || missing="$missing ${package%%|*}"
    done
    [ -n "$missing" ] || exit 0
    echo "packages.sh: missing, by the names that Debian has for them:$missing; install them with the package manager" \
        "of this system, or say DEPS=no to go on without" >&2
    exit 2
fi

[ -n "$(missing_packages "$@")" ] || exit 0
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -qq update
missing=$(missing_packages "$@")
[ -n "$missing" ] || exit 0
echo "Installing Debian packages:$missing"
# shellcheck disable=SC2086
$as_root apt-get -qq install -y --no-install-recommends $missing > /dev/null
