#!/bin/sh
# status.sh BUILD [--update] - prints the table of docs/operators.md: what `plumb operators --markdown` lists, the
# number of goals in the ledgers of its kernels (without smoke tests; 0 if a kernel has no ledger), and the
# test that compares it with the reference.
# With --update writes it between the marker comments of that page.
set -u
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --update ]; } ||
    { echo "usage: tests/repository/status.sh BUILD [--update]" >&2; exit 2; }
case $1 in /*) build=$1 ;; *) build=$PWD/$1 ;; esac
cd "$(dirname "$0")/../.." || exit 2
page=docs/operators.md

# The test that draws whole problems with that function, and evaluates them by the kernels and by the reference.
reference_of() { # reference_of FUNCTION
    reference=$(grep -l "$1" tests/*/test_*.c | xargs -r grep -l plumb_evaluate_row |
        xargs -r grep -l plumb_exact_by_definition | head -1)
    if [ -n "$reference" ]; then
        echo "[yes]($reference)"
    else
        echo no
    fi
}

table() {
    "$build/plumb" operators --markdown | awk -F'|' -v operators="$(reference_of draw_operator_problem)" \
        -v positions="$(reference_of draw_position)" '
    function goals_of(stem,    line, count) {
        while ((getline line < ("proofs/" stem ".goals")) > 0)
            if (line !~ / smoke$/)
                count++
        close("proofs/" stem ".goals")
        return count + 0
    }
    NR == 1 { print $0 " goals proved | reference test |"; next }
    NR == 2 { print $0 "---|---|"; next }
    {
        goals = 0
        missing = 0
        rest = $6
        while (match(rest, /\(src\/[^)]*\.c\)/)) {
            found = goals_of(substr(rest, RSTART + 5, RLENGTH - 8))
            goals += found
            missing = missing || found == 0
            rest = substr(rest, RSTART + RLENGTH)
        }
        positional = $2 ~ /position|rope_scaling|alibi_form/
        print $0 " " (missing ? 0 : goals) " | " (positional ? positions : operators) " |"
    }' | sed -E 's,\]\((src|tests)/,](../\1/,g' # links from the page
}

if [ $# -eq 1 ]; then
    table
    exit
fi
new=$(mktemp) || exit 2
trap 'rm -f "$new" "$new.table"' EXIT
table > "$new.table" && awk -v table="$new.table" '
    /<!-- \/status -->/ { inside = 0 }
    !inside
    /<!-- status -->/ {
        inside = 1
        while ((getline line < table) > 0)
            print line
    }' "$page" > "$new" && cat "$new" > "$page"
