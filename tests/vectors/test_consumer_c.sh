#!/bin/bash
# test_consumer_c.sh - consumer.c, which uses no code of Plumbline, passes the vectors.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${PLUMB:-build/plumb}")
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

${CC:-gcc} -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror tests/vectors/consumer.c -o "$place/consumer" \
    -ljansson -lm || { echo 'not ok consumer.c does not compile'; exit 1; }
consumer=("$place/consumer")
. tests/vectors/consumers.sh
exit $fault
