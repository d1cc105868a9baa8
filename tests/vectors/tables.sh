#!/bin/bash
# tables.sh BUILD [--update] - prints the tables of docs/vectors.md from `plumb vectors`; with --update writes them into
# that page.
set -u
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --update ]; } ||
    { echo "usage: tests/vectors/tables.sh BUILD [--update]" >&2; exit 2; }
case $1 in /*) program=$1/plumb ;; *) program=$PWD/$1/plumb ;; esac
cd "$(dirname "$0")/../.." || exit 2
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

tables=$("$program" vectors -o "$place/vectors") || exit 2
if [ $# -eq 1 ]; then
    echo "$tables"
else
    tests/repository/put_between.sh docs/vectors.md tables <<< "$tables"
fi
