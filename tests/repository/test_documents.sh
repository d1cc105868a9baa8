#!/bin/bash
# test_documents.sh - the files, functions, targets and versions that the pages for contributors name exist.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

version=$(sed -n 's/^#define PLUMB_VERSION "\(.*\)"/\1/p' src/library/version.h)
first=$(sed -nE 's/^## ([0-9].*)/\1/p' docs/changelog.md | head -1)
check 'the first section of docs/changelog.md is that of the version' "$(
    [ "$first" = "$version" ] || echo "'$first' and not '$version'")"

pages=$(git ls-files '*.md')
check 'every link of a page leads to a file or folder' "$(
    grep -oE '\]\([^)# ]+' $pages | sed 's/\](//' | grep -vE ':(https?|mailto):' | sort -u |
        while IFS=: read -r page target; do
            [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
        done)"

# As GitHub names the places of headings: in small letters, without punctuation, a dash for each space.
headings() { # headings PAGE
    awk '/^```/ { fenced = !fenced } !fenced && /^#+ /' "$1" |
        sed -E 's/^#+ //' | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}
check 'every link to a heading leads to one' "$(
    grep -oE '\]\([^) ]*#[^) ]+' $pages | sed 's/\](//' | grep -vE ':(https?|mailto):' | sort -u |
        while IFS=: read -r page target; do
            file=${target%%#*}
            [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
            headings "$file" | grep -qxF -- "${target#*#}" || echo "$page: $target"
        done)"

# A bar in a span of code, or behind a backslash, separates nothing.
check 'every row of a table has as many columns as its head' "$(
    for page in $pages; do
        awk -v page="$page" '
            function columns(row) {
                gsub(/\\\|/, "", row)
                gsub(/`[^`]*`/, "", row)
                return gsub(/\|/, "", row)
            }
            /^```/ { inside = !inside }
            inside || !/^\|/ { head = 0; next }
            !head { head = columns($0) }
            columns($0) != head { print page ":" FNR ": " columns($0) - 1 " columns and not " head - 1 }' "$page"
    done)"

answers=$(find tests/engines/cases -name '*.safetensors' | wc -l)
check 'a page that counts the answers that PASS counts all recorded ones' "$(
    grep -noE '[0-9]+ PASS, 0 ' $pages | grep -v ":$answers PASS, 0 ")"

# `name` ([words](file)): the file, or its header, defines or declares the name.
named() { # named PAGE: lines NAME FILE; a reference may go on in the next line
    tr '\n' ' ' < "$1" | grep -oE '`[a-z_0-9]+` \(\[[^]]*\]\([^)]*\)\)' |
        sed -E 's/^`([^`]*)` \(\[[^]]*\]\(([^)]*)\)\)$/\1 \2/'
}
check 'every function that a page names with its file is there' "$(
    for page in docs/*.md; do
        named "$page" | while read -r name file; do
            grep -qE "(^|[^a-z_0-9])$name\(|^} $name;" "docs/$file" 2> /dev/null || echo "$page: $name is not in $file"
        done
    done)"
count=$(named docs/architecture.md | wc -l)
check 'docs/architecture.md names functions' "$([ "$count" -gt 30 ] || echo "$count")"

# The rooms of docs/architecture.md: | `room` | what | `includes`, ... |
check 'docs/architecture.md says what every room includes' "$(diff <(
        sed -nE 's/^\| `([a-z]+)` \|.*\|([^|]*)\|$/\1\2/p' docs/architecture.md | tr -d '`,' |
            awk '{ for (i = 2; i <= NF; i++) print $1, $i }' | sort) <(
        for file in src/*/*.[ch]; do
            room=${file#src/}
            sed -nE "s,^#include \"([a-z]+)/.*,${room%%/*} \1,p" "$file"
        done | awk '$1 != $2' | sort -u))"

# What docs/prove-a-kernel.md quotes stands, line by line, in one of the files that it leads to.
kernel=docs/prove-a-kernel.md
quoted() { awk '/^```/ { inside = !inside; next } inside' "$1"; } # quoted PAGE: its blocks
led_to=$(grep -oE '\]\(\.\./[^)]*\)' "$kernel" | sed 's/](..\///; s/)//' | sort -u)
check "$kernel quotes what is there" "$(
    quoted "$kernel" | sed 's/^ *//' | while read -r line; do
        sed 's/^ *//' $led_to | tr -s ' ' | grep -qxF -- "$(tr -s ' ' <<< "$line")" || echo "$line"
    done)"
check "$kernel quotes at least twenty lines" "$([ "$(quoted "$kernel" | wc -l)" -ge 20 ] || echo fewer)"

# Commands of the pages that are scripts of the tree, and what they are given: files, units, functions, goals, flags.
scripts=$(grep -hE '^    (proofs|tests)/' $pages |
    sed -E 's/^ +//; s/ +#.*//; s/ {2,}[^ ].*//; s/ > .*//' | sort -u)
check 'every script that a page runs is there, with the flags it is given' "$(
    while read -r script words; do
        [ -x "$script" ] || { echo "$script"; continue; }
        for word in $words; do
            case $word in
            -*) grep -qF -- "$word" "$script" || echo "$script: $word" ;;
            build/*) ;;
            */*) compgen -G "$word" > /dev/null || [ -f "proofs/$word.goals" ] || echo "$script: $word" ;;
            *_*) grep -rqE "\\b${word#lemma_}\\b" spec src --include='*.[ch]' || echo "$script: $word" ;;
            esac
        done
    done <<< "$scripts")"

# Targets, variables and scripts that docs/contributing.md names between the lines.
check 'every target that docs/contributing.md names is in the Makefile' "$(
    grep -oE '`make [a-z][a-z0-9-]*[` ]' docs/contributing.md | sed -E 's/.make ([a-z0-9-]+).*/\1/' | sort -u |
    while read -r target; do
        grep -qE "^$target:|^\.PHONY:.* $target( |\$)" Makefile || echo "$target"
    done)"
check 'docs/contributing.md names every target of make help' "$(
    awk -F ':.*## ' '/^[a-z-]+:.*## / { print $1 }' Makefile | grep -vxE 'help|clean' | while read -r target; do
        grep -qE "\`make $target( [A-Z]+=...)?\`" docs/contributing.md || echo "$target"
    done)"
check 'every variable that docs/contributing.md names is known' "$(
    grep -oE '`[A-Z_]+(=[a-zA-Z]+)?`' docs/contributing.md | tr -d '`' | sed 's/=.*//' | sort -u |
    while read -r name; do
        grep -rqE "\b$name\b" Makefile tests/*/*.[ch] tests/*/*.sh proofs/prove src/cli || echo "$name"
    done)"
exit $fault
