#!/bin/sh
# test_ends.sh - exit code 1 always means FAIL, whatever happens to the program's threads, its memory and the loaded
# libraries.
. "$(dirname "$0")/preload.sh"

with "$plumb" diff $right --json
sed '/"seconds"/d' "$place/said" > "$place/report"
same() { # same NAME=VALUE... COMMAND...: the report that two threads write
    ends 0 0 "$@" && sed '/"seconds"/d' "$place/said" | cmp - "$place/report"
}

for threads in 64 40000; do
    check "$threads threads: the same report" same OMP_NUM_THREADS=$threads "$plumb" diff $right --json
    ! sanitized || { echo 'skipped: little memory, under an address sanitizer'; continue; }
    check "$threads threads, little memory: the same report" same OMP_NUM_THREADS=$threads \
        sh -c 'ulimit -v 400000 && exec "$@"' sh "$plumb" diff $right --json
done
for started in 0 1; do
    check "where $started threads can be started: the same report" same PRELOAD_THREADS=$started \
        "$plumb" diff $right --json
    check "and FAIL is FAIL" ends 1 0 PRELOAD_THREADS=$started "$plumb" diff $wrong
done
check 'stacks of 64 kB are not those of its threads' same OMP_STACKSIZE=64k "$plumb" diff $right --json

with PRELOAD_TRAPS=1 true
if [ $? -eq 77 ]; then echo 'skipped: this machine traps no exceptions'; else
    check 'traps do not end it' same PRELOAD_TRAPS=1 "$plumb" diff $right --json
    check 'nor diagnose' ends 0 0 PRELOAD_TRAPS=1 "$plumb" diagnose $right
fi
if threads_start; then
    for code in 0 1; do
        check "exit($code) of a library is no verdict" ends 2 1 PRELOAD_EXIT=$code "$plumb" diff $right
    done
fi
exit $fault
