#!/bin/bash
# test_documented_commands.sh - the commands in README.md and docs exist, run as written, and print what the page
# shows, digits included.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${PLUMB:-build/plumb}")
. tests/repository/check.sh
help=$("$program" --help-all) || { echo "not ok no program $program"; exit 1; }
home=$PWD
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

# Indented lines that are commands, without comments and explanations; lines that go on are one.
lines=$(cat README.md docs/*.md | awk '/^```/ { fenced = !fenced } fenced { next }
    held != "" { sub(/^ +/, "") ; $0 = held $0; held = "" }
    /^    / { if (sub(/ *\\$/, " ")) { held = $0; next }
              sub(/^ +/, ""); sub(/ +# .*/, ""); sub(/   +.*/, ""); print }' |
    grep -E '^(build/)?(plumb|make) ')
commands=$(echo "$lines" | sed -E 's,^build/,,; s/[|].*//')
# What stands between backticks in the lines.
quoted=$(cat README.md docs/*.md | tr '\n' ' ' | grep -oE '`[^`]+`' | tr -d '`')

check 'README.md and docs name commands' "$(
    for name in make plumb; do echo "$commands" | grep -q "^$name " || echo "no line begins with $name"; done)"
check 'the first commands of README.md set up a fresh machine' "$(
    found=$(awk '/^```/ { fenced = !fenced } !fenced && /^    / { print $1, $2 }' README.md | head -2 | tr '\n' ,)
    [ "$found" = 'make demo,make test,' ] || echo "$found")"
check 'every target is in the Makefile' "$(
    { echo "$commands"; echo "$quoted"; } | sed -nE 's/^make ([a-z0-9-]+)( .*)?$/\1/p' | sort -u |
    while read -r target; do
        grep -qE "^$target:" Makefile || echo "$target"
    done)"
check 'every target of the workflows is in the Makefile' "$(
    targets=$(sed -nE 's/^ *run: make ([a-z0-9-]+)$/\1/p' .github/workflows/*.yml)
    [ -n "$targets" ] || echo none
    for target in $targets; do grep -qE "^$target:" Makefile || echo "$target"; done)"
check 'every command of the program is in its help' "$(
    { echo "$commands"; echo "$quoted"; } | sed -nE 's/^plumb ([a-z0-9-]+).*/\1/p' | sort -u | while read -r name; do
        echo "$help" | grep -qE "^  plumb $name( |\$)" || echo "$name"
    done)"
check 'every flag of the program is in its help' "$(
    { echo "$commands"; echo "$quoted"; } | grep '^plumb ' | grep -oE -- ' --[a-z0-9-]+' | sort -u |
    while read -r flag; do
        echo "$help" | grep -qE -- "(^|[[ ])$flag( |[]=,]|\$)" || echo "$flag"
    done)"
check 'every recorded case is there' "$(
    echo "$commands" | grep -oE 'tests/[^ ]+' | sort -u | while read -r pattern; do
        compgen -G "$pattern" > /dev/null || echo "$pattern"
    done)"

# --- as they are written: in a place with what they read, all numbers 0
little() { # little N: in eight bytes
    for ((i = 0; i < 8; i++)); do printf '%b' "\\x$(printf %02x $(($1 >> 8 * i & 255)))"; done
}
zeros() { head -c "$1" /dev/zero; }
write_array() { # write_array FILE SHAPE COUNT: as .npy, binary32
    local header="{'descr': '<f4', 'fortran_order': False, 'shape': ($2), }"
    { printf '\x93NUMPY\x01\x00'; little 118 | head -c 2; printf '%-117s\n' "$header"; zeros $((4 * $3)); } > "$1"
}
write_case() { # write_case FILE DESCRIPTION TENSOR...: as .safetensors, bfloat16; sinks [1], others [1,1,2,2]
    local file=$1 description=$2 header at=0 size shape
    shift 2
    header=$(jq -nc --arg text "$description" '{__metadata__: {plumbline: $text}}')
    for tensor; do
        [ "$tensor" = sinks ] && { size=2 shape='[1]'; } || { size=8 shape='[1,1,2,2]'; }
        header=$(jq -c --arg name "$tensor" \
            ".[\$name] = {dtype: \"BF16\", shape: $shape, data_offsets: [$at, $((at + size))]}" <<< "$header")
        at=$((at + size))
    done
    { little ${#header}; printf '%s' "$header"; zeros $at; } > "$file"
}
mkdir "$place/build" "$place/bin"
ln -s "$program" "$place/build/plumb"
ln -s "$program" "$place/bin/plumb"
ln -s "$home/tests" "$place/tests"
for name in q k v out; do write_array "$place/$name.npy" '1, 1, 2, 2' 4; done

# A case as each block of README.md in Python describes and fills it.
count=0
while IFS= read -r -d '@' block; do
    [[ $block == *save_file* ]] || continue
    count=$((count + 1))
    # shellcheck disable=SC2046
    write_case "$place/case-$count.safetensors" "$(grep -oE "'[^']*'" <<< "$block" | tr -d "'\n")" \
        $(grep -oE 'save_file\(\{[^}]*\}' <<< "$block" | grep -oE '"[a-z_]+"' | tr -d '"')
done < <(awk '$0 == "```" && on { on = 0; printf "@" } on; $0 == "```python" { on = 1 }' README.md)
check 'README.md describes cases in Python' "$([ $count -ge 2 ] || echo "$count")"
check 'the program reads them' "$(
    for ((i = 1; i <= count; i++)); do
        "$program" diff "$place/case-$i.safetensors" > "$place/said" 2>&1 || cat "$place/said"
    done)"
