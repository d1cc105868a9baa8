#!/bin/bash
# test_list.sh - plumb diff of several cases: which cases it takes, one line for each, the exit code, all reports.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

right=jax-xla-f32-causal.safetensors
wrong=model-phi-sdpa-f32-as-whole.safetensors
mkdir "$place/right" "$place/mixed" "$place/bad" "$place/empty"
cp "tests/engines/cases/$right" "tests/engines/cases/jax-xla-f32-full.safetensors" "$place/right"
cp "$place/right/$right" "tests/engines/findings/$wrong" "$place/mixed"
cp "$place/mixed/$wrong" "$place/bad"
echo rubbish > "$place/bad/a.safetensors"
cd "$place" || exit 2

# says CODE WANTED ARGUMENT...: diff ends with that code, and what it prints holds a line that matches
says() {
    local code=$1 wanted=$2
    shift 2
    "$plumb" diff "$@" > said 2>&1
    local got=$?
    [ "$got" = "$code" ] || echo "exit $got, not $code"
    grep -qE -e "$wanted" said || { echo "no line like $wanted:"; cat said; }
}
line='^[^ ]+ +softmax +f32 +PASS '
check 'two files' "$(says 0 '^2 cases: 2 PASS, 0 SUSPECT, 0 FAIL, 0 refused$' right/*)"
check 'each has a line' "$([ "$(grep -cE "$line" said)" = 2 ] || cat said)"
check 'a folder' "$(says 0 '^right/jax-xla-f32-causal ' right)"
check 'names on standard input' "$(ls right/* | says 0 '^2 cases: 2 PASS' -)"
check 'none there' "$(says 2 '^plumb: -: no names on standard input' - < /dev/null)"
check 'a folder without cases' "$(says 2 "^plumb: empty: no case in this folder; expected files named" empty)"
check 'one of them fails' "$(says 1 '^    output: [0-9]+ beyond the expected error, .*; plumb diagnose mixed/' mixed)"
check 'the line of what fails' "$(grep -qE ' FAIL  ' said || cat said)"
check 'a file that is not read comes before one that fails' "$(says 2 '^plumb: bad/a.safetensors: ' bad)"
check 'the others are judged' "$(grep -qx '2 cases: 0 PASS, 0 SUSPECT, 1 FAIL, 1 refused' said || cat said)"
check 'only what does not pass' "$(says 1 'FAIL' mixed --quiet)"
check 'and nothing where all pass' "$("$plumb" diff right --quiet 2>&1 || echo "exit $?")"
check 'nor of one case' "$("$plumb" diff "right/$right" --quiet 2>&1 || echo "exit $?")"
check 'the first that fails ends it' "$(
    says 1 '^1 cases: 0 PASS, 0 SUSPECT, 1 FAIL' --fail-fast "mixed/$wrong" right)"
check 'flags of a case are refused' "$(says 2 "^plumb: --scale: cannot be combined with 'right'" right --scale 1)"
check 'a flag that cannot be meant is refused once' "$(says 2 '^plumb: --threads: ' right --threads 0; sed 1d said)"
check 'reports beside each other' "$(says 2 '1 refused$' bad --json all.json --junit all.xml --html all.html)"
summary=$("$plumb" diagnose "bad/$wrong" --json | grep -o '"summary": "[^"]*"' | cut -d '"' -f 4)
check 'what fails is diagnosed' "$([ -n "$summary" ] || echo "nothing explains $wrong")"
check 'JUnit says how' "$(grep -qF "diagnosis: $summary" all.xml || grep diagnosis all.xml || echo no)"
check 'so does the page' "$(grep -qF "<th>diagnosis</th><td>$summary</td>" all.html || echo no)"
check 'JSON has every case' "$(jq -r '[.format, .verdict, .failed, .refused, (.cases | length),
    (.cases[0] | keys | join(" ")), .cases[1].verdict] | join(",")' all.json | grep -vx 'plumbline-diff-list-2,REFUSED,1,1,2,error source,FAIL')"
check 'JUnit has a suite for each' "$([ "$(grep -c '<testsuite ' all.xml)" = 2 ] || cat all.xml)"
check 'an error and a failure' "$(
    grep -q '<error message=' all.xml && grep -q '<failure type="FAIL"' all.xml || cat all.xml)"
check 'HTML leads to what fails' "$(grep -q 'href="#case-2"' all.html && grep -q 'id="case-2"' all.html || echo no)"
check 'a report takes the place of the lines' "$("$plumb" diff right --json | jq -e '.passed == 2' > said || cat said)"
check 'no report over a case' "$(says 2 "right/$right" right --json "right/$right")"
exit $fault
