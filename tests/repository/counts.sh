#!/bin/bash
# counts.sh BUILD [--update] - the counts on the pages, computed from the tree: operators and the like, engine outputs,
# unproved callers.  One line each: the page, its text (an extended regular expression), the text that it should have.
# With --update writes them into the pages.
set -u
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --update ]; } ||
    { echo "usage: tests/repository/counts.sh BUILD [--update]" >&2; exit 2; }
case $1 in /*) program=$1/plumb ;; *) program=$PWD/$1/plumb ;; esac
cd "$(dirname "$0")/../.." || exit 2

words=(no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty)
list=$("$program" operators --markdown) || exit 2
entries() { # entries LIST: how many entries the program lists, but for none
    awk -F' *[|] *' -v list="$1" '$2 == list && $3 != "`none`" { count++ } END { print count + 0 }' <<< "$list"
}
said() { printf '%s|%s|%s\n' "$@"; } # said PAGE PATTERN TEXT

counts() {
    local answers pairs
    answers=$(find tests/engines/cases -name '*.safetensors' | wc -l)
    pairs=$(wc -l < proofs/unproved_callers.txt)
    said README.md '[a-z]+ operators, [a-z]+ normalisations, [a-z]+ attention sinks, [a-z]+ positional encodings' \
        "${words[$(entries operator)]} operators, ${words[$(($(entries normalisation) + 1))]} normalisations, $(
        )${words[$(entries sink)]} attention sinks, ${words[$(entries position)]} positional encodings"
    said README.md '[0-9]+ cases: [0-9]+ PASS, 0 SUSPECT' "$answers cases: $answers PASS, 0 SUSPECT"
    said docs/assurance.md '[0-9]+ pairs of a file and a kernel' "$pairs pairs of a file and a kernel"
}

if [ $# -eq 1 ]; then
    counts
    exit
fi
counts | while IFS='|' read -r page pattern text; do sed -i -E "s~$pattern~$text~" "$page"; done
