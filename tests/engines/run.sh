#!/bin/sh
# Records the installed engines live and judges every answer with plumb.
#
#   tests/engines/run.sh           record into build/engines, judge
#   tests/engines/run.sh --stored  judge the stored cases, without Python
#   tests/engines/run.sh --environment  only install the engines
#
# A case passes if its verdict is PASS, a finding if each of its tensors has the verdict that
# findings.txt says.  Exit status: 0 if all pass, 1 if one does not, 2 if something could not be run.
set -u

here=$(cd "$(dirname "$0")" && pwd) || exit 2
root=$(cd "$here/../.." && pwd) || exit 2
plumb=${PLUMB:-$root/build/plumb}
environment=$root/build/engines-venv
live=$root/build/engines
expected=$here/findings.txt

# The environment carries a copy of the pins it was made from; other pins make it anew.
prepare_environment() {
    if cat "$here"/requirements*.txt | cmp -s - "$environment/pins"; then
        return 0
    fi
    rm -rf "$environment" &&
        python3 -m venv "$environment" &&
        "$environment/bin/pip" install --quiet --disable-pip-version-check \
            -r "$here/requirements.txt" &&
        "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps \
            --target "$environment/mask-before-cap" -r "$here/requirements-mask-before-cap.txt" &&
        cat "$here"/requirements*.txt > "$environment/pins"
}

record() {
    PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" "$here/record.py" --check "$live"
}

# count VERDICT NAME: one line; where something is not as it should be, what plumb said
count() {
    printf '%-8s %s\n' "$1" "$2"
    case $1 in
    ok) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        printf '%s\n' "$report" | sed 's/^/    /'
        ;;
    esac
}

judge_cases() {
    for file in "$1"/*.safetensors; do
        [ -e "$file" ] || { echo "run.sh: no case in $1" >&2; exit 2; }
        report=$("$plumb" diff "$file" 2>&1)
        case $? in
        0) verdict=ok ;;
        1) verdict=FAIL ;;
        3) verdict=SUSPECT ;;
        *) verdict=ERROR broken=$((broken + 1)) ;;
        esac
        count "$verdict" "case $(basename "$file" .safetensors)"
    done
}

# "NAME TENSOR=VERDICT ..." of one finding
verdicts() {
    "$plumb" diff "$1" --json | jq -r --arg name "$(basename "$1" .safetensors)" \
        '[$name] + [.tensors | to_entries[] | "\(.key)=\(.value.verdict)"] | join(" ")'
}

# Every line of findings.txt needs its finding, and every finding its line.
judge_findings() {
    for file in "$1"/*.safetensors; do
        [ -e "$file" ] || { echo "run.sh: no finding in $1" >&2; exit 2; }
        report=$(verdicts "$file" 2>&1)
        if grep -qxF -e "$report" "$expected"; then verdict=ok; else verdict=OTHER; fi
        count "$verdict" "finding $(basename "$file" .safetensors)"
    done
    while read -r name rest; do
        report="findings.txt: no such finding"
        case $name in '#'* | '') ;; *) [ -e "$1/$name.safetensors" ] || count MISSING "finding $name $rest" ;; esac
    done < "$expected"
}

if [ "${1:-}" = --environment ]; then
    prepare_environment || { echo "run.sh: the engines could not be installed" >&2; exit 2; }
    exit 0
fi
[ -x "$plumb" ] || { echo "run.sh: $plumb is missing: run make first" >&2; exit 2; }
case ${1:-} in
--stored)
    directory=$here
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
passed=0 failed=0 broken=0
judge_cases "$directory/cases"
judge_findings "$directory/findings"
echo "$passed passed, $failed failed"
[ "$broken" -eq 0 ] || exit 2
[ "$failed" -eq 0 ] || exit 1
