#!/bin/bash
# emulated.sh BUILD ROOT - unpacks the aarch64 wheel and runs it under emulation with the Python of ROOT: verdicts,
# intervals and messages must be those of the wheel of this machine.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(realpath "$1") root=$(realpath "$2")
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
python=$build/python/bin/python
for name in wheel wheel-aarch64; do "$python" -m zipfile -e "$build/$name"/*.whl "$place/$name" || exit 2; done
check 'the wheel says what is in it' "$("$python" tests/python/check_wheel.py "$build"/wheel-aarch64/*.whl 2>&1)"
chmod +x "$place"/*/plumbline/bin/plumb
# NumPy of Debian expects alternatives that an installation would have made.
libraries=$root/usr/lib/aarch64-linux-gnu
arm() { qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH="$libraries/blas:$libraries/lapack" "$@"; }

version=$(arm "$place/wheel-aarch64/plumbline/bin/plumb" --version)
check 'the program runs' "$([ "$version" = "$("$place/wheel/plumbline/bin/plumb" --version)" ] || echo "$version")"
cd tests/engines || exit 2
cases=$(ls cases/*.safetensors | awk 'NR % 40 == 1'; ls findings/*.safetensors | awk 'NR % 12 == 1')
# Intervals have the same bits; error bounds go through the exp and log of the C library, whose last bit is its own.
about='def about: (.decimal | tonumber? // .) as $x | if ($x | type) != "number" or $x == 0 or ($x | isinfinite) then $x
        else $x / pow(10; $x | fabs | log10 | floor) * 1e12 | round end;
    del(.seconds) | walk(if type == "object" then
        with_entries(if .key == "bound" and (.value | type) == "object"
                     then .value |= about else . end) else . end)'
judged() { for file in $cases; do "$@" diff "$file" --json | jq -c "$about"; done; }
judged "$place/wheel/plumbline/bin/plumb" > "$place/here"
judged arm "$place/wheel-aarch64/plumbline/bin/plumb" > "$place/there"
check 'cases are judged' "$([ "$(wc -l < "$place/here")" -ge 40 ] || wc -l < "$place/here")"
check 'they have the same reports' "$(diff "$place/here" "$place/there" | cut -c1-200 | head)"

cd "$place" || exit 2
tests=$OLDPWD/../python
PYTHONPATH=$place/wheel "$python" -B "$tests/emulated.py" > here 2>&1
PYTHONHOME=$root/usr PYTHONPATH=$place/wheel-aarch64:$root/usr/lib/python3/dist-packages \
    arm "$root/usr/bin/python3" -B "$tests/emulated.py" > there 2>&1
check 'the package answers' "$(grep -c '^diagnosis ' here | grep -vx 1; grep -c "^{.*[0-9a-f]$" here | grep -vx 4)"
check 'and the same under emulation' "$(diff here there)"
exit $fault
