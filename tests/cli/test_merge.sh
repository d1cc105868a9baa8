#!/bin/bash
# test_merge.sh - plumb merge: parts in one file and in several, both bases, intervals and rounded numbers; rejected
# arguments; and plumb diff of a case with parts.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

header() { tail -c +9 "$1" | head -c "$(od -An -t u8 -N 8 "$1" | tr -d ' ')"; }
numbers() { # numbers FILE TENSOR: its bytes in hexadecimal
    local at size
    size=$(od -An -t u8 -N 8 "$1" | tr -d ' ')
    at=$(header "$1" | jq -r --arg name "$2" '.[$name].data_offsets | @tsv')
    set -- "$1" $at
    tail -c +$((9 + size + $2)) "$1" | head -c $(($3 - $2)) | od -An -v -t x4 | tr -s ' ' | tr -d '\n' | sed 's/^ //'
}
little() { # little NUMBER BYTES
    for ((i = 0; i < $2; i++)); do printf '%b' "\\x$(printf %02x $(($1 >> 8 * i & 255)))"; done
}
holds() { # holds WANTED GOT
    [ "$1" = "$2" ] || echo "$2"
}
write() { # write FILE DESCRIPTION [NAME DTYPE SHAPE WORD,...]...: words of 4 bytes
    local file=$1 header at=0 size
    header=$(jq -nc --arg text "$2" 'if $text == "" then {} else {__metadata__: {plumbline: $text}} end')
    shift 2
    : > "$place/data"
    while [ $# -gt 0 ]; do
        for word in ${4//,/ }; do little "$word" 4; done > "$place/words"
        size=$(wc -c < "$place/words")
        header=$(jq -c --arg name "$1" --arg dtype "$2" --argjson at "[$at,$((at + size))]" --argjson shape "$3" \
            '.[$name] = {dtype: $dtype, shape: $shape, data_offsets: $at}' <<< "$header")
        at=$((at + size))
        cat "$place/words" >> "$place/data"
        shift 4
    done
    { little ${#header} 8; printf '%s' "$header"; cat "$place/data"; } > "$file"
}
refused() { # refused MESSAGE ARGUMENT...
    local wanted=$1 said
    shift
    said=$("$plumb" "$@" 2>&1)
    local got=$?
    [ "$got $said" = "2 plumb: $wanted" ] || echo "$got $said"
}
zero=0 one=0x3f800000 three=0x40400000 five=0x40a00000 six=0x40c00000 none=0xff800000 half=0x40900000 # 4.5
two='{"version":1,"lse_base":"2"}'
cd "$place" || exit 2

# 3 with 2^0 and 6 with 2^1
write a.safetensors "$two" out F32 '[1,1]' $three lse F32 '[1]' $zero
write b.safetensors "$two" out F32 '[1,1]' $six lse F32 '[1]' $one q F32 '[1]' $one
write both.safetensors "$two" part_out F32 '[2,1,1]' $three,$six part_lse F32 '[2,1]' $zero,$one
write plain.safetensors '' out F32 '[1,1]' $three lse F32 '[1]' $zero
write empty.safetensors "$two" out F32 '[1,1]' $five lse F32 '[1]' $none
write flat.safetensors '' out F32 '[2]' $three,$six lse F32 '[2]' $zero,$zero
write alone.safetensors '' out F32 '[1,1]' $three

check 'files of a part each' "$("$plumb" merge a.safetensors b.safetensors --round f32 -o m.safetensors
    holds '40a00000 3fcae00d' "$(numbers m.safetensors out) $(numbers m.safetensors lse)")"
check 'parts of one file' "$("$plumb" merge both.safetensors --round f32 -o n.safetensors
    cmp m.safetensors n.safetensors 2>&1)"
check 'an empty part changes nothing' "$("$plumb" merge a.safetensors empty.safetensors b.safetensors --round f32 \
    -o n.safetensors; cmp m.safetensors n.safetensors 2>&1)"
check 'two empty parts' "$("$plumb" merge empty.safetensors empty.safetensors --round bf16 -o n.safetensors
    holds 'ff800000 BF16 F32' "$(numbers n.safetensors lse) $(
        header n.safetensors | jq -r '.out.dtype + " " + .lse.dtype')")"
check 'intervals' "$("$plumb" merge both.safetensors -o n.safetensors
    holds 'outF64[1,1] lseF64[1] out_radiusF64[1,1] lse_radiusF64[1]' "$(header n.safetensors |
        jq -r 'to_entries | map(.key + .value.dtype + (.value.shape | tostring)) | join(" ")')")"
