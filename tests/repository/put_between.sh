#!/bin/sh
# put_between.sh PAGE NAME - replaces the lines between <!-- NAME --> and <!-- /NAME --> of the page by the standard
# input.
set -u
[ $# -eq 2 ] || { echo "usage: tests/repository/put_between.sh PAGE NAME < TEXT" >&2; exit 2; }
text=$(mktemp) || exit 2
trap 'rm -f "$text"' EXIT
cat > "$text"
sed -i -e "/<!-- $2 -->/,/<!-- \\/$2 -->/{" -e "/<!-- $2 -->/r $text" -e "/<!-- \\/*$2 -->/!d" -e '}' "$1"