cp "$place/case-1.safetensors" "$place/case.safetensors"

# A case that is found wrong ends in 1, recorded runs that differ in 3; names of files stand for themselves, CASE for one of them.
check 'every command of the program runs' "$(
    echo "$lines" | sed 's,^build/,,' | grep '^plumb ' | grep -vE '\[--|\.\.\.' | sed 's/\bCASE\b/case.safetensors/g' |
    sort -u | while IFS= read -r line; do
        (cd "$place" && PATH=$place/bin:$PATH bash -o pipefail -c "$line" > said 2>&1 < /dev/null)
        status=$?
        [ $status -eq 0 ] || [ "$status $(grep -c 'tests/engines/findings/' <<< "$line")" = '1 1' ] ||
            [ "$status $(grep -c '^plumb same tests/engines/cases/' <<< "$line")" = '3 1' ] ||
            { echo "$status from $line"; head -3 "$place/said"; }
    done)"

# --- what a page shows: the command, then the block without a language; only times may differ
shown() { # shown PAGE: for each such block COMMAND, then its lines, then @
    awk '/^```/ { if (fenced) { if (printing) print "@"; printing = 0 }
                  else if ($0 == "```" && command != "") { print command; printing = 1 }
                  fenced = !fenced; command = ""; next }
         printing { print; next }
         fenced { next }
         /^    build\/plumb / { command = $0; sub(/^ +/, "", command); sub(/ +# .*/, "", command); next }
         NF > 0 { command = "" }' "$1"
}
without_times() { sed -E 's/[0-9]+\.[0-9]+ s$/TIME s/'; }
blocks=0
for page in README.md docs/*.md; do
    while IFS= read -r -d '@' block; do
        block=$(sed '/./,$!d' <<< "$block")
        [ -n "$block" ] || continue
        blocks=$((blocks + 1))
        command=$(head -1 <<< "$block")
        check "$page shows what this prints: $command" "$(
            diff <(tail -n +2 <<< "$block" | without_times) <(cd "$place" && bash -c "$command" 2>&1 | without_times))"
    done < <(shown "$page")
done
check 'README.md shows what the program prints' "$([ $blocks -ge 2 ] || echo "$blocks blocks")"

# The picture of the demo: some of its lines, and how many there are.
demo=$(awk '/^case .* verdict / { on = 1 } $0 == "```" { on = 0 } on' README.md | tr -s ' ')
mapfile -t cases < <(sed -n '2,/^\.\.\.$/p' <<< "$demo" | grep -v '^\.\.\.$' | cut -d' ' -f1 |
    sed 's,.*,tests/engines/cases/&.safetensors,')
check 'README.md shows lines of the demo' "$([ ${#cases[@]} -ge 10 ] || echo "${#cases[@]}")"
check 'they are what it prints' "$(diff <(sed '/^\.\.\.$/,$d' <<< "$demo") \
    <(tests/engines/demo.sh "$program" "${cases[@]}" | tr -s ' ' | head -$((1 + ${#cases[@]}))))"

# --- what was found wrong is judged so, and the page names the release
check 'every case of docs/found.md FAILs, in a release that the page names' "$(
    grep -oE 'tests/engines/findings/[^ ]+' docs/found.md | sort -u | while read -r file; do
        "$program" diff "$file" --json > "$place/said" 2>&1
        status=$?
        release=$(jq -r '.engine.version' "$place/said" | cut -d' ' -f1)
        [ "$status" = 1 ] && [ -n "$release" ] && grep -qF "$release" docs/found.md || echo "$status $release $file"
    done)"
check 'docs/found.md names cases' "$(
    found=$(grep -c '^    build/plumb .*tests/engines/findings/' docs/found.md); [ "$found" -ge 15 ] || echo "$found")"

# --- numbers in prose
says() { tr '\n' ' ' < "$1" | grep -qF "$2" || echo "not: $2"; } # says PAGE WORDS
between() { # between PAGE: least and largest ratio to SDPA from 1024 keys on, in the first table
    awk -F'|' '/^\|/ && NF > 11 && $3 >= 1024 { split($8, part, " "); r = part[1]
            if (!n++ || r < low) low = r; if (r > high) high = r }
        n && !/^\|/ { exit }
        END { print low " to " high }' "$1"
}
said="takes $(between docs/performance.md) times as long on a Zen 4 and"
said="$said $(between docs/performance-xeon.md) times on a Xeon"
check 'README.md says of the time what docs/performance.md does' "$(says README.md "$said")"
said=$("$program" sink tests/engines/cases/minilm-eager-f32-layer-?.safetensors |
    sed -nE 's/^Sink_1: ([0-9]+ of [0-9]+ heads above [0-9.]+),.*/\1/p')
check 'docs/measures.md says how many heads are sinks' "$(says docs/measures.md "$said")"
exit $fault
