#!/bin/bash
# tables.sh BUILD [--update] - prints the tables of docs/challenge.md from BUILD/tests/challenge/checkers; with --update
# writes them into that page.
set -u
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --update ]; } ||
    { echo "usage: tests/challenge/tables.sh BUILD [--update]" >&2; exit 2; }
case $1 in /*) program=$1/tests/challenge/checkers ;; *) program=$PWD/$1/tests/challenge/checkers ;; esac
cd "$(dirname "$0")/../.." || exit 2
tables=$("$program") || exit 2
if [ $# -eq 1 ]; then
    echo "$tables"
else
    tests/repository/put_between.sh docs/challenge.md checkers <<< "$tables"
fi
