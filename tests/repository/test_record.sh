#!/bin/bash
# test_record.sh - the record of proofs/record.sh answers for the very same inputs only. It needs no prover.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh
home=$PWD
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# A tree of its own, with tools that only say their names.
tree() {
    rm -rf "$work/tree" "$work/tools"
    mkdir -p "$work/tools" "$work/share" "$work/tree"/{spec,src,proofs/must_fail,build/proofs/drivers}
    cd "$work/tree" || exit 2
    for file in spec/lemma.h src/kernel.c proofs/script.v proofs/frama-c.sh proofs/must_fail/broken.mutant \
                build/proofs/why3.conf build/proofs/coqlib.hash build/proofs/drivers/cvc4lean.drv; do
        echo "text of $file" > "$file"
    done
    for tool in frama-c why3 cvc4 cvc5 coqc; do
        printf '#!/bin/sh\necho %s\n' "$work/share" > "$work/tools/$tool"
        chmod +x "$work/tools/$tool"
    done
}

mutant=proofs/must_fail/broken.mutant
begin() { rm -rf "$work/run"; begin_record "$work/run"; take_inputs "$work/run"; }
try() { begin; good "$work/run" "$(key_of $mutant)"; eval "${1:-:}"; end_record "$work/run" $mutant; }
again() { begin; recorded "$work/run" "$(key_of $mutant)"; }

# answered [CHANGE [CHANGE_WHILE_TRIED]]: tries the mutant, makes the change, and says whether the record then answers
answered() (
    export PATH=$work/tools:$PATH out=build/proofs
    unset PLUMB_PROOF_CACHE
    . "$home/proofs/record.sh"
    tree
    sleep 0.1
    try "${2:-}"
    eval "${1:-}"
    again && echo "the record answers"
)

check 'the same inputs are answered' "$([ -n "$(answered)" ] || echo "not answered")"
for change in 'echo >> src/kernel.c' 'echo >> spec/lemma.h' 'echo >> proofs/script.v' 'echo >> proofs/frama-c.sh' 'touch src/further.c' \
              'rm spec/lemma.h' 'mv src/kernel.c src/other.c' "echo >> $mutant" 'echo >> build/proofs/drivers/cvc4lean.drv' \
              'echo >> build/proofs/coqlib.hash' 'echo >> build/proofs/why3.conf' 'echo "# other" >> "$work/tools/cvc4"' \
              'echo "# other" >> "$work/tools/coqc"' 'touch "$work/share/library"' 'export PLUMB_PROOF_EXTRA=-wp-no-let' \
              'export PLUMB_PROOF_KEYS_ONLY=yes' 'export PLUMB_PROOF_CACHE=no'; do
    check "not answered after: $change" "$(answered "$change")"
done
for change in 'echo >> src/kernel.c' 'cp src/kernel.c old; echo >> src/kernel.c; cp old src/kernel.c' "touch $mutant" \
              'echo "# other" >> "$work/tools/cvc4"' 'export PLUMB_PROOF_CACHE=no'; do
    check "not recorded if meanwhile: $change" "$(answered 'unset PLUMB_PROOF_CACHE' "$change")"
done
exit $fault
