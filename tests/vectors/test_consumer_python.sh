#!/bin/bash
# test_consumer_python.sh - consumer.py, which uses no code of Plumbline, passes the vectors.  PYTHON names a Python
# with NumPy.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${PLUMB:-build/plumb}")
python=${PYTHON:-python3}
"$python" -c 'import numpy' 2> /dev/null || { echo "$python has no NumPy; PYTHON may name one that has"; exit 77; }
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

consumer=("$python" tests/vectors/consumer.py)
more=gradients
. tests/vectors/consumers.sh
exit $fault