check 'another base than the files say' "$("$plumb" merge both.safetensors --lse-base e --round f32 -o e.safetensors
    holds 3fa818f5 "$(numbers e.safetensors lse)")" # log(1 + e)
check 'no file' "$(refused "merge: no file given; expected .safetensors files with part_out and part_lse, or with out and lse" \
    merge -o x.safetensors)"
check 'nowhere' "$(refused '-o: missing; expected a .safetensors file to write' merge both.safetensors)"
check 'another ending' "$(refused "-o: 'x.npy' does not end in .safetensors" merge both.safetensors -o x.npy)"
check 'not over a part' "$(cp a.safetensors kept
    "$plumb" merge a.safetensors -o a.safetensors 2> said && echo "$?"
    cmp a.safetensors kept 2>&1)"
check 'bases that differ' "$(refused \
    'plain.safetensors: lse_base e differs from that of a.safetensors; pass --lse-base' \
    merge a.safetensors plain.safetensors -o x.safetensors)"
check 'a base that is none' "$(refused "--lse-base: '10' is not one of e, 2" merge both.safetensors --lse-base 10 \
    -o x.safetensors)"
check 'shapes that differ' "$(refused 'flat.safetensors: lse: shape [2] is not []' merge flat.safetensors \
    -o x.safetensors)"
check 'no log-sum-exp' "$(refused \
    'alone.safetensors: lse: missing; expected part_out and part_lse, or out and lse of one part' \
    merge alone.safetensors -o x.safetensors)"

# Scores of 0: keys weigh alike.
write_case() { # write_case OUT PART_OUT STARTS
    write case.safetensors '{"version":1,"engine":{"precision":"f32"}}' q F32 '[1,1,1,1]' $zero k F32 '[1,1,2,1]' \
        $zero,$zero v F32 '[1,1,2,1]' $three,$six out F32 '[1,1,1,1]' "$1" part_out F32 '[2,1,1,1,1]' "$2" \
        part_lse F32 '[2,1,1,1]' $zero,$zero part_starts I32 '[3]' "$3"
}
judged() { # judged EXIT_CODE: what the report says of parts and merge
    "$plumb" diff case.safetensors > said 2>&1
    local got=$?
    [ $got -eq "$1" ] || echo "exit $got"
    sed -n '/^parts/,/^$/p' said | tr -s ' \n' ' '
}
write_case $half $three,$six 0,1,2
check 'right parts' "$(holds "$(echo 'parts 2 of 2 pass when judged as attention over their own keys' \
    'merge PASS of the given parts, in f32,output=f32 ')" "$(judged 0)")"
write_case $three $three,$six 0,1,2
check 'a wrong merge' "$(judged 1 | grep -q '2 of 2 pass .* merge SUSPECT .* part 1 is left out of the merge' ||
    cat said)"
write_case $half $three,$five 0,1,2
check 'a wrong part' "$(judged 1 | grep -q '1 of 2 pass .* part 1 (key 1) FAIL: output\[0, 0, 0, 0\] = 5' ||
    cat said)"
check 'as JUnit' "$("$plumb" diff case.safetensors --junit | grep -A 1 'name="parts"' | grep -q 'type="FAIL"' ||
    echo no)"
check 'in a list' "$("$plumb" diff case.safetensors case.safetensors | grep -c '^    parts: part 1 (key 1) FAIL' |
    grep -vx 2)"
check 'as HTML' "$("$plumb" diff case.safetensors --html | grep -q '<h2>Parts</h2>' || echo no)"
write_case $half $three,$six 0,1,3
wanted='part_starts[2] is 3; expected 1 to 2, from the previous start to the keys of k'
check 'keys that are not there' "$(refused "case.safetensors: $wanted" diff case.safetensors)"
