#!/bin/bash
# test_documented_commands.sh - the commands that README.md and docs name are there: targets of the Makefile, commands and
# flags of the program, recorded cases.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=${PLUMB:-build/plumb}
. tests/repository/check.sh
help=$("$program" help) || { echo "not ok no program $program"; exit 1; }

# Indented lines, without comments and what they are piped into; lines that go on are one.
commands=$(cat README.md docs/*.md | awk '/^    / || held { line = held $0; held = ""
        if (sub(/\\$/, " ", line)) { held = line; next }
        sub(/[ ]#.*/, "", line); sub(/[|].*/, "", line); print line }' | sed -nE 's,^ +(build/)?(plumb|make) ,\2 ,p')

check 'README.md and docs name commands' "$(
    for name in make plumb; do echo "$commands" | grep -q "^$name " || echo "no line begins with $name"; done)"
check 'every target is in the Makefile' "$(
    echo "$commands" | sed -nE 's/^make ([a-z-]+).*/\1/p' | sort -u | while read -r target; do
        grep -qE "^$target:" Makefile || echo "$target"
    done)"
check 'every command of the program is in its help' "$(
    echo "$commands" | sed -nE 's/^plumb ([a-z-]+).*/\1/p' | sort -u | while read -r name; do
        echo "$help" | grep -qE "^  plumb $name( |\$)" || echo "$name"
    done)"
check 'every flag of the program is in its help' "$(
    echo "$commands" | grep '^plumb ' | grep -oE -- '--[a-z0-9-]+' | sort -u | while read -r flag; do
        echo "$help" | grep -qE -- "(^|[[ ])$flag( |[]=,]|\$)" || echo "$flag"
    done)"
check 'every recorded case is there' "$(
    echo "$commands" | grep -oE 'tests/[^ ]+' | sort -u | while read -r pattern; do
        compgen -G "$pattern" > /dev/null || echo "$pattern"
    done)"
exit $fault
