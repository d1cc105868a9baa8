#!/bin/bash
# test_documented_proofs.sh - the commands, lemmas, mutants and files that the pages on propositions name exist.
# documented_proofs.sh runs the commands.
set -u
cd "$(dirname "$0")/../.." || exit 2
pages=$(ls docs/propositions*.md)
. tests/repository/check.sh
names=$(mktemp -d) || exit 2
trap 'rm -rf "$names"' EXIT

cat proofs/*/*.goals | sed -n 's/^lemma_\([a-z0-9_]*\) .*/\1/p' | sort -u > "$names/lemmas"
{
    grep -rhoE '(predicate|logic [a-z]+) [a-z0-9_]+' spec --include='*.h' | sed 's/.* //'
    grep -hoE '`[a-z0-9_]+`' spec/*.md | tr -d '`'
    ls proofs/must_fail | sed 's/\.mutant$//'
    grep -rhoE '(behavior|ensures) [a-z0-9_]+:' src --include='*.h' | sed 's/.* //; s/:$//'
    grep -rhoE '\bplumb_[a-z0-9_]+\(' src --include='*.h' | tr -d '('
} | sort -u > "$names/others"

commands=$(tests/repository/documented_proofs.sh --list 2>&1)
check 'the pages name commands' "$([ $? -eq 0 ] || echo "$commands")"
check 'every unit that a command names is in proofs/units' "$(
    echo "$commands" | sed -n 's,^proofs/prove ,,p' | tr ' ' '\n' | while read -r unit; do
        awk -v unit="$unit" '$1 == unit { found = 1 } END { exit !found }' proofs/units || echo "$unit"
    done)"
check 'every mutant that a command names is there' "$(
    echo "$commands" | sed -n 's,^proofs/must-fail ,,p' | tr ' ' '\n' | while read -r pattern; do
        compgen -G "$pattern" > /dev/null || echo "$pattern"
    done)"

# A name with an underscore is a lemma, a mutant, a clause or a kernel, or a symbol or parameter of the specification.  One that ends in _ is
# completed by the end of the next that does not: `sink_`, `softpick_output_settles` are the lemmas sink_output_settles
# and softpick_output_settles.
strangers() { # strangers PAGE
    awk -v page="$1" '
        function complain(name) { print page ": " name }
        function complain_of_stems(    i) { for (i = 0; i < stems; i++) complain(stem[i]); stems = 0 }
        function completed(name,    p, i, rest, all) {
            for (p = 1; p < length(name); p++) {
                if (substr(name, p, 1) != "_") continue
                rest = substr(name, p + 1)
                all = 1
                for (i = 0; i < stems; i++) all = all && ((stem[i] rest) in lemma)
                if (all) return 1
            }
            return 0
        }
        FILENAME ~ /lemmas$/ { lemma[$1] = known[$1] = 1; next }
        FILENAME ~ /others$/ { known[$1] = 1; next }
        /^$/ { complain_of_stems() }
        {
            count = split($0, part, "`")
            for (k = 2; k < count; k += 2) {
                name = part[k]
                sub(/[(].*/, "", name)
                if (name !~ /^[a-z][a-z0-9]*_[a-z0-9_]*$/) continue
                if (name ~ /_$/) { stem[stems++] = name; continue }
                if (!(name in known)) complain(name)
                if (name in lemma) lemmas++
                if (stems > 0 && completed(name)) stems = 0
                complain_of_stems()
            }
        }
        END { complain_of_stems(); if (lemmas == 0) complain("no lemma") }' "$names/lemmas" "$names/others" "$1"
}
check 'every lemma that a page names is in a ledger' "$(for page in $pages; do strangers "$page"; done)"
check 'every mutant that a page names is there' "$(
    grep -oE '`proposition_[a-z0-9_]+`' $pages | tr -d '`' | while IFS=: read -r page name; do
        [ -f "proofs/must_fail/$name.mutant" ] || echo "$page: $name"
    done)"
check 'every file that a page names is there' "$(for page in $pages; do
    grep -oE '`[a-z0-9_]+(/[a-z0-9_]+)+\.[a-z]+`|\]\([^)#]+\)' "$page" | tr -d '`' | while read -r file; do
        case $file in
            ']('*) file=docs/${file#](}; file=${file%)} ;;
        esac
        [ -f "$file" ] || echo "$page: $file"
    done
done)"
exit $fault
