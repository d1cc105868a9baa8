#!/bin/bash
# test_must_notice.sh - plumb diff --must-notice exits with 4 instead of 0 if the inputs do not reveal the required
# faults; codes 2, 1 and 3 come first; all reports show it.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

passes=tests/engines/cases/pytorch-flash-bf16-causal.safetensors
fails=tests/engines/findings/model-phi-sdpa-f32-as-whole.safetensors
echo rubbish > "$place/rubbish.safetensors"

# exits CODE ARGUMENT...: diff ends with that code
exits() {
    local code=$1
    shift
    "$plumb" diff "$@" > "$place/said" 2>&1
    local got=$?
    [ "$got" = "$code" ] || { echo "exit $got, not $code"; cat "$place/said"; }
}
said() { grep -qE -e "$1" "$place/said" || cat "$place/said"; }

check 'what shows' "$(exits 0 $passes --must-notice lost_keys=1,scale=0.01)"
check 'what does not show' "$(exits 4 $passes --must-notice scale=0.0001)"
check 'the verdict stays' "$(said '^verdict +PASS$')"
check 'the report says what' "$(said 'blind: this input does not reveal scores off by 0\.01 % \(only by 0\.2')"
check 'quiet is not silent' "$(exits 4 $passes --must-notice scale=0.0001 --quiet && said blind)"
check 'FAIL comes first' "$(exits 1 $fails --must-notice scale=0.0001)"
check 'and says nothing of it' "$(grep blind "$place/said")"
check 'FAIL beside a blind one' "$(exits 1 $passes $fails --must-notice scale=0.0001)"
check 'bad input beside a blind one' "$(exits 2 $passes "$place/rubbish.safetensors" --must-notice scale=0.0001)"
check 'two blind ones' "$(exits 4 $passes $passes --must-notice scale=0.0001 --quiet)"
check 'each is said' "$([ "$(grep -c '^    blind: ' "$place/said")" = 2 ] || cat "$place/said")"
check 'they are counted' "$(said '^2 cases: 2 PASS, .* refused; 2 of those that PASS are blind$')"
check 'the first ends it' "$(exits 4 $passes $passes --must-notice scale=0.0001 --fail-fast && said '^1 cases')"
check 'JSON of several' "$("$plumb" diff $passes $fails --must-notice scale=0.0001 --json |
    jq -r '[.verdict, .blind, .cases[0].verdict, .cases[0].must_notice.scale, .cases[1].blind] | join(",")' |
    grep -vx 'FAIL,1,PASS,0.0001,')"
check 'JUnit has a test that fails' "$("$plumb" diff $passes --must-notice scale=0.0001 --junit |
    grep -q '<failure type="BLIND" message="this input does not reveal' || echo none)"
check 'a page' "$("$plumb" diff $passes --must-notice scale=0.0001 --html | grep -q '<th>blind</th>' || echo none)"
check 'the command repeats it' "$("$plumb" diff $passes --must-notice scale=0.0001 --junit |
    grep -q 'name="command" value="plumb diff --must-notice scale=0.0001 ' || echo not)"
exit $fault
