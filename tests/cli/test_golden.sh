#!/bin/bash
# test_golden.sh - plumb golden writes the tensors that plumb eval writes, and rejects contradictory arguments.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

case=tests/engines/cases/pytorch-flash-bf16-causal.safetensors
sigmoid=tests/engines/cases/formula-bf16-sigmoid-none.safetensors
golden() { "$plumb" golden "$@" 2>&1; }
header() { tail -c +9 "$1" | head -c "$(od -An -t u8 -N 8 "$1" | tr -d ' ')"; }
numbers() { # numbers FILE TENSOR: its bytes
    local at size
    size=$(od -An -t u8 -N 8 "$1" | tr -d ' ')
    at=$(header "$1" | jq -r --arg name "$2" '.[$name].data_offsets | @tsv')
    set -- "$1" $at
    tail -c +$((9 + size + $2)) "$1" | head -c $(($3 - $2)) | od -An -v -t x1
}
refused() { # refused MESSAGE ARGUMENT...
    local wanted=$1 said
    shift
    said=$(golden "$@")
    local got=$?
    [ "$got $said" = "2 plumb: $wanted" ] || echo "$got $said"
}

golden $case -o "$place/golden.safetensors" > "$place/said" || exit 1
"$plumb" eval $case --emit output --round bf16 -o "$place/rounded.safetensors"
check 'what it prints' "$(grep -qx 'output     3072 elements, correctly rounded to BF16; largest 3.031' "$place/said" &&
    grep -q '^expected .* bf16-flash kernels$' "$place/said" || cat "$place/said")"
check 'every condition number is said' "$(sed -n 's/^condition .* in //p' "$place/said" | tr '\n' ' ' |
    grep -vx 'q k v scores weights ')"
check 'the output is that of eval, in the format of the inputs' "$(
    cmp <(numbers "$place/golden.safetensors" output) <(numbers "$place/rounded.safetensors" output) 2>&1)"
check 'the tensors' "$(header "$place/golden.safetensors" | jq -r 'to_entries | map(.key + ":" + .value.dtype) |
    join(" ")' | grep -vx "output:BF16 output_low:F64 output_high:F64 output_floor:F64 output_expected:F64 $(
    )output_condition_q:F64 output_condition_k:F64 output_condition_v:F64 output_condition_scores:F64 $(
    )output_condition_weights:F64")"
check 'some queries in another format' "$(golden $case --rows 3:5 --round f32 -o "$place/rows.safetensors" |
    grep -q '^output     256 elements, correctly rounded to F32' || echo not)"
check 'their shape' "$(header "$place/rows.safetensors" | jq -c '.output_floor.shape' | grep -vx '\[1,4,2,32\]')"
check 'an operator without condition numbers in scores' "$(golden $sigmoid -o "$place/sigmoid.safetensors" |
    grep -c '^condition' | grep -vx 2)"
check 'no file' "$(refused '-o: missing; expected a .safetensors file to write' $case)"
check 'another ending' "$(refused "-o: 'out.npy' does not end in .safetensors" $case -o out.npy)"
check 'not over the case' "$(cp $case "$place/case.safetensors"
    golden "$place/case.safetensors" -o "$place/case.safetensors" > "$place/said"
    [ $? = 2 ] && cmp $case "$place/case.safetensors" || cat "$place/said")"
check 'a format that is none' "$(
    refused "--round: 'fp8' is not one of f64, f32, f16, bf16" $case --round fp8 -o x.safetensors)"
check 'nothing is left of what was refused' "$(ls x.safetensors out.npy 2>/dev/null)"
exit $fault
