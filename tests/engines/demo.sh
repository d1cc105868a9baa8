#!/bin/bash
# demo.sh PLUMB [CASE...] - judges the recorded outputs of all engines, or of these cases, one line each.  ONNX node
# tests are only counted: they test much the same in several engines.
set -u
plumb=$(realpath "$1") || exit 2
shift
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/cases" || exit 2
[ $# -gt 0 ] || set -- *.safetensors
"$plumb" diff "${@##*/}" | grep --line-buffered -v -e '-node-'
status=${PIPESTATUS[0]}
echo
echo "Each radius is a certified bound on the distance of the kernel's answer from the exact real value; the last"
echo "column is the engine's error over what is expected in its precision."
echo "One case in full:  plumb diff tests/engines/cases/NAME.safetensors"
exit "$status"
