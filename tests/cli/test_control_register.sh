#!/bin/sh
# test_control_register.sh - if a library changes the SSE control register without the C library, in the program or in
# its threads, the program refuses in one line and prints no number.
case $(uname -m) in x86_64) ;; *) echo "not an x86-64: it has no MXCSR"; exit 77 ;; esac
. "$(dirname "$0")/preload.sh"

numbers=$place/numbers.safetensors
refused() { # refused MESSAGE NAME=VALUE... COMMAND...
    message=$1
    rm -f "$numbers"
    shift
    ends 2 1 "$@" && grep -qF "$message" "$place/error" && [ ! -s "$place/said" ] && [ ! -e "$numbers" ]
}

worker=
! threads_start || worker=PRELOAD_WORKER_MXCSR

while read -r register message; do
    for where in PRELOAD_MXCSR $worker; do
        setting="$where=$register"
        check "$setting: diff refuses what is right" refused "$message" "$setting" "$plumb" diff $right
        check "$setting: diff refuses what is wrong" refused "$message" "$setting" "$plumb" diff $wrong
        # so small a problem is evaluated on the first thread alone
        [ "$where" != PRELOAD_MXCSR ] ||
            check "$setting: eval" refused "$message" "$setting" "$plumb" eval $right --emit output -o "$numbers"
        check "$setting: eval --round" refused "$message" "$setting" \
            "$plumb" eval $right --emit output --round f32 -o "$numbers"
        check "$setting: diagnose" refused "$message" "$setting" "$plumb" diagnose $wrong
        check "$setting: sink" refused "$message" "$setting" "$plumb" sink $right
    done
done << 'SETTINGS'
0x5f80 the rounding mode is not to nearest
0x3f80 the rounding mode is not to nearest
0x7f80 the rounding mode is not to nearest
0x9f80 subnormal results are flushed to zero (FTZ)
0x1fc0 subnormal operands are taken as zero (DAZ)
SETTINGS
check 'traps that are enabled there are held' ends 0 0 PRELOAD_MXCSR=0x0000 "$plumb" diff $right
[ -z "$worker" ] || check 'and in its threads' ends 0 0 PRELOAD_WORKER_MXCSR=0x0000 "$plumb" diff $right
exit $fault
