#!/bin/bash
# test_mistakes.sh - what users get wrong, and what they are told: one line that names field, value, what is expected,
# exit code 2, and nothing is written.  Of mistakes.txt a line that begins with D is the description of a case, with A
# the arguments of the program, and the line below it is what is said.  PLUMB_TEST_UPDATE=1 records that anew: look at
# it.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${PLUMB:-build/plumb}")
table=$PWD/tests/cli/mistakes.txt
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
cd "$place" || exit 2

little() { # little N BYTES
    for ((i = 0; i < $2; i++)); do printf '%b' "\\x$(printf %02x $(($1 >> 8 * i & 255)))"; done
}
zeros() { head -c "$1" /dev/zero; }
array() { # array FILE DTYPE SHAPE BYTES [ORDER]
    local header="{'descr': '$2', 'fortran_order': ${5:-False}, 'shape': ($3), }"
    { printf '\x93NUMPY\x01\x00'; little 118 2; printf '%-117s\n' "$header"; zeros "$4"; } > "$1"
}
write_case() { # write_case DESCRIPTION: q, k, v and out, bfloat16 [1,1,2,2]
    local header
    header=$(jq -nc --arg text "$1" '{__metadata__: {plumbline: $text}} + ([["q", "k", "v", "out"] | to_entries[] |
        {(.value): {dtype: "BF16", shape: [1, 1, 2, 2], data_offsets: [8 * .key, 8 * .key + 8]}}] | add)')
    { little ${#header} 8; printf '%s' "$header"; zeros 32; } > case.safetensors
}
for name in q k v out; do array $name.npy '<f4' '1, 1, 2, 2' 16; done
array wide.npy '<f4' '1, 1, 2, 3' 24
array half.npy '<f2' '1, 1, 2, 2' 8
array big.npy '>f4' '1, 1, 2, 2' 16
array int.npy '<i4' '1, 1, 2, 2' 16
array u2.npy '<u2' '1, 1, 2, 2' 8
array ml.npy '<V2' '1, 1, 2, 2' 8
array three.npy '<f4' '1, 2, 2' 16
array fortran.npy '<f4' '1, 1, 2, 2' 16 True
array heads2.npy '<f4' '1, 2, 2, 2' 32
array heads3.npy '<f4' '1, 3, 2, 2' 48
array long2.npy '<f4' '1, 2, 4, 2' 64
array long3.npy '<f4' '1, 3, 4, 2' 96
array bhsd.npy '<f4' '1, 2, 8, 4' 256
array bshd.npy '<f4' '1, 8, 2, 4' 256
array kt.npy '<f4' '1, 2, 4, 8' 256
printf 'PK\003\004pickled tensors' > q.pt
cp q.pt q.npz
: > empty.safetensors
echo 'q, k and v as text' > text.safetensors

told() { # told KIND INPUT: runs it; what it says, or how it breaks the rules
    local code lines
    if [ "$1" = D ]; then
        write_case "$2"
        set -- A 'diff case.safetensors'
    else
        write_case '{"version": 1}'
    fi
    ls > before
    eval "\"$program\" $2" > .said 2> .error < /dev/null
    code=$?
    lines=$(wc -l < .error)
    [ $code -eq 2 ] || echo "exit code $code"
    [ ! -s .said ] || echo 'something on standard output'
    [ "$lines" -eq 1 ] || echo "$lines lines"
    ls > .after
    cmp -s before .after || echo 'files are written'
    cat .error
}

count=0
while IFS= read -r line; do
    case $line in
    [DA]' '*) ;;
    *) continue ;;
    esac
    count=$((count + 1))
    said=$(told "${line%% *}" "${line#* }")
    if [ -n "${PLUMB_TEST_UPDATE:-}" ]; then
        printf '%s\n    %s\n' "$line" "$said"
    else
        check "$line" "$(diff <(grep -Fx -A1 -e "$line" "$table" | sed -n '2s/^    //p') <(printf '%s\n' "$said"))"
    fi
done < "$table" > .report
# Numbers may be exact texts, and are the same numbers then.
same_as() { # same_as DESCRIPTION DESCRIPTION
    write_case "$1"
    "$program" diff case.safetensors --json | jq 'del(.seconds)' > .one
    write_case "$2"
    "$program" diff case.safetensors --json | jq 'del(.seconds)' | diff .one -
    [ -s .one ] || echo nothing
}
if [ -n "${PLUMB_TEST_UPDATE:-}" ]; then
    cp .report "$table"
else
    cat .report
    check 'an exact decimal' "$(same_as '{"version": 1, "softcap": 1e-3}' '{"version": 1, "softcap": "1e-3"}')"
    check 'a ratio' "$(same_as '{"version": 1, "softcap": 0.375}' '{"version": 1, "softcap": "3/8"}')"
    check 'at least 120 mistakes are told' "$([ $count -ge 120 ] || echo "$count")"
fi
exit $fault
