#!/bin/sh
# run.sh BUILD [PROVE MUST_FAIL [SCRIPT...]] - runs every test; then, if the programs are named (proofs/prove,
# proofs/must-fail), the proofs and their mutants; last the scripts, which need the results of these.
#   Programs: BUILD/tests/*/test_* of each tests/*/test_*.c, written with Check.
#   Scripts:  tests/*/test_*.sh, which print "ok NAME" and "not ok NAME", or "N passed, N failed".
#   A program may take 20 seconds of processor time; it fails above one and a half times that (run_one.sh).
#   Exit code 77, after a line with the reason: the test cannot run in this build or on this machine.
# JOBS tests run at a time (default: the number of processors); each prints its line when it ends. Proofs run at the
# same time with lower priority.
# The last line is "N passed, N failed", after a line that names the failures; the exit code is 1 if any test failed.
set -u
[ $# -eq 1 ] || [ $# -ge 3 ] || { echo "usage: tests/run.sh BUILD [PROVE MUST_FAIL [SCRIPT...]]" >&2; exit 2; }
case $1 in /*) build=$1 ;; *) build=$PWD/$1 ;; esac
prove=${2-}
must_fail=${3-}
[ $# -lt 3 ] || shift 3
cd "$(dirname "$0")/.." || exit 2
PLUMB=$build/plumb
export PLUMB
passed=0
failed=0
failing=
logs=$(mktemp -d) || exit 2
proofs=
trap '[ -z "$proofs" ] || kill "$proofs" 2> /dev/null; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM

# report NAME PASSED FAILED: one line, and what the log says where something failed
report() {
    passed=$((passed + $2))
    failed=$((failed + $3))
    if [ "$3" -eq 0 ]; then
        printf '%-32s %5d passed\n' "$1" "$2"
    else
        failing="$failing $1"
        printf '%-32s %5d passed, %d FAILED\n' "$1" "$2" "$3"
        awk '/^Running suite|^[0-9]+%: Checks|:P:|^ok / { next } shown < 20 { print "    " substr($0, 1, 2000); shown++ }' "$log"
    fi
}

# A program that ends badly without a failed check (a crash, a leak found at exit) fails once.
counts_of_program() {
    awk -v status="$1" '
        / Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/ {
            for (i = 1; i < NF; i++) {
                if ($i == "Checks:") checks += $(i + 1)
                if ($i == "Failures:" || $i == "Errors:") bad += $(i + 1)
            }
        }
        END {
            good = checks - bad
            if ((status != 0 && bad == 0) || checks == 0) bad++
            print good + 0, bad + 0
        }' "$log"
}

# Scripts say each result, or the totals, or nothing, which is a failure.
counts_of_script() {
    awk -v status="$1" '
        /^ok /     { good++ }
        /^not ok / { bad++ }
        /^[0-9]+ passed, [0-9]+ failed$/ { total_good = $1; total_bad = $3; totals = 1 }
        END {
            if (totals) { good = total_good; bad = total_bad }
            if ((status != 0 && bad == 0) || good + bad == 0) bad++
            print good + 0, bad + 0
        }' "$log"
}

counts_of_proofs() {
    awk -v status="$1" '
        /^proofs: [0-9]+ goals, [0-9]+ proved, [0-9]+ open/ { good = $4; bad = $6 }
        END {
            if ((status != 0 && bad == 0) || good + bad == 0) bad++
            print good + 0, bad + 0
        }' "$log"
}

# A mutant whose goal is proved after all, or that cannot be tried, is a line RED.
counts_of_mutants() {
    awk -v status="$1" '
        /^must-fail: [0-9]+ mutants/ { mutants = $2 }
        /^RED: / && !seen[$2]++ { bad++ }
        END {
            if ((status != 0 && bad == 0) || mutants == 0) bad++
            good = mutants - bad
            if (good < 0) good = 0
            print good, bad + 0
        }' "$log"
}

skipped() { # skipped NAME STATUS
    [ "$2" -eq 77 ] && printf '%-32s %s\n' "$1" "skipped: $(tail -1 "$log")"
}

report_test() { # report_test TEST STATUS LOG
    name=${1#tests/}
    name=${name%.*}
    log=$3
    ! skipped "$name" "$2" || return 0
    case $1 in
    *.sh) counts=$(counts_of_script "$2") ;;
    *) counts=$(counts_of_program "$2") ;;
    esac
    # shellcheck disable=SC2086
    report "$name" $counts
}

# run_proofs PROGRAM...: one after the other; of each the answer, and the exit code.
run_proofs() {
    for program; do
        "$program" > "$logs/${program##*/}" 2>&1 < /dev/null &
        running=$!
        trap 'kill "$running" 2> /dev/null; exit 143' TERM
        wait "$running"
        echo $? > "$logs/${program##*/}.status"
    done
}

if [ -n "$prove" ]; then
    run_proofs "$prove" "$must_fail" &
    proofs=$!
fi

tests=$(printf '%s\n' tests/*/test_*.c tests/*/test_*.sh)
left=$(echo "$tests" | wc -l)
mkfifo "$logs/ended"
echo "$tests" | xargs -P "${JOBS:-$(nproc)}" -n 1 tests/run_one.sh "$build" "$logs" > "$logs/ended" &
while read -r test status log; do
    report_test "$test" "$status" "$log"
    left=$((left - 1))
done < "$logs/ended"
if [ "$left" -ne 0 ]; then
    echo "$left tests have not said how they ended" > "$logs/lost"
    log=$logs/lost
    report "tests" 0 "$left"
fi

if [ -n "$prove" ]; then
    wait "$proofs"
    proofs=
    log=$logs/${prove##*/}
    counts=$(counts_of_proofs "$(cat "$log.status")")
    grep '^proofs: ' "$log"
    # shellcheck disable=SC2086
    report "${prove##*/}" $counts
    log=$logs/${must_fail##*/}
    counts=$(counts_of_mutants "$(cat "$log.status")")
    # shellcheck disable=SC2086
    report "${must_fail##*/}" $counts
    log=$logs/scripts
    for script; do
        "$script" > "$log" 2>&1 < /dev/null
        # shellcheck disable=SC2046
        report "${script##*/}" $(counts_of_script $?)
    done
fi

[ -z "$failing" ] || echo "FAILED:$failing"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
