#!/bin/bash
# onnx_vectors.sh PYTHON [--update] - prints the results of ONNX runtimes on the vectors, as in docs/vectors.md; with
# --update writes the tables into that page.  PYTHON needs onnx and onnxruntime of requirements.txt.
set -u
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --update ]; } ||
    { echo "usage: tests/engines/onnx_vectors.sh PYTHON [--update]" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 2
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

"${PLUMB:-build/plumb}" vectors -o "$place/vectors" > /dev/null || exit 2
tables=$(PYTHONDONTWRITEBYTECODE=1 "$1" tests/engines/onnx_vectors.py "$place/vectors" "$place/onnx") || exit 2
if [ $# -eq 1 ]; then
    echo "$tables"
else
    tests/repository/put_between.sh docs/vectors.md onnx <<< "$tables"
fi
