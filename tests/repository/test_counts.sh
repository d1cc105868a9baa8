#!/bin/bash
# test_counts.sh - the counts on the pages are right.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

counted=$(tests/repository/counts.sh "$(dirname "${PLUMB:-build/plumb}")")
check 'things are counted' "$([ "$(wc -l <<< "$counted")" -ge 3 ] || echo "'$counted'")"
while IFS='|' read -r page pattern text; do
    check "$page says: $text (else: tests/repository/counts.sh build --update)" "$(
        found=$(grep -oE "$pattern" "$page")
        [ "$found" = "$text" ] || echo "'$found'")"
done <<< "$counted"
exit $fault
