#!/bin/sh
# test_host.sh - in a program with its own jansson and locale, the library changes neither, and its results do not
# depend on the locale.  The test makes a locale with a decimal comma, as few machines have one.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/library/place.sh

printf '%s\n' 'escape_char /' 'LC_NUMERIC' 'decimal_point ","' 'thousands_sep "."' 'grouping 3;3' 'END LC_NUMERIC' \
    > "$place/comma"
# It warns of the categories that are not there.
localedef -c -i "$place/comma" "$place/xx_XX" > "$place/said" 2>&1
[ -s "$place/xx_XX/LC_NUMERIC" ] || { echo "localedef makes no locale here: $(tail -n 1 "$place/said")"; exit 77; }
# shellcheck disable=SC2086
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror ${CFLAGS:-} -I. tests/library/host.c \
    ${LDFLAGS:-} -ldl -ljansson -o "$place/host" || { echo 'not ok a host builds'; exit 1; }

host() { # host WHERE [LOCALE]: without how long the judging took
    LOCPATH=$place "$place/host" "$build/libplumbline.so" ${2+"$2"} > "$place/answers" || return 1
    sed -E '/^rows /s/; .*//; /"seconds"/d' "$place/answers" > "$1"
}

unload_often() { # a thread that outlived the call would lose its code
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        OMP_NUM_THREADS=4 host "$place/often" || return 1
    done
}

check 'the host keeps its jansson' host "$place/plain"
check 'and its decimal comma' host "$place/comma" xx_XX
check 'its answers are there' grep -aq '"verdict"' "$place/plain"
check 'and the same with a comma' cmp "$place/plain" "$place/comma"
check 'a refusal names its value with a point' grep -aq -e '-1.5' "$place/comma"
check 'unloading leaves no thread without its code' unload_often
