#!/bin/sh
# run_one.sh BUILD LOGS TEST - runs one test for run.sh, a script or the program of a source, leaves what it prints in a
# file of LOGS, and says "TEST STATUS LOG" on one line.
#   A program may take PLUMB_TEST_SECONDS of processor time (20; 0: any), user's and system's, of all its threads: a
# test must be quick enough to be run again and again.  It fails beyond one and a half times that, for a busy machine
# takes longer for the same.  Scripts may start compilers.  Where PLUMB_TEST_EFFORT asks for more cases than usual, a
# program may take as long as it likes.
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
