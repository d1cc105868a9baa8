#!/bin/bash
# test_tutorial.sh - docs/add-an-operator.md names the files that an activation touches: those that name squared-relu,
# or its kernel, but for files of its own, what commands write and the theorem, which need not speak of it.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

page=docs/add-an-operator.md
most=25
git rev-parse --git-dir > /dev/null 2>&1 ||
    { echo "no git, or no tree of its own, to ask which files name it"; exit 77; }
named='squared[-_ ]relu|(weight|fast)/relu\b'
own='(^|/)[^/]*relu[^/]*$|^(spec|src|tests)/budget/'
written="^($page|proofs/.*\\.goals|proofs/(record|unproved_callers)\\.txt|docs/(operators|engines|faults)\\.md"
written="$written|tests/engines/(cases|findings)(/.*|\\.txt)|tests/(cli|diagnose|report|measure|portable)/[a-z_]*\\.txt)\$"

section=$(awk '/^## / { inside = $0 == "## An activation" } inside' "$page")
listed=$(grep -oE '\]\([^)#]+\)' <<< "$section" |
    sed -E 's/^\]\(//; s/\)$//; /^\.\.\//{ s///; b }; s,^,docs/,' | LC_ALL=C sort -u)
found=$(git grep -lIiE "$named" -- ':!tests/repository/test_tutorial.sh' |
    grep -vE "$own" | grep -vE "$written" | LC_ALL=C sort)
check 'an activation is named by files' "$([ "$(wc -l <<< "$found")" -ge 10 ] || echo "$found")"
check "$page names the files that an activation touches" "$(diff - <(echo "$found") <<< "$listed")"
count=$(wc -l <<< "$found")
check "they are at most $most" "$([ "$count" -le $most ] || echo "$count")"
words=(none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five)
check "$page counts them" "$(tr '\n' ' ' <<< "$section" | grep -qF "touches these ${words[$count]-$count}:" ||
    echo "not ${words[$count]-$count}")"
exit $fault
