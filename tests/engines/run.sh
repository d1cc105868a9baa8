#!/bin/sh
# Records the outputs of the installed engines and judges each with plumb.
#
#   tests/engines/run.sh           record into build/engines, judge
#   tests/engines/run.sh --stored  judge the stored cases, without Python
#   tests/engines/run.sh --update  write the verdicts of the stored cases into findings.txt and
#                                  docs/engines.md: check the changes in git diff
#   tests/engines/run.sh --environment  only install the engines
#
# A case passes if its verdict is PASS, a finding if each of its tensors has the verdict in
# findings.txt; docs/engines.md must be the page of the stored ones.  Exit status: 0 if all
# pass, 1 if one does not, 2 if something could not be run.
set -u

here=$(cd "$(dirname "$0")" && pwd) || exit 2
root=$(cd "$here/../.." && pwd) || exit 2
plumb=${PLUMB:-$root/build/plumb}
environment=$root/build/engines-venv
live=$root/build/engines
expected=$here/findings.txt

pip() {
    "$environment/bin/pip" --quiet --disable-pip-version-check "$@"
}

# made_from FILE DIRECTORY: a directory carries a copy of the pins it was made from.
made_from() {
    cmp -s "$1" "$2/pins"
}

# With everything that it needs.
prepare_main() {
    made_from "$1" "$environment" && return 0
    rm -rf "$environment" && python3 -m venv "$environment" && pip install -r "$1" &&
        cp "$1" "$environment/pins"
}

# Other releases, beside the environment: what they need, it has.
prepare_beside() {
    made_from "$1" "$2" && return 0
    rm -rf "$2" && pip install --no-deps --target "$2" -r "$1" && cp "$1" "$2/pins"
}

# ggml from the sources of llama.cpp; for processors of any kind with AVX2, whatever this one is.
prepare_ggml() {
    made_from "$1" "$2" && return 0
    rm -rf "$2" && mkdir -p "$2/source" &&
        pip download --no-deps --no-binary :all: --dest "$2" -r "$1" &&
        tar -xzf "$2"/llama_cpp_python-*.tar.gz -C "$2/source" --strip-components 1 &&
        cmake -S "$2/source/vendor/llama.cpp" -B "$2/build" -DCMAKE_BUILD_TYPE=Release \
            -DBUILD_SHARED_LIBS=ON -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF -DGGML_LLAMAFILE=OFF \
            -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_TESTS=OFF \
            -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF > "$2/log" 2>&1 &&
        cmake --build "$2/build" --parallel 2 --target ggml >> "$2/log" 2>&1 &&
        cp -a "$2"/build/bin/libggml*.so* "$2" && rm -rf "$2/source" "$2/build" "$2"/*.tar.gz &&
        cp "$1" "$2/pins" && return 0
    tail "$2/log" >&2
    return 1
}

prepare_environment() {
    prepare_main "$here/requirements.txt" || return 1
    for requirements in "$here"/requirements-*.txt; do
        name=$(basename "$requirements" .txt)
        name=${name#requirements-}
        case $name in
        ggml) prepare_ggml "$requirements" "$environment/$name" || return 1 ;;
        *) prepare_beside "$requirements" "$environment/$name" || return 1 ;;
        esac
    done
}

record() {
    PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" "$here/record.py" --check "$live"
}

# Not recorded: models by the dozen, whose scores are as large as those of trained ones.
draw_trained() {
    rm -rf "$live/trained"
    PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" "$here/trained_scores.py" "$live/trained"
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
        report=$("$plumb" diff "$file" --json "$reports/case-$(basename "$file").json" 2>&1)
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
    "$plumb" diff "$1" --json "$reports/finding-$(basename "$1").json" > /dev/null
    jq -r --arg name "$(basename "$1" .safetensors)" \
        '[$name] + [.tensors | to_entries[] | "\(.key)=\(.value.verdict)"] | join(" ")' \
        "$reports/finding-$(basename "$1").json"
}

# Every line of findings.txt needs its finding, unless that cannot be recorded here, and every finding its line.
judge_findings() {
    for file in "$1"/*.safetensors; do
        [ -e "$file" ] || { echo "run.sh: no finding in $1" >&2; exit 2; }
        report=$(verdicts "$file" 2>&1)
        if grep -qxF -e "$report" "$expected"; then verdict=ok; else verdict=OTHER; fi
        count "$verdict" "finding $(basename "$file" .safetensors)"
    done
    while read -r name rest; do
        report="findings.txt: no such finding"
        case $name in '#'* | '') continue ;; esac
        [ -e "$1/$name.safetensors" ] || grep -qxF -e "$name" "$1/../not-recorded" 2> /dev/null ||
            count MISSING "finding $name $rest"
    done < "$expected"
}

# Each finding with the verdicts that it gets now.
update_findings() {
    for file in "$here"/findings/*.safetensors; do
        verdicts "$file" >> "$reports/verdicts" || exit 2
    done
    { sed -n '/^#/p' "$expected"; LC_ALL=C sort "$reports/verdicts"; } > "$reports/expected"
    cp "$reports/expected" "$expected"
}

# docs/engines.md is what the reports of the stored answers come to.
judge_page() {
    report=$("$here/table.sh" "$reports" | diff "$root/docs/engines.md" - 2>&1) &&
        verdict=ok || verdict=OTHER
    count "$verdict" "page docs/engines.md"
}

# What two runtimes of ONNX say to the vectors stands in docs/vectors.md.
judge_vectors() {
    report=$(PYTHON="$environment/bin/python" PLUMB=$plumb "$here/test_onnx_vectors.sh" 2>&1) &&
        verdict=ok || verdict=OTHER
    count "$verdict" "vectors, as ONNX states them"
}

# Which models of transformers a case states, and what those that can be run answer, stands in docs/coverage.md.
judge_coverage() {
    report=$(PYTHONDONTWRITEBYTECODE=1 PLUMB=$plumb "$environment/bin/python" "$here/coverage.py" "$live/coverage" \
        2>&1) && verdict=ok || verdict=OTHER
    count "$verdict" "page docs/coverage.md"
}

if [ "${1:-}" = --environment ]; then
    prepare_environment || { echo "run.sh: the engines could not be installed" >&2; exit 2; }
    exit 0
fi
[ -x "$plumb" ] || { echo "run.sh: $plumb is missing: run make first" >&2; exit 2; }
reports=$(mktemp -d) || exit 2
trap 'rm -rf "$reports"' EXIT
case ${1:-} in
--update)
    update_findings
    "$here/table.sh" "$plumb" > "$reports/engines.md" || exit 2
    cp "$reports/engines.md" "$root/docs/engines.md"
    exit
    ;;
--stored)
    directory=$here
    ;;
'')
    prepare_environment || { echo "run.sh: the engines could not be installed" >&2; exit 2; }
    record || { echo "run.sh: the engines do not record as stored" >&2; exit 2; }
    draw_trained || { echo "run.sh: the models cannot be asked" >&2; exit 2; }
    directory=$live
    ;;
*)
    echo "run.sh: unknown argument '$1'" >&2
    exit 2
    ;;
esac
passed=0 failed=0 broken=0
judge_cases "$directory/cases"
[ "$directory" = "$here" ] || judge_cases "$live/trained"
judge_findings "$directory/findings"
if [ "$directory" = "$here" ]; then
    judge_page
else
    judge_vectors
    judge_coverage
fi
echo "$passed passed, $failed failed"
[ "$broken" -eq 0 ] || exit 2
[ "$failed" -eq 0 ] || exit 1
