#!/bin/bash
# test_mutants.sh - each error that mutants.sh plants is still a change of its file: where the code was laid out anew,
# a pattern that no longer fits tries nothing.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

changes_nothing() {
    while IFS='|' read -r name file expression; do
        case $name in '' | '#'*) continue ;; esac
        sed "$expression" "src/compare/$file" | cmp -s - "src/compare/$file" && echo "$name: $expression"
    done < <(cat tests/compare/mutants.txt tests/compare/*_mutants.txt)
}
check 'every planted error changes its file' "$(changes_nothing)"
exit $fault
