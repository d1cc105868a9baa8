#!/bin/sh
# run_one.sh BUILD LOGS TEST - runs one test for run.sh, a script or the program of a source, writes its output to a
# file in LOGS, and prints "TEST STATUS LOG" on one line.
#   A program may take PLUMB_TEST_SECONDS of processor time (20; 0: no limit), user and system, over all its threads, so
# that the tests can be run often.  It fails only above one and a half times that, as a busy machine takes longer for
# the same work.  Scripts have no limit, as they may start compilers, and neither have programs if PLUMB_TEST_EFFORT
# asks for more cases than usual.
set -u
seconds=${PLUMB_TEST_SECONDS:-20}
[ "${PLUMB_TEST_EFFORT:-1}" = 1 ] || seconds=0
case $3 in
*.sh) program=$3 seconds=0 ;;
*) program=$1/${3%.c} ;;
esac
log=$2/$(echo "${3#tests/}" | tr / -)

# What the children of this shell have taken so far: the second line of times, "1m2.5s 0m0.25s".
taken() {
    times > "$log.times"
    awk 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, part, "m"); sum += part[1] * 60 + part[2] }
        printf "%.1f\n", sum
    }' "$log.times"
    rm -f "$log.times"
}

if [ -x "$program" ]; then
    "$program" > "$log" 2>&1 < /dev/null
else
    echo "not built: $program" > "$log"
    false
fi
status=$?
if [ "$seconds" != 0 ]; then
    taken > "$log.taken"
    read -r took < "$log.taken"
    rm -f "$log.taken"
    if awk "BEGIN { exit !($took > 1.5 * $seconds) }"; then
        echo "takes $took s of processor time; $seconds are allowed" >> "$log"
        [ "$status" -ne 0 ] || status=1
    fi
fi
echo "$3 $status $log"
