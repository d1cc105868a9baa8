#!/bin/bash
# mutants.sh [BUILD [NAME...]] - plants one error at a time (mutants.txt) between a case and the proved verdicts, and
#   requires that a test fails for each.  BUILD (default: build) is that of make.
#   Prints "ok NAME: TEST" and "not ok NAME: REASON", and the totals.
#   A library loaded before the others has the changed file, so that nothing is linked again.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1-build}
shift
# The quick ones first.
tests=${TESTS-'theorem/test_proof_row theorem/test_proof_steps theorem/test_shift_reach judge/test_wrong_fast_path
    theorem/test_proof judge/test_ask theorem/test_proof_places theorem/test_overflow theorem/test_rescalings
    judge/test_lost_row theorem/test_angle_error judge/test_position_engines theorem/test_proof_engines
    theorem/test_proof_quantities'}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
flags='-std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math -Wall -Wextra -Werror -fPIC -fopenmp -O1'
libraries="-lcheck -lsubunit -lrt -lpthread $(tests/libraries.sh)"
killed=0 survived=0

# What all tests share, and each test without it.
link_tests() {
    # shellcheck disable=SC2046
    make -s "$build/libplumbline.a" $(printf "$build/tests/%s.o " $tests) || return 1
    # shellcheck disable=SC2086
    ${CC-gcc} -shared -fopenmp -o "$scratch/libplumbline.so" -Wl,--whole-archive "$build/libplumbline.a" \
        -Wl,--no-whole-archive $libraries || return 1
    for test in $tests; do
        # shellcheck disable=SC2086
        ${CC-gcc} -fopenmp -o "$scratch/$(basename "$test")" "$build/tests/$test.o" "$build"/tests/support/*.o \
            $(ls "$build"/tests/simulate/*.o | grep -vE 'test_|/(acceptance|alarms|power|right_engines)\.o') \
            "$scratch/libplumbline.so" \
            -Wl,-rpath,"$scratch" $libraries || return 1
    done
}

# result WORD NAME REASON
result() {
    echo "$1 $2: $3"
    if [ "$1" = ok ]; then killed=$((killed + 1)); else survived=$((survived + 1)); fi
}

# compile SOURCE TO
compile() {
    # shellcheck disable=SC2086
    ${CC-gcc} $flags "-I$(dirname "$1")/.." -Isrc -I. -c -o "$2" "$1" 2> "$scratch/errors"
}

# The first test that fails with the changed file, or takes minutes of processor time.
killer() {
    for test in $tests; do
        if ! (ulimit -t 120; CK_FORK=no LD_PRELOAD=$scratch/changed.so "$scratch/$(basename "$test")") \
            > "$scratch/log" 2>&1; then
            echo "$test: $(grep -m 1 -o ':[FE]:.*' "$scratch/log")"
            return
        fi
    done
}

# try NAME FILE EXPRESSION: the file as sed leaves it
try() {
    local changed=$scratch/src/$2 same=$scratch/${2//\//-}.o by
    mkdir -p "$(dirname "$changed")"
    cp "src/$2" "$changed"
    [ -f "$same" ] || compile "$changed" "$same" || exit 2
    sed -i "$3" "$changed"
    cmp -s "src/$2" "$changed" && { result 'not ok' "$1" "$3 changes nothing in $2"; return; }
    compile "$changed" "$scratch/changed.o" ||
        { result 'not ok' "$1" "does not compile: $(cat "$scratch/errors")"; return; }
    cmp -s "$same" "$scratch/changed.o" && { result 'not ok' "$1" 'makes no difference'; return; }
    ${CC-gcc} -shared -fopenmp -o "$scratch/changed.so" "$scratch/changed.o" || exit 2
    by=$(killer)
    if [ -n "$by" ]; then result ok "$1" "$by"; else result 'not ok' "$1" survives; fi
}

link_tests || exit 2
while IFS='|' read -r name file expression; do
    case $name in '' | '#'*) continue ;; esac
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    try "$name" "$file" "$expression"
done < tests/theorem/mutants.txt
echo "$killed passed, $survived failed"
[ "$survived" -eq 0 ]
