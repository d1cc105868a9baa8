#!/bin/sh
# test_status.sh - the table of docs/operators.md agrees with the program, the tree and the ledgers.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=${PLUMB:-build/plumb}
fault=0
wanted=$(mktemp) || exit 2
found=$(mktemp) || exit 2
trap 'rm -f "$wanted" "$found"' EXIT

report() { # report NAME STATUS [FILE]: the lines of the file say what is wrong
    if [ "$2" -eq 0 ]; then
        echo "ok $1"
    else
        echo "not ok $1"
        [ $# -lt 3 ] || sed 's/^/    /' "$3"
        fault=1
    fi
}

tests/repository/status.sh "$(dirname "$program")" > "$wanted"
[ -s "$wanted" ]
report 'the program lists its operators' $?

awk '/<!-- \/status -->/ { inside = 0 } inside; /<!-- status -->/ { inside = 1 }' docs/operators.md > "$found"
difference=$(diff "$found" "$wanted")
[ -z "$difference" ]
status=$?
echo "$difference" > "$found"
report 'docs/operators.md shows the table of tests/repository/status.sh' $status "$found"

"$program" conventions --markdown | awk -F'`' 'NR > 2 && $2 ~ /^[a-z0-9_]+$/ && $2 !~ /^(precision|qk_matmul_output_mode)$/ { print $2 }' |
    sort -u | while read -r axis; do
    grep -qF "\`$axis\`" spec/choices.md || echo "$axis"
done > "$found"
[ ! -s "$found" ]
report 'spec/choices.md names every axis that the program lists' $? "$found"

grep -oE '\]\(\.\./(src|tests)/[^)]*\)' "$wanted" | tr -d '()]' | cut -c4- | sort -u | while read -r file; do
    [ -f "$file" ] || echo "$file is not there"
done > "$found"
[ ! -s "$found" ]
report 'every kernel that the table names is there' $? "$found"

awk -F'|' 'NR > 2 && ($7 + 0 == 0 || $8 ~ /no/) { print $3 ":" $7 "goals proved, reference test" $8 }' \
    "$wanted" > "$found"
[ ! -s "$found" ]
report 'every row is proved and held against the reference' $? "$found"
exit $fault
