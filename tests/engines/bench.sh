#!/bin/sh
# bench.sh - prints docs/performance.md: plumb eval against PyTorch's float64 attention, diff against eval.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
"$here/run.sh" --environment >&2
# Threads that wait must not keep those of the next contestant waiting.
export OMP_WAIT_POLICY=passive
PYTHONDONTWRITEBYTECODE=1 "$root/build/engines-venv/bin/python" "$here/bench.py" "${PLUMB:-$root/build/plumb}" "${PLUMB_LIBRARY:-$root/build/libplumbline.so}" \
    "${PLUMB_FLOOR:-$root/build/tests/fast/floor}" "${PLUMB_PICTURE:-$root/build/performance.svg}"
PYTHONDONTWRITEBYTECODE=1 "$root/build/engines-venv/bin/python" "$here/bench_gradients.py" \
    "${PLUMB_LIBRARY:-$root/build/libplumbline.so}"
PYTHONDONTWRITEBYTECODE=1 "$root/build/engines-venv/bin/python" "$here/bench_judge.py" "${PLUMB:-$root/build/plumb}"
"$root/src/python/environment.sh" "$root/build/python" >&2
PLUMBLINE_LIBRARY="${PLUMB_LIBRARY:-$root/build/libplumbline.so}" PYTHONPATH="$root/src/python" \
    PYTHONDONTWRITEBYTECODE=1 "$root/build/python/bin/python" "$here/bench_check.py" "${PLUMB:-$root/build/plumb}"
