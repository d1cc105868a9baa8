#!/bin/bash
# test_html.sh - the HTML pages of plumb diff, parsed, agree with the JSON of the same case; and the JUnit output.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=$(realpath "${PLUMB:-build/plumb}")
python=${PYTHON:-python3}
command -v "$python" > /dev/null || { echo "no $python, which reads HTML"; exit 77; }
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

says() {
    local name=${1##*/}
    "$plumb" diff "$@" --html "$place/page.html" --json "$place/report.json" --junit "$place/report.xml" > /dev/null
    "$plumb" eval "$1" --emit weights -o "$place/weights.npy" 2> /dev/null
    check "${name%.safetensors} ${*:2}" "$("$python" tests/cli/page_facts.py "$plumb" "$place" 2>&1)"
}

says tests/engines/findings/gemma2-layer-f32-window-4-as-left-4.safetensors
says tests/engines/findings/model-phi-sdpa-f32-as-whole.safetensors
says tests/engines/cases/gpt-oss-eager-bf16-gradients-sinks-causal.safetensors
says tests/engines/cases/pytorch-flash-f32-gradients-mask.safetensors
says tests/engines/cases/minilm-eager-f32-layer-0.safetensors
says tests/engines/cases/pytorch-flash-bf16-causal.safetensors
says tests/engines/cases/mlx-f32-bias-and-sinks.safetensors
says tests/engines/findings/gemma2-layer-f32-window-4-as-left-4.safetensors --sample 20 --seed 5
cp tests/engines/findings/model-phi-sdpa-f32-as-whole.safetensors "$place/with space & 'quote.safetensors"
says "$place/with space & 'quote.safetensors"
exit $fault
