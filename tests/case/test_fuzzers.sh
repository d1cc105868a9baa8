#!/bin/bash
# test_fuzzers.sh - every target of `make fuzz` builds, and takes its own seeds and those of the others.
set -u
cd "$(dirname "$0")/../.." || exit 2
programs=$(dirname "$(realpath "${PLUMB:-build/plumb}")")/fuzz
. tests/repository/check.sh
for source in fuzz/*/fuzz_*.c; do
    name=${source#fuzz/}
    check "${name%.c} takes every seed" "$(
        "$programs/${name%.c}" fuzz/corpus/*/* 2>&1 | grep -vx "$(find fuzz/corpus -type f | wc -l) files replayed")"
done
exit $fault
