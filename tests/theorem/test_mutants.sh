#!/bin/bash
# test_mutants.sh - each error that mutants.sh plants still changes its file: if the code was reformatted, a pattern
# that no longer matches would test nothing.
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
