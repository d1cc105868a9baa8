#!/bin/bash
# test_warnings.sh - clang warns of nothing, so that it builds what gcc builds.
set -u
cd "$(dirname "$0")/../.." || exit 2
command -v clang > /dev/null || { echo "no clang"; exit 77; }
echo 'int main(void) { return 0; }' | clang -fopenmp -include check.h -include omp.h -fsyntax-only -xc - 2> /dev/null ||
    { echo "clang finds no check.h or omp.h"; exit 77; }
. tests/repository/check.sh
check 'clang warns of nothing' "$(make -s --no-print-directory warnings 2>&1 | grep -E '(warning|error):' | head)"
exit $fault
