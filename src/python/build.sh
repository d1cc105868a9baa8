#!/bin/sh
# build.sh BUILD FOLDER [NATIVE ROOT] - builds the wheel of the Python package, with all libraries that it needs, in
# FOLDER.  For another architecture, NATIVE is a build for this machine, which lists the keywords for the type stubs,
# ROOT the folder that sysroot.sh made, and CC the compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
wheels=$2
native=$(cd "${3:-$build}" && pwd)
root=${4:-/}
"$here/environment.sh" "$native/python"
python=$native/python/bin/python
rm -rf "$wheels"
mkdir -p "$wheels/raw"
PLUMBLINE_LIBRARY=$native/libplumbline.so PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 \
    "$python" "$here/stubs.py" "$wheels/raw/__init__.pyi"
rm -rf "$build/stand-in"
"$python" "$here/stand_in.py" "$build" "$build/stand-in" "$root"
"$python" "$here/wheel.py" pack "$build" "$wheels/raw" "$root"
AUDITWHEEL_LD_LIBRARY_PATH=$build/stand-in
[ "$root" = / ] || for folder in "$root"/usr/lib/*-linux-gnu "$root"/lib/*-linux-gnu; do
    AUDITWHEEL_LD_LIBRARY_PATH=$AUDITWHEEL_LD_LIBRARY_PATH:$folder
done
export AUDITWHEEL_LD_LIBRARY_PATH
PATH=$native/python/bin:$PATH "$python" -m auditwheel repair --wheel-dir "$wheels" \
    "$wheels"/raw/*.whl > "$wheels/said" 2>&1 || { cat "$wheels/said"; exit 1; }
rm -r "$wheels/raw"
"$python" "$here/wheel.py" seal "$build" "$wheels"/*.whl "$root"
ls "$wheels"/*.whl
