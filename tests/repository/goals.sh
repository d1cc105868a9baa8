#!/bin/bash
# goals.sh [--update] - prints how many goals of each kind the ledgers have, in words; with --update writes it between
# the marker comments <!-- goals --> of the documents.
set -u
[ $# -eq 0 ] || { [ $# -eq 1 ] && [ "$1" = --update ]; } || { echo "usage: tests/repository/goals.sh [--update]" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 2
documents=(README.md docs/assurance.md proofs/README.md)

kinds() { find "$1" -name '*.goals' -exec cat {} + | awk -f proofs/kinds.awk; }
paragraph() {
    kinds proofs | awk -v fast="$(kinds proofs/fast)" '
    function said(line, what,   part, n, i) { # the number before WHAT
        n = split(line, part, /, | \(/)
        for (i = 1; i <= n; i++) if (index(part[i], " " what)) return part[i] + 0
        return 0
    }
    function shown(number) { return number < 1000 ? number : int(number / 1000) "," sprintf("%03d", number % 1000) }
    function count(what) { return shown(said($0, what)) }
    function proved(line,   part, n, i, sum) {
        n = split(line, part, ", ")
        for (i = 1; i <= n; i++) if (part[i] !~ / smoke tests/) sum += part[i]
        return sum
    }
    {
        smoke = said($0, "smoke tests")
        single = said($0, "of single statements")
        print "Frama-C generates " shown(proved($0) + smoke) " proof goals. " shown(proved($0)) " are proved: " \
            count("lemmas") " lemmas, " count("postconditions") " postconditions, " count("assertions") " assertions, " \
            count("invariants") " loop invariants (initially or again), " count("variants") " loops that end, " \
            count("preconditions") " preconditions of calls, " count("memory") \
            " operations without overflow or access beyond an array, and " count("assigns") \
            " frame conditions (nothing else is written). " shown(proved(fast)) \
            " of these belong to the fast path, whose numbers are not proved. The other " shown(smoke) \
            " goals are smoke tests: a solver searched for a contradiction and found none, which proves nothing. " \
            shown(single) " smoke tests cover single statements and calls: they run when a text has changed, and a " \
            "random 3 % of them run whenever everything is proved."
    }' | fmt -w 118
}

[ $# -eq 1 ] || { paragraph; exit; }
new=$(mktemp) || exit 2
trap 'rm -f "$new"' EXIT
for document in "${documents[@]}"; do
    awk -v paragraph="$(paragraph)" '
        /<!-- \/goals -->/ { inside = 0 }
        !inside
        /<!-- goals -->/ { inside = 1; print paragraph }' "$document" > "$new" && cat "$new" > "$document"
done
