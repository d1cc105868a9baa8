#!/bin/bash
# test_formats.sh - the program's JSON is valid under the JSON Schemas that it prints, and has no member that they do
# not list; JSON with a member missing or of another type is invalid.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=$(realpath "${PLUMB:-build/plumb}")
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
validate=$PWD/tests/case/validate.jq
cases=$PWD/tests/engines/cases
findings=$PWD/tests/engines/findings
cd "$place" || exit 2

# faults SCHEMA: of each {name, value} of the standard input what is wrong with it
faults() { jq -n -r --argjson strict true --slurpfile schema "$1" -f "$validate"; }

# Each member of each object left out, and replaced by what no schema takes.  Of an array of objects the first alone.
spoiled() {
    jq -c 'walk(if type == "array" and (.[0] | type) == "object" then .[:1] else . end) | . as $whole
        | paths(type != "none") | select(all(.[]; type == "string" or . == 0))
        | select(.[-1] | type == "string") | . as $path
        | {name: "without \($path)", value: ($whole | delpaths([$path]))},
          {name: "another \($path)", value: ($whole | setpath($path; [[[false]]]))}' "$1"
}

# right FORMAT FILE...: each is right by the schema
right() {
    local format=$1 file
    shift
    for file; do jq -c --arg name "$file" '{name: $name, value: .}' "$file"; done | faults "$format.schema"
}

# wrong FORMAT FILE: what is spoiled of it, in members that the format names, is wrong by the schema
wrong() {
    spoiled "$2" > spoiled
    [ "$(wc -l < spoiled)" -gt 4 ] || echo 'nothing spoiled'
    faults "$1.schema" < spoiled | sed 's/: .*//' | sort > found
    jq -r .name spoiled | sort | comm -23 - found | grep -vE "$3"
}

for command in diff diagnose same sink challenge vectors; do
    "$plumb" "$command" --json-schema > "$command.schema"
    check "plumb $command --json-schema" "$(
        jq -e '."$schema" and .title and ."$defs"' "$command.schema" 2>&1 | grep -vx true)"
done

"$plumb" diff "$cases/pytorch-flash-bf16-causal.safetensors" --json pass.json > /dev/null
"$plumb" diff "$findings/gemma2-layer-f32-window-4-as-left-4.safetensors" --json fail.json > /dev/null
"$plumb" diff "$cases/pytorch-flash-bf16-causal.safetensors" --sample 3 --json sample.json > /dev/null
"$plumb" diff "$cases/t5-decoder-f32-table.safetensors" --json t5.json > /dev/null
"$plumb" diff "$cases/minilm-eager-f32-layer-0.safetensors" --json all-tensors.json > /dev/null
echo rubbish > none.safetensors
"$plumb" diff "$cases/jax-xla-f32-causal.safetensors" none.safetensors --json list.json > /dev/null 2>&1
check 'diff' "$(right diff {pass,fail,sample,t5,all-tensors,list}.json)"
# Of free objects and of maps from names no member is prescribed.
free='"(conventions|masks|position)",'
check 'diff spoiled' "$(wrong diff fail.json 'without .*"tensors","(output|weights)"\]|'"$free")"
check 'a list spoiled' "$(wrong diff list.json 'without .*"tensors","(output|lse)"\]|'"$free")"

"$plumb" diagnose "$findings/gemma2-layer-f32-window-4-as-left-4.safetensors" --json wrong.json > /dev/null
"$plumb" diagnose "$findings/model-phi-sdpa-f32-as-whole.safetensors" --json other.json > /dev/null
"$plumb" diagnose "$cases/jax-xla-f32-causal.safetensors" --json right.json > /dev/null
check 'diagnose' "$(right diagnose {wrong,other,right}.json)"
check 'diagnose spoiled' "$(wrong diagnose wrong.json '"state",')"

"$plumb" same "$cases"/pytorch-math-bf16-{causal,reduced}.safetensors --json differ.json > /dev/null
"$plumb" same "$cases"/jax-xla-f32-{causal,causal}.safetensors --json alike.json > /dev/null
check 'same' "$(right same differ.json alike.json)"
check 'same spoiled' "$(wrong same differ.json 'without .*"tensors","(output|weights|lse)"\]')"

"$plumb" sink "$cases"/minilm-eager-f32-layer-[01].safetensors --json sink.json > /dev/null
check 'sink' "$(right sink sink.json)"
check 'sink spoiled' "$(wrong sink sink.json 'none')"

"$plumb" challenge '{"shape":{"query_heads":2,"query_length":8,"head_dim":8},"dtype":"f32"}' -o inputs.safetensors \
    --json challenge.json > /dev/null
check 'challenge' "$(right challenge challenge.json)"
check 'challenge spoiled' "$(wrong challenge challenge.json 'none')"

"$plumb" vectors -o vectors --family gqa > /dev/null
check 'vectors' "$(right vectors vectors/gqa.json)"
check 'vectors spoiled' "$(wrong vectors vectors/gqa.json '"conventions",|without .*"answers","out"\]')"

# The listings are the library's alone.
library=$(dirname "$plumb")/libplumbline.so
listing() {
    python3 -c 'import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.plumb_listing.restype = ctypes.c_size_t
text = ctypes.create_string_buffer(1 << 20)
assert 0 < library.plumb_listing(sys.argv[2].encode(), text, ctypes.c_size_t(len(text))) < len(text), sys.argv[2]
print(text.value.decode())' "$library" "$1"
}
if command -v python3 > /dev/null && listing findings > /dev/null 2>&1; then
    for name in conventions operators precisions tensors findings; do
        listing "$name" > "$name.json"
        listing "schema $name-listing" > "$name.schema"
        check "the listing of $name" "$(right "$name" "$name.json" 2>&1)"
    done
    check 'a command and the library print the same schema' "$(diff <(listing 'schema sink') <(cat sink.schema; echo))"
else
    echo 'no python3 that loads the library: the listings are not tried'
fi
exit $fault
