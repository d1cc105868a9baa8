#!/bin/sh
# build.sh BUILD - the wheel of the Python package, with all libraries that it needs, into BUILD/wheel.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
"$here/environment.sh" "$build/python"
python=$build/python/bin/python
rm -rf "$build/wheel"
mkdir -p "$build/wheel/raw"
PLUMBLINE_LIBRARY=$build/libplumbline.so PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 \
    "$python" "$here/stubs.py" "$build/wheel/raw/__init__.pyi"
"$python" "$here/wheel.py" "$build" "$build/wheel/raw"
PATH=$build/python/bin:$PATH "$python" -m auditwheel repair --wheel-dir "$build/wheel" \
    "$build"/wheel/raw/*.whl > "$build/wheel/said" 2>&1 || { cat "$build/wheel/said"; exit 1; }
rm -r "$build/wheel/raw"
ls "$build"/wheel/*.whl
