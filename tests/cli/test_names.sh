#!/bin/sh
# test_names.sh - all reports and messages escape control characters in names and notes.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

# ESC, DEL, U+009B, U+202E, U+2066, U+200F, U+061C; and the byte 9B alone
control=$(printf 'x\033[31m\177\302\233\342\200\256\342\201\246\342\200\217\330\234')
shown='x\u001B[31m\u007F\u009B\u202E\u2066\u200F\u061C'
pattern=$(printf '[\033\177]|\302[\200-\237]|\342\200[\217\250-\256]|\342\201[\246-\251]|\330\234')
cp tests/engines/cases/jax-xla-f32-causal.safetensors "$place/$control.safetensors"
latin=$(printf 'y\233').safetensors
cp tests/engines/cases/jax-xla-f32-causal.safetensors "$place/$latin"
cd "$place" || exit 2

# says NAME WANTED COMMAND...: what it prints holds the text and nothing that is obeyed
says() {
    name=$1
    wanted=$2
    shift 2
    "$@" > said 2>&1
    if LC_ALL=C grep -aEq "$pattern" said; then
        echo "not ok $name: obeyed"
    elif ! grep -aqF -e "$wanted" said; then
        echo "not ok $name: no $wanted"
    else
        echo "ok $name"
    fi
}

case=$control.safetensors
for command in diff diagnose sink; do
    says "$command: text" "$shown" "$plumb" $command "$case"
    says "$command: JSON" "$shown" "$plumb" $command "$case" --json -
    says "$command: JSON of a name that is not UTF-8" 'y\\x9B' "$plumb" $command "$latin" --json -
done
says 'same: text' "$shown" "$plumb" same "$case" "$case"
says 'same: JSON' "$shown" "$plumb" same "$case" "$case" --json -
says 'same: JSON of a name that is not UTF-8' 'y\\x9B' "$plumb" same "$latin" "$latin" --json -
says 'diff: JUnit' "$shown" "$plumb" diff "$case" --junit -
says 'diff: HTML' "$shown" "$plumb" diff "$case" --html -
says 'diff: text of a name that is not UTF-8' 'y\x9B' "$plumb" diff "$latin"
"$plumb" sink "$case" --svg sink.svg > /dev/null
says 'sink: SVG' "$shown" cat sink.svg
says 'a message names its file' "$shown" "$plumb" diff "no-$control"
says 'an unknown subcommand' "$shown" "$plumb" "$control"
says 'an unknown option' "$shown" "$plumb" diff "--$control"
says 'where the radii are' "${shown}_radius.npy" "$plumb" eval "$case" --emit output -o "$control.npy"
"$plumb" diff "$case" --json report.json > /dev/null
says 'JSON means the name' true jq --arg name "$case" '.source == $name' report.json

# The same from within a case.
engine='{\"name\":\"e\u009b\u202e\",\"version\":\"v\u2067\"}'
metadata='{"__metadata__":{"plumbline":"{\"version\":1,\"note\":\"n\u0085\",\"engine\":'$engine'}"},'
tensors=$(printf '"%s":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[%d,%d]},' q 0 4 k 4 8 v 8 12 out 12 16)
header="$metadata${tensors%,}}"
length=$(printf '%s' "$header" | wc -c)
# shellcheck disable=SC2059
{ printf "\\$(printf '%03o' $((length % 256)))\\$(printf '%03o' $((length / 256)))\0\0\0\0\0\0"; printf '%s' "$header"
  head -c 16 /dev/zero; } > case.safetensors
for command in diff diagnose; do
    says "$command: text of a case" 'e\u009B\u202E v\u2067' "$plumb" $command case.safetensors
    says "$command: JSON of a case" 'e\u009B\u202E' "$plumb" $command case.safetensors --json -
done
says 'same: text of a case' 'e\u009B\u202E v\u2067' "$plumb" same case.safetensors case.safetensors
says 'same: JSON of a case' 'e\u009B\u202E' "$plumb" same case.safetensors case.safetensors --json -
says 'diff: HTML of a case' 'n\u0085' "$plumb" diff case.safetensors --html -
says 'diff: JUnit of a case' 'e\u009B\u202E' "$plumb" diff case.safetensors --junit -
