#!/bin/bash
# test_tables.sh - if a table of src/problem has a word that a layer does not know, the layer does not compile.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh
tables=$(mktemp -d) || exit 2
trap 'rm -rf "$tables"' EXIT
mkdir "$tables/problem"

# compiles FILE: with the tables below $tables, if there are some
compiles() {
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -fopenmp -fsyntax-only -I"$tables" -Isrc -I. "$1" 2> "$tables/log"
}

while read -r file table change; do
    rm -f "$tables"/problem/*
    check "$file compiles" "$(compiles "$file" || head -1 "$tables/log")"
    sed "$change" "src/problem/$table.def" > "$tables/problem/$table.def"
    check "$file refuses $change in $table.def" "$(
        ! cmp -s "src/problem/$table.def" "$tables/problem/$table.def" || echo 'changes nothing'
        ! compiles "$file" || echo 'compiles')"
done << 'CASES'
src/row/features.c operators s/KERNEL, mlp,/KERNEL, nobody,/
src/theorem/vector_size.c operators s/KERNEL, mlp,/KERNEL, nobody,/
src/theorem/linear_row.c operators s/KERNEL, mlp,/KERNEL, nobody,/
src/bundle/weights.c operators s/mlp, similarity,/mlp, nobody,/
src/bundle/weights.c operators s/similarity, elu,/similarity, nobody,/
src/theorem/weight_overflow.c operators s/similarity, elu,/similarity, nobody,/
src/bundle/weights.c operators s/none, clip,/none, nobody,/
src/simulate/weights.c operators s/clip, clipped,/clip, nobody,/
src/theorem/weighing.c operators s/PLUMB_MAP_ELU,/PLUMB_MAP_NOBODY,/
src/measure/sink.c operators s/PLUMB_MAP_ELU, sum,/PLUMB_MAP_ELU, nobody,/
src/problem/traits.c operators s/PLUMB_IS_CLIPPED)/PLUMB_IS_NOBODY)/
src/problem/traits.c operators s/PLUMB_SOFTPICK, none,/PLUMB_SOFTPICK,/
src/bundle/weights.c normalisations s/at_least_one,/nobody,/
src/theorem/weight_overflow.c normalisations s/at_least_one,/nobody,/
src/theorem/weighing.c normalisations s/at_least_one,/nobody,/
src/problem/traits.c normalisations s/PLUMB_ADDS_EPSILON)/PLUMB_ADDS_NOTHING)/
src/problem/traits.c sinks s/PLUMB_LOGIT_STATED,/PLUMB_LOGIT_NOBODY,/
src/row/positions.c positions s/MOVES_VECTORS, rope/MOVES_VECTORS, nobody/
src/theorem/moved_row.c positions s/MOVES_VECTORS, rope/MOVES_VECTORS, nobody/
src/theorem/vector_size.c positions s/MOVES_VECTORS, rope/MOVES_VECTORS, nobody/
src/theorem/angle_error.c positions s/MOVES_VECTORS, rope/MOVES_VECTORS, nobody/
src/row/positions.c positions s/ADDS_BIAS, alibi/ADDS_BIAS, nobody/
src/problem/traits.c positions s/JOINS_PRODUCTS, shaw/JOINS_NOTHING, shaw/
src/row/frequency.c scalings s/ntk, same/nobody, same/
src/theorem/angle_error.c scalings s/ntk, same/nobody, same/
src/row/frequency.c scalings s/stated, yarn,/stated, nobody,/
src/theorem/angle_error.c scalings s/stated, yarn,/stated, nobody,/
src/row/frequency.c scalings s/yarn, yarn)/yarn, nobody)/
CASES
exit $fault
