#!/bin/bash
# test_workflow.sh - the steps of docs/ci.md run as written: they pass a correct attention, fail a wrong one, and leave
# the files that the workflow keeps.
set -u
cd "$(dirname "$0")/../.." || exit 2
tree=$PWD
[ "$(realpath "${PLUMB:-build/plumb}")" = "$tree/build/plumb" ] || { echo "the workflow builds into build"; exit 77; }
if nm -D build/libplumbline.so | grep -q __asan; then
    echo "Python has no address sanitizer to load this library with"
    exit 77
fi
src/python/environment.sh build/python || exit
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

# Step N: a file with its commands.  A text that goes on stands deeper than its "run: |".
awk -v place="$place" '
    /^```yaml/ { inside = 1; next }
    /^```/ { inside = 0 }
    !inside { next }
    going && match($0, /^ */) && RLENGTH > depth { print substr($0, depth + 3) > file; next }
    { going = 0 }
    /^ *run:/ {
        file = place "/step" ++steps
        match($0, /^ */); depth = RLENGTH
        sub(/^ *run: */, "")
        if ($0 == "|") going = 1; else print > file
    }' docs/ci.md
check 'it has four steps' "$([ "$(ls "$place" | wc -l)" = 4 ] || ls "$place")"
ln -s "$tree" "$place/plumbline"
mkdir "$place/tests" "$place/answers"
awk '/^```python/ { inside = 1; next } /^```/ { inside = 0 } inside' docs/ci.md > "$place/tests/test_attention.py"
cp tests/engines/cases/jax-xla-f32-causal.safetensors "$place/answers"
cd "$place" || exit 2

# The shell of GitHub's runners.
step() { DEPS=no bash --noprofile --norc -eo pipefail "step$1" > said 2>&1; }
check 'the judge is built' "$(step 1 || cat said)"
check 'its wheel says what is in it' "$(
    "$tree/build/python/bin/python" "$tree/tests/python/check_wheel.py" plumbline/build/wheel/*.whl 2>&1)"
if ! step 2 && grep -qiE 'connection|resolve|no matching distribution|could not find' said; then
    echo 'the network has no packages for the step that installs: what follows it is not tried'
    exit $fault
fi
check 'and installed' "$([ -x venv/bin/plumb ] || cat said)"
check 'its libraries have all that they expect of each other' "$(
    LD_BIND_NOW=1 venv/bin/plumb --version 2>&1 > /dev/null)"
check 'a right kernel passes' "$(step 3 || cat said)"
check 'so do right answers' "$(step 4 || cat said)"
check 'the reports are there' "$(grep -q 'plumbline.verdict' kernels.xml && grep -q '<testsuite ' answers.xml &&
    grep -q 'verdict PASS' answers.html || ls)"
sed -i 's/numpy.tri(\*scores/1 - numpy.tri(*scores/; s/dtype=bool), scores/k=-2) > 0, scores/' tests/test_attention.py
cp "$tree/tests/engines/findings/model-phi-sdpa-f32-as-whole.safetensors" answers
check 'a wrong kernel does not' "$(step 3 && cat said)"
check 'its case is kept' "$(ls failing/test_attention/fail-*.safetensors 2>&1 | grep -v '^failing')"
check 'nor does a wrong answer' "$(step 4; [ $? -eq 1 ] || cat said)"
check 'and it is in the report' "$(grep -q 'verdict FAIL' answers.html &&
    grep -q '<failure type="FAIL"' answers.xml || ls)"
exit $fault
