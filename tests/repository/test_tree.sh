#!/bin/bash
# test_tree.sh - the order of the tree: the same file stem in every folder, no lower folder includes a higher one, no
# cycles, and short lines.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

top=$(git ls-files 2>/dev/null | cut -d/ -f1 | sort -u |
    grep -vxE 'Makefile|README\.md|LICENSE|spec|src|proofs|tests|fuzz|docs|\..*')
check 'only the agreed entries stand at the top' "$top"

# The folders that hold proved code and nothing else; docs/assurance.md says what stands around them.
proved='number score mask position weight aggregate gradient attention budget fast'
stems=$(for folder in $proved; do ls "src/$folder"/*.c; done | sed 's,^src/,,; s,\.c$,,')
check 'every source of a proved folder is proved' "$(for stem in $stems; do
    awk -v file="src/$stem.c" '$3 == file && ($2 == "smt" || $2 == "coq") { found = 1 } END { exit !found }' \
        proofs/units || echo "$stem"
done)"
stems="$stems measure/sink_share"
check 'every kernel has a ledger of its goals' "$(for stem in $stems; do
    [ -s "proofs/$stem.goals" ] || echo "$stem"
done)"
drivers=$(ls src/{problem,row,bundle}/*.c | sed 's,^src/,,; s,\.c$,,')
check 'every kernel and driver has a test of its name' "$(for stem in $stems $drivers; do
    [ -f "tests/${stem%/*}/test_${stem#*/}.c" ] || echo "$stem"
done)"
check 'every specification header has a ledger or is used by a kernel that has one' "$(
    for header in $(find spec -name '*.h' | sed 's,^spec/,,; s,\.h$,,' | sort); do
        [ -s "proofs/$header.goals" ] && continue
        grep -rlq "\"spec/$header.h\"" spec src || echo "$header"
    done)"

# folder: what it may include besides itself
check 'lower folders never include higher ones' "$(
    while read folder allowed; do # not -r: a long row goes on behind a backslash
        grep -hoE '^#include "[a-z]+/' "src/$folder"/*.[ch] | sed 's/#include "//; s,/,,' | sort -u |
            while read -r used; do
                case " $folder $allowed " in *" $used "*) ;; *) echo "$folder includes $used" ;; esac
            done
    done <<'ORDER'
base
number spec
score number spec
mask number spec
position number spec
weight number spec
aggregate number spec
gradient number spec
budget number score weight spec
fast number score weight spec
problem spec
attention number score mask weight aggregate problem spec
row base number score mask position weight gradient attention problem
bundle number score weight aggregate gradient problem attention row fast
exact number problem row
schema problem
case base number problem schema row
thread base
precision base problem exact schema case
simulate base number attention problem row bundle fast exact case thread precision
backward base problem row fast bundle exact case thread precision simulate
theorem base number score budget problem row bundle exact schema precision
judge base number fast problem row bundle exact schema case thread precision simulate backward theorem
report base problem row bundle exact schema case precision simulate theorem judge
measure base number weight problem row exact schema case thread spec
infer base fast problem row bundle exact schema case thread precision simulate theorem judge report
diagnose base problem row bundle exact schema case thread precision backward theorem judge report infer
challenge base problem bundle row exact schema case thread precision simulate backward theorem judge report diagnose
vectors base problem bundle exact schema case thread precision backward theorem judge diagnose challenge
merge base aggregate problem exact case
library base problem bundle exact schema case thread precision simulate backward theorem judge report measure \
  diagnose challenge merge
same base exact schema case precision theorem judge report
cli base schema case thread precision backward theorem judge report measure diagnose challenge vectors merge \
  same library
ORDER
)"
# Pairs of folders, the first of which includes the second; tsort names those that go in a circle.
circles() { # circles FOLDER INCLUDED: of FOLDER, whose headers are included as INCLUDED
    for file in "$1"/*/*.[ch]; do
        folder=${file#*/}
        sed -nE "s,^#include \"$2([a-z]+)/[^/]*\",${folder%%/*} \\1,p" "$file"
    done | awk '$1 != $2 && $2 != "spec"' | sort -u | tsort 2>&1 > /dev/null | grep -v 'contains a loop'
}
check 'no folders of src include each other in a circle' "$(circles src '')"
check 'no folders of spec include each other in a circle' "$(circles spec spec/)"
check 'spec includes nothing of src' "$(grep -rHE '^#include "' spec | grep -v '"spec/')"

# A line has 120 columns, but for a word that is longer, such as a number of 309 digits. Lines of scripts that are
# longer are so many at most, and never become more.
over() { # over FILE...: the lines over 120 columns
    awk 'length($0) > 120 { for (i = 1; i <= NF; i++) if (length($i) > 120) next
                            print FILENAME ":" FNR }' "$@"
}
long() { # long CEILING WHAT: of the lines FILE:NUMBER on standard input
    awk -F: -v ceiling="$1" -v what="$2" '{ count++; files[$1]++ }
        END { if (count > ceiling) { print count " long lines of " what ", and not at most " ceiling ":"
                  for (file in files) print files[file] " in " file } }'
}
scripts() { # scripts FOLDER...
    git ls-files -s "$@" | awk '/\.(sh|awk)$/ || $1 == 100755' | cut -f2 | grep -vE '\.(py|c|h)$'
}
check 'no line of spec, src and the proofs of Coq has over 120 columns' "$(
    over $(git ls-files spec src proofs | grep -E '\.([chv]|def|fill|mlw|tactic)$'))"
check 'no line of the scripts of proofs has over 120 columns' "$(over $(scripts proofs) proofs/units)"
check 'no more lines of other scripts have over 120 columns' "$(over $(scripts .ci fuzz src tests) | long 55 scripts)"
check 'editors break lines of C where clang-format does' "$(
    columns=$(sed -nE 's/^ColumnLimit: *//p' .clang-format)
    lengths=$(sed -nE 's/^max_line_length *= *//p' .editorconfig)
    [ -n "$lengths" ] && [ "$columns" = "$(sort -u <<< "$lengths")" ] ||
        echo ".clang-format: $columns; .editorconfig:" $lengths)"
check 'the reference shares no source with the kernels' "$(
    grep -HoE "^#include \"($(echo $proved | tr ' ' '|')|problem|row|bundle)/[^\"]*" \
        src/exact/*.[ch] | grep -vE '(problem/(problem|format|gradient|arb)|row/evaluate|number/ball)\.h$')"
exit $fault
