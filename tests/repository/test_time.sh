#!/bin/bash
# test_time.sh - a test program that takes too much processor time fails with a message, unless it is exempt.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/build/tests/room" "$place/logs"

# program NAME COMMAND: a program that does that, in a child of its own, and succeeds
program() {
    printf '#!/bin/sh\n(%s)\necho "100%%: Checks: 1, Failures: 0, Errors: 0"\n' "$2" > "$place/build/tests/room/$1"
    chmod +x "$place/build/tests/room/$1"
}
program test_slow 'ulimit -t 3; while :; do :; done'
program test_quick :

# ends NAME [VARIABLE=VALUE...]: how it ends where a fifth of a second is allowed, and the last line that it says.
# (The slow one takes 3 s: machines differ in how they count short times.)
ends() {
    local name=$1 test status log
    shift
    read -r test status log < <(env PLUMB_TEST_SECONDS=0.2 PLUMB_TEST_EFFORT=1 "$@" \
        tests/run_one.sh "$place/build" "$place/logs" "tests/room/$name.c")
    echo "$test $status $(tail -1 "$log" | sed 's/takes [0-9.]* s/takes N s/')"
}
is() { [ "$1" = "$2" ] || echo "$1"; } # is TEXT EXPECTED
passes='100%: Checks: 1, Failures: 0, Errors: 0'

check 'a program that takes too long fails' "$(
    is "$(ends test_slow)" 'tests/room/test_slow.c 1 takes N s of processor time; 0.2 are allowed')"
check 'a quick one passes' "$(is "$(ends test_quick)" "tests/room/test_quick.c 0 $passes")"
check 'more effort may take longer' "$(
    is "$(ends test_slow PLUMB_TEST_EFFORT=20)" "tests/room/test_slow.c 0 $passes")"
check 'no limit may be asked for' "$(
    is "$(ends test_slow PLUMB_TEST_SECONDS=0)" "tests/room/test_slow.c 0 $passes")"
check 'docs/contributing.md says how much is allowed' "$(
    allowed=$(sed -n 's/^seconds=${PLUMB_TEST_SECONDS:-\([0-9]*\)}/\1/p' tests/run_one.sh)
    grep -q "$allowed seconds of processor time" docs/contributing.md || echo "not $allowed seconds of processor time")"
exit $fault
