#!/bin/sh
# test_python.sh - tests the Python package on this build's library, in an environment that is made once; without
# PyTorch, unless the environment has it.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(dirname "${PLUMB:-$PWD/build/plumb}")
if nm -D "$build/libplumbline.so" | grep -q __asan; then
    echo "Python has no address sanitizer to load this library with"
    exit 77
fi
src/python/environment.sh "$build/python" || exit
PLUMBLINE_LIBRARY=$build/libplumbline.so PLUMBLINE_PROGRAM=$build/plumb PYTHONPATH=$PWD/src/python \
    PYTHONDONTWRITEBYTECODE=1 "$build/python/bin/python" -m pytest -q -p no:cacheprovider -rs tests/python |
    tee "$build/python/said"
awk '/(passed|failed|error)/ { line = $0 }
    END { split(line, word, /[ ,]+/)
          for (i = 2; i in word; i++) { if (word[i] ~ /^passed/) good = word[i - 1]
                                        if (word[i] ~ /^(failed|error)/) bad += word[i - 1] }
          print good + 0 " passed, " bad + (good == 0) " failed" }' "$build/python/said"
