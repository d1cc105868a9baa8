#!/bin/bash
# mutants.sh [BUILD [NAME...]] - plants errors in the budgets of src/compare, each by itself, and demands that
# tests/compare/test_exact_budget fails for each.  BUILD (default: build) holds the test, built.
# Prints "ok NAME" and "not ok NAME", and the totals.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1-build}
shift
[ -f "$build/tests/compare/test_exact_budget.o" ] || {
    echo "mutants.sh: $build/tests/compare/test_exact_budget.o: not found; build it:" \
        "make $build/tests/compare/test_exact_budget" >&2
    exit 2
}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math -O1 -fopenmp -I$scratch/src -Isrc -I."
libraries="-lcheck -lsubunit -lrt -lpthread $(tests/libraries.sh)"
killed=0
survived=0

# result WORD NAME REASON
result() {
    echo "$1 $2${3:+: $3}"
    if [ "$1" = ok ]; then killed=$((killed + 1)); else survived=$((survived + 1)); fi
}

# compile FILE: what is compiled anew where a file of src/compare changes
compile() {
    case $1 in
    *.h) sources=$(grep -l "#include \"compare/" src/compare/*_budget.c src/compare/budget*.c src/compare/quotient.c) ;;
    *) sources=src/compare/$1 ;;
    esac
    rm -f "$scratch"/*.o
    for source in $sources; do
        # shellcheck disable=SC2086
        ${CC-gcc} $flags -c -o "$scratch/$(basename "$source" .c).o" "$scratch/$source" || return 1
    done
}

# try NAME FILE EXPRESSION: the file as sed leaves it
try() {
    mkdir -p "$scratch/src/compare"
    cp src/compare/*.[ch] "$scratch/src/compare"
    sed -i "$3" "$scratch/src/compare/$2"
    if cmp -s "src/compare/$2" "$scratch/src/compare/$2"; then
        result "not ok" "$1" "$3 changes nothing in $2"
    elif ! compile "$2"; then
        result "not ok" "$1" "does not compile"
    elif ! ${CC-gcc} -fopenmp -o "$scratch/test" "$build/tests/compare/test_exact_budget.o" "$scratch"/*.o \
        "$build"/tests/support/*.o "$build/libplumbline.a" $libraries; then
        result "not ok" "$1" "does not link"
    elif "$scratch/test" > "$scratch/log" 2>&1; then
        result "not ok" "$1" "survives"
    else
        result ok "$1"
    fi
}

while IFS='|' read -r name file expression; do
    case $name in '' | '#'*) continue ;; esac
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    try "$name" "$file" "$expression"
done < <(cat tests/compare/mutants.txt tests/compare/*_mutants.txt)
echo "$killed passed, $survived failed"
[ "$survived" -eq 0 ]
