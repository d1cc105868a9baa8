#!/bin/bash
# test_onnx_vectors.sh - two ONNX runtimes give the results of docs/vectors.md on the vectors.  Needs the Python of
# `make engines`, or one in PYTHON with the onnx and onnxruntime of requirements.txt.
set -u
cd "$(dirname "$0")/../.." || exit 2
PLUMB=$(realpath "${PLUMB:-build/plumb}")
export PLUMB
. tests/repository/check.sh
python=${PYTHON:-build/engines-venv/bin/python}
pinned=$(grep -E '^(onnx|onnxruntime)==' tests/engines/requirements.txt | sort)
[ "$("$python" -c 'import onnx, onnxruntime, ml_dtypes
print(f"onnx=={onnx.__version__}\nonnxruntime=={onnxruntime.__version__}")' 2> /dev/null)" = "$pinned" ] ||
    { echo "$python has not" $pinned; exit 77; }

tables=$(tests/engines/onnx_vectors.sh "$python") || { echo 'not ok the runtimes do not run'; exit 1; }
check 'the runtimes say what the page says' "$(diff <(echo "$tables") <(
    sed -n '/<!-- onnx -->/,/<!-- \/onnx -->/p' docs/vectors.md | grep -v '^<!-- '))"
check 'at least 500 vectors are stated' "$(awk -F' *[|] *' '$2 == "all" && $3 < 500 { print $3 }' <<< "$tables")"
exit $fault
