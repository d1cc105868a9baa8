#!/bin/bash
# test_mutants.sh - each error that mutants.sh plants is still a change of its file: where the code was laid out anew,
# a pattern that no longer fits tries nothing.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

changes_nothing() {
    while IFS='|' read -r name file expression; do
        case $name in '' | '#'*) continue ;; esac
        sed "$expression" "src/$file" | cmp -s - "src/$file" && echo "$name: $expression"
    done < tests/theorem/mutants.txt
}
check 'every planted error changes its file' "$(changes_nothing)"
exit $fault
