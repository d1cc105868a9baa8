#!/bin/sh
# test_short_memory.sh - if memory runs out at any point of a command: one line and exit code 2, never a crash or a
# partial verdict.  test_memory of the readers fails every allocation; here, those of FLINT and GMP fail.
library=short_memory.c
. "$(dirname "$0")/preload.sh"
! sanitized || { echo 'not tested under an address sanitizer'; exit 77; }

answer=$place/answer.npy
# Each number of allocations, an eighth more than the last, until the command ends as it does with all.
short() { # short CODE COMMAND...
    all=$1 refusals=0 allocations=150
    shift
    while [ $allocations -lt 100000 ]; do
        with ALLOCATIONS=$allocations "$@"
        code=$?
        if [ $code -eq 2 ]; then
            [ "$(wc -l < "$place/error")" -eq 1 ] && grep -q '^plumb: .*not enough memory' "$place/error" || break
            refusals=$((refusals + 1))
        else
            [ $code -ne "$all" ] || [ $refusals -lt 4 ] || return 0
            break
        fi
        rm -f "$answer"
        allocations=$((allocations * 9 / 8))
    done
    echo "after $allocations allocations and $refusals refusals: exit code $code, and"
    cat "$place/error"
    return 1
}

rounded=tests/engines/cases/gpt-oss-rope-bf16-full.safetensors
check 'diff of what is wrong' short 1 "$plumb" diff $wrong
check 'eval --round, which escalates' short 0 "$plumb" eval $rounded --emit output --round f64 -o "$answer"
differing=tests/engines/cases/pytorch-math-bf16
check 'same' short 3 "$plumb" same $differing-causal.safetensors $differing-reduced.safetensors
check 'diagnose' short 0 "$plumb" diagnose $right
exit $fault
