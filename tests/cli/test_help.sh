#!/bin/sh
# test_help.sh - the short help has at most 60 lines for the program, 80 for a command, and 100 columns; --help-all
# lists every flag.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh

within() { # within LINES: of the text on standard input
    awk -v most="$1" 'length > 100 { print "line " NR " has " length " columns" }
        END { if (NR > most) print NR " lines, and not at most " most; if (!NR) print "nothing" }'
}
# The flags that a shell completes, each of which a line of the help begins with.
missing() { # missing COMMAND TEXT
    "$plumb" help --complete "$1" | while read -r flag; do
        case $flag in --help | --help-all) continue ;; esac
        printf '%s\n' "$2" | grep -qE -- "^  $flag( |\$)" || echo "$flag"
    done
}
check 'plumb --help has at most 60 lines' "$("$plumb" --help | within 60)"
check 'it says how to see everything' "$("$plumb" --help | grep -q -- '^  plumb --help-all ' || echo no)"
everything=$("$plumb" --help-all)
for command in $("$plumb" help --complete | grep -v '^-'); do
    check "plumb --help names $command" "$("$plumb" --help | grep -q "^  $command " || echo no)"
    check "plumb $command --help has at most 80 lines" "$("$plumb" "$command" --help | within 80)"
    check "plumb $command --help-all has every flag" "$(missing "$command" "$("$plumb" "$command" --help-all)")"
    check "plumb --help-all has every flag of $command" "$(missing "$command" "$everything")"
done
# The examples, with what they read; a verdict is no error.
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
mkdir "$place/bin" "$place/cases"
ln -s "$plumb" "$place/bin/plumb"
cp tests/engines/cases/jax-xla-f32-causal.safetensors "$place/case.safetensors"
cp "$place/case.safetensors" "$place/cases"
for name in q k v out; do
    "$plumb" eval tests/engines/cases/falcon-alibi-f32-scaled-key.safetensors --emit output --round f32 \
        -o "$place/$name.npy"
done
"$plumb" --help | sed -n '/^Examples:/,/^$/p' | sed -nE 's/^  (plumb .*)/\1/p' | sed 's/   .*//' > "$place/examples"
check 'plumb --help has examples' "$([ "$(wc -l < "$place/examples")" -ge 4 ] || echo fewer)"
check 'they run as they are written' "$(
    cd "$place" && while read -r example; do
        # shellcheck disable=SC2086
        PATH=$place/bin:$PATH $example > said 2>&1 < /dev/null
        [ $? -ne 2 ] || { echo "$example"; cat said; }
    done < examples)"
exit $fault
