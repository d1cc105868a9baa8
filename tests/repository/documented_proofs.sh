#!/bin/bash
# documented_proofs.sh [--list|--all] - runs commands of the pages on propositions as written: the indented lines and
# the rows `again`.  It needs the provers; cached results are quick.
# It draws five with the seed PLUMB_PROOF_SEED, which it prints, as proofs/prove has already proved the same.
# --all runs all; --list prints the commands and runs none.
set -u
cd "$(dirname "$0")/../.." || exit 2
pages=$(ls docs/propositions*.md)

commands() { # commands PAGE
    awk '/^    proofs\// { sub(/^ +/, ""); print }
         /^\| again \|/ { count = split($0, part, "`"); for (i = 2; i < count; i += 2) print part[i] }' "$1"
}

list=$(for page in $pages; do
    found=$(commands "$page")
    [ -n "$found" ] || { echo "$page: no command" >&2; exit 1; }
    echo "$found"
done) || exit 1
list=$(echo "$list" | awk '!seen[$0]++')
case ${1-} in
--list) echo "$list" && exit ;;
--all) ;;
?*) echo 'usage: tests/repository/documented_proofs.sh [--list|--all]' >&2; exit 2 ;;
*)
    seed=${PLUMB_PROOF_SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
    total=$(echo "$list" | wc -l)
    list=$(echo "$list" | awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -n | cut -f 2- |
        head -5)
    echo "5 of $total commands are drawn by PLUMB_PROOF_SEED=$seed"
    ;;
esac

log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM
fault=0
while read -r command; do
    if bash -c "$command" > "$log" 2>&1 < /dev/null; then
        echo "ok $command"
    else
        echo "not ok $command"
        grep -E 'RED|open|proofs:|must-fail:' "$log" | tail -10 | sed 's/^/    /'
        fault=1
    fi
done <<< "$list"
exit $fault
