#!/bin/sh
# Records the installed engines live and judges every answer with plumb.
#
#   tests/engines/run.sh           record into build/engines, judge
#   tests/engines/run.sh --stored  judge the stored cases, without Python
#   tests/engines/run.sh --environment  only install the engines
#
# Exit status: 0 if no answer fails, 1 if one does, 2 if something could not be run.
set -u

here=$(cd "$(dirname "$0")" && pwd) || exit 2
root=$(cd "$here/../.." && pwd) || exit 2
plumb=${PLUMB:-$root/build/plumb}
environment=$root/build/engines-venv
live=$root/build/engines

# The environment carries a copy of the pins it was made from; other pins make it anew.
prepare_environment() {
    if cmp -s "$here/requirements.txt" "$environment/requirements.txt"; then
        return 0
    fi
    rm -rf "$environment" &&
        python3 -m venv "$environment" &&
        "$environment/bin/pip" install --quiet --disable-pip-version-check \
            -r "$here/requirements.txt" &&
        cp "$here/requirements.txt" "$environment/requirements.txt"
}

record() {
    PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" "$here/record.py" --check "$live"
}

# One line per case; counts the verdicts.
judge() {
    passed=0 suspect=0 failed=0 broken=0
    for file in "$1"/*.safetensors; do
        [ -e "$file" ] || { echo "run.sh: no case in $1" >&2; exit 2; }
        name=$(basename "$file" .safetensors)
        report=$("$plumb" diff "$file" 2>&1)
        case $? in
        0) verdict=PASS passed=$((passed + 1)) ;;
        1) verdict=FAIL failed=$((failed + 1)) ;;
        3) verdict=SUSPECT suspect=$((suspect + 1)) ;;
        *) verdict=ERROR broken=$((broken + 1)) ;;
        esac
        printf '%-8s %s\n' "$verdict" "$name"
        case $verdict in
        FAIL | ERROR) printf '%s\n' "$report" | sed 's/^/    /' ;;
        esac
    done
    echo "$passed passed, $suspect suspect, $failed failed, $broken could not be judged"
}

if [ "${1:-}" = --environment ]; then
    prepare_environment || { echo "run.sh: the engines could not be installed" >&2; exit 2; }
    exit 0
fi
[ -x "$plumb" ] || { echo "run.sh: $plumb is missing: run make first" >&2; exit 2; }
case ${1:-} in
--stored)
    directory=$here/cases
    ;;
'')
    prepare_environment || { echo "run.sh: the engines could not be installed" >&2; exit 2; }
    record || { echo "run.sh: the engines do not record as stored" >&2; exit 2; }
    directory=$live
    ;;
*)
    echo "run.sh: unknown argument '$1'" >&2
    exit 2
    ;;
esac
judge "$directory"
[ "$broken" -eq 0 ] || exit 2
[ "$failed" -eq 0 ] || exit 1
