#!/bin/bash
# test_vector_files.sh - all vectors: their number, that each states its reason and catches a fault of its family, that
# the page has this program's tables, and that two runs write the same bytes.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${PLUMB:-build/plumb}")
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

"$program" vectors -o "$place/all" > "$place/tables" || { echo "not ok the program writes vectors"; exit 1; }
count=$(jq -s '[.[].vectors | length] | add' "$place"/all/*.json)
check 'there are at least 1,000 vectors' "$([ "$count" -ge 1000 ] || echo "$count")"
check 'there are at least 12 families, of at least 24 vectors' "$(
    jq -s 'map(select((.vectors | length) >= 24)) | length' "$place"/all/*.json | awk '$1 < 12')"
check 'every vector has its file, and every file its vector' "$(diff <(
    jq -r '.vectors[].file' "$place"/all/*.json | sort) <(cd "$place/all" && find . -name '*.safetensors' |
    sed 's,^\./,,' | sort))"
check 'every vector says why, in one sentence' "$(
    jq -r '.vectors[] | select((.reason | test("^[A-Za-z].*\\.$") | not) or (.flags | length) == 0) | .id' \
        "$place"/all/*.json)"
check 'every vector catches a fault on an axis of its family' "$(
    jq -r '.axes as $axes | .faults as $faults | .vectors[] |
        select([.catches[] | $faults[.].axis | select(IN($axes[]))] | length == 0) | .id' "$place"/all/*.json)"
check 'no two vectors of a family have the same inputs' "$(
    for family in "$place"/all/*/; do sha256sum "$family"*; done | cut -d' ' -f1 | sort | uniq -d)"
check 'docs/vectors.md has the tables' "$(diff "$place/tables" <(
    sed -n '/<!-- tables -->/,/<!-- \/tables -->/p' docs/vectors.md | grep -v '^<!-- '))"
check 'they take a few megabytes' "$(du -s --apparent-size -k "$place/all" | awk '$1 > 10240')"

"$program" vectors -o "$place/again" --family softcap > /dev/null
check 'a second run writes the same bytes' "$(
    diff -r "$place/all/softcap" "$place/again/softcap"; cmp "$place"/{all,again}/softcap.json)"
"$program" vectors -o "$place/other" --family softcap --seed 2 > /dev/null
check 'another seed writes others' "$(cmp -s "$place"/{all,other}/softcap/softcap-001.safetensors && echo the same)"

refused() { # refused TEXT WORD...: says so in one line, with exit code 2
    local text=$1 said
    shift
    said=$("$program" vectors "$@" 2>&1 > /dev/null)
    [ $? -eq 2 ] && [ "$(wc -l <<< "$said")" -eq 1 ] && grep -qF -- "$text" <<< "$said" || echo "$*: $said"
}
touch "$place/file"
check 'bad input is refused in one line' "$(
    refused '-o: missing; expected a folder to write to'
    refused "--family: 'ropes' is not a family; expected one of alignment, windows" -o "$place/x" --family ropes
    refused "--seed" -o "$place/x" --seed -1
    refused "unexpected argument" -o "$place/x" rope
    refused "cannot be made a folder" -o "$place/file"
    refused "cannot be made a folder" -o "$place/none/there")"
exit $fault
