#!/bin/bash
# test_color.sh - verdicts are coloured on a terminal and on request, and nowhere else.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=$(realpath "${PLUMB:-build/plumb}")
command -v script > /dev/null || { echo "no script, which makes a terminal"; exit 77; }
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
cp tests/engines/cases/jax-xla-f32-causal.safetensors "$place/right.safetensors"
cp tests/engines/findings/model-phi-sdpa-f32-as-whole.safetensors "$place/wrong.safetensors"
cp tests/engines/cases/pytorch-math-bf16-causal.safetensors "$place/one.safetensors"
cp tests/engines/cases/pytorch-math-bf16-reduced.safetensors "$place/other.safetensors"
cd "$place" || exit 2
# The same with verdicts in what is said of it, in as many letters.
LC_ALL=C sed 's/f32, grouped heads, causal/FAIL PASS; FAIL, SUSPECT 3/
    s/JAX dot_product_attention (xla, CPU)/Attention to FAIL, PASS or SUSPECT 1/' \
    right.safetensors > 'SUSPECT 4.safetensors'
unset NO_COLOR CLICOLOR CLICOLOR_FORCE
export TERM=xterm
escape=$(printf '\033')

# terminal VARIABLE=VALUE... WORD...: what plumb shows on a terminal; pipe: what it writes into a pipe
terminal() { script -qec "$(printf '%q ' env "${assign[@]}" "$plumb" "$@")" typescript < /dev/null | tr -d '\r'; }
pipe() { env "${assign[@]}" "$plumb" "$@" 2>&1; }

# colored COUNT WHERE WORD...: so many colours, and but for them what a pipe gets without
colored() {
    local count=$1 where=$2
    shift 2
    "$where" "$@" > said
    [ "$(grep -o "$escape\[1;3[123]m" said | wc -l)" = "$count" ] || { echo "not $count colours:"; cat -v said; }
    sed "s/$escape\[[0-9;]*m//g; s/[0-9.]* s\$//" said > bare
    local plain=("$@")
    [[ " $* " != *" --color always "* ]] || plain=("${@:1:$#-2}")
    [[ " $* " != *" --color=never "* ]] || plain=("${@:1:$#-1}")
    "$plumb" "${plain[@]}" 2>&1 | sed 's/[0-9.]* s$//' | cmp -s - bare || echo 'other words'
}
assign=(A=b)
check 'a terminal' "$(colored 3 terminal diff right.safetensors)"
check 'PASS is green' "$(grep -q "^verdict    $escape\[1;32mPASS$escape\[0m" said || cat -v said)"
check 'FAIL is red' "$(colored 2 terminal diff wrong.safetensors; grep -q "$escape\[1;31mFAIL" said || cat -v said)"
check 'several cases' "$(colored 4 terminal diff right.safetensors wrong.safetensors)"
check 'none of which there are 0' "$(grep -q ' 0 SUSPECT' said || cat -v said)"
check 'diagnose' "$(colored 1 terminal diagnose wrong.safetensors)"
check 'a colon may follow' "$(colored 1 terminal diagnose right.safetensors)"
check 'not what is said of the case' "$(colored 3 terminal diff 'SUSPECT 4.safetensors'
    grep -q '^           FAIL PASS; FAIL, SUSPECT 3$' said || cat -v said
    grep -q '^engine     Attention to FAIL, PASS or SUSPECT 1 ' said || cat -v said)"
check 'nor the name of one of several' "$(colored 4 terminal diff 'SUSPECT 4.safetensors' wrong.safetensors
    grep -q '^SUSPECT 4' said || cat -v said)"
check 'nor in what diagnose says' "$(colored 1 terminal diagnose 'SUSPECT 4.safetensors')"
check 'of each run that same judges' "$(colored 2 terminal same one.safetensors other.safetensors)"
check 'and no other word of same' "$(colored 0 terminal same 'SUSPECT 4.safetensors' right.safetensors)"
# Four equal keys with the value 1, of which an engine makes 1 and 4 units in the last place.
npy() { # npy FILE LENGTH BYTES
    printf '\x93NUMPY\1\0\x76\0%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, $2, 1), }" > "$1"
    printf "$3" >> "$1"
}
one='\0\0\x80\x3f'
npy q.npy 1 "$one"
npy k.npy 4 "$one$one$one$one"
npy out.npy 1 '\x04\0\x80\x3f'
case=(--q q.npy --k k.npy --v k.npy --out out.npy --precision f32)
check 'SUSPECT is yellow' "$(colored 2 terminal diff "${case[@]}"
    grep -q "^verdict    $escape\[1;33mSUSPECT$escape\[0m" said || cat -v said)"
check 'no colours in a pipe' "$(colored 0 pipe diff wrong.safetensors)"
check 'nor in a file' "$(colored 0 pipe diff wrong.safetensors --html page.html; grep -l "$escape" page.html)"
check 'always' "$(colored 2 pipe diff wrong.safetensors --color always)"
check 'never' "$(colored 0 terminal diff wrong.safetensors --color=never)"
check 'no colours in JSON' "$(pipe diff wrong.safetensors --json --color always | grep "$escape")"
assign=(NO_COLOR=1)
check 'NO_COLOR' "$(colored 0 terminal diff wrong.safetensors)"
check '--color goes before it' "$(colored 2 terminal diff wrong.safetensors --color always)"
assign=(NO_COLOR= CLICOLOR=1)
check 'an empty NO_COLOR says nothing' "$(colored 2 terminal diff wrong.safetensors)"
assign=(CLICOLOR_FORCE=1)
check 'CLICOLOR_FORCE' "$(colored 2 pipe diff wrong.safetensors)"
assign=(CLICOLOR_FORCE=1 NO_COLOR=1)
check 'NO_COLOR goes before it' "$(colored 0 pipe diff wrong.safetensors)"
assign=(CLICOLOR_FORCE=0)
check 'CLICOLOR_FORCE=0' "$(colored 0 pipe diff wrong.safetensors)"
assign=(CLICOLOR=0)
check 'CLICOLOR=0' "$(colored 0 terminal diff wrong.safetensors)"
assign=(TERM=dumb)
check 'a dumb terminal' "$(colored 0 terminal diff wrong.safetensors)"
assign=(A=b)
check 'a word that is none' "$(pipe diff right.safetensors --color=sometimes |
    grep -vx "plumb: --color: 'sometimes' is not one of auto, always, never")"
exit $fault
