#!/bin/sh
# run.sh TABLE... - trains the models of these tables (tables.json) that are not recorded yet, measures them with
# `plumb sink`, records the results, and prints the tables. After an interruption it continues where it stopped.
#
#   tests/emergence/run.sh small          one small table
#   tests/emergence/run.sh --again small  trains it again and compares it with the record
#   tests/emergence/run.sh all            every table in order: days of one processor
#
# EMERGENCE_PYTHON names a Python with the packages of requirements.txt; the default is that of the engines, or a new
# one in build/emergence-venv. EMERGENCE_TEXT names the text if the Debian package is unpacked elsewhere.
# Exit status: 0 if all is recorded, 1 if a run failed, 2 if something could not be run.
set -u

here=$(cd "$(dirname "$0")" && pwd) || exit 2
root=$(cd "$here/../.." && pwd) || exit 2
plumb=${PLUMB:-$root/build/plumb}
work=${EMERGENCE_WORK:-$root/build/emergence}
package=python3.11-doc

# Has this Python all that is pinned?
serves() {
    "$1" -c 'import sys
from importlib.metadata import version
for line in open(sys.argv[1]):
    name, _, wanted = line.partition("#")[0].strip().partition("==")
    assert not name or version(name).split("+")[0] == wanted' "$here/requirements.txt" 2> /dev/null
}

find_python() {
    for python in ${EMERGENCE_PYTHON:+"$EMERGENCE_PYTHON"} "$root/build/engines-venv/bin/python" \
        "$root/build/emergence-venv/bin/python"; do
        serves "$python" && return 0
    done
    echo "Installing the packages of requirements.txt" >&2
    rm -rf "$root/build/emergence-venv" && python3 -m venv "$root/build/emergence-venv" &&
        "$root/build/emergence-venv/bin/pip" --quiet --disable-pip-version-check install -r "$here/requirements.txt" &&
        serves "$python"
}

# The package unpacked, not installed: nothing outside the checkout is written.
find_text() {
    [ -z "${EMERGENCE_TEXT:-}" ] || return 0
    [ ! -d /usr/share/doc/python3.11/html/_sources ] || return 0
    EMERGENCE_TEXT=$work/text/usr/share/doc/python3.11/html/_sources
    export EMERGENCE_TEXT
    [ ! -d "$EMERGENCE_TEXT" ] || return 0
    mkdir -p "$work/text" && (cd "$work/text" && apt-get -qq download "$package" &&
        dpkg-deb -x "$package"_*.deb . && rm "$package"_*.deb)
}

names=
for word; do
    [ "$word" = --again ] || names="$names $word"
done
[ -n "$names" ] || { echo "usage: tests/emergence/run.sh [--again] TABLE..." >&2; exit 2; }
[ -x "$plumb" ] || { echo "run.sh: $plumb is missing: run make first" >&2; exit 2; }
find_python || { echo "run.sh: no Python with the packages of requirements.txt" >&2; exit 2; }
find_text || { echo "run.sh: the text is missing: install $package" >&2; exit 2; }
export PYTHONDONTWRITEBYTECODE=1 PLUMB="$plumb" EMERGENCE_WORK="$work"
"$python" "$here/tables.py" "$@" || exit 1
# shellcheck disable=SC2086
"$here/table.sh" $names
