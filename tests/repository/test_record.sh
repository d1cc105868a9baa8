#!/bin/bash
# test_record.sh - the record of proofs (proofs/record.sh): what a digest depends on, which proofs are drawn to be
# repeated, and what an update keeps. It needs no prover; proofs/canary/forged tests that a forged record is detected.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh
home=$PWD
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# --- what is drawn
many() { awk 'BEGIN { for (i = 1; i <= 2000; i++) print 1 + i % 7, "unit" i % 40, "function" i }'; }
drawn() ( . proofs/record.sh; many | draw "$1" )
goals() { awk '{ all += $1 } END { print all + 0 }'; }
check 'three parts in a hundred are drawn, and hardly more' \
    "$(for seed in 1 2 16777213; do echo "$(drawn $seed | goals) $(many | goals)"; done | awk '$1 < 0.03 * $2 || $1 > 0.03 * $2 + 7')"
check 'a seed draws the same again' "$(diff <(drawn 7) <(drawn 7))"
check 'another seed draws others' "$([ "$(comm -12 <(drawn 7 | sort) <(drawn 8 | sort) | wc -l)" -lt 20 ] || echo "mostly the same")"
check 'of a single function that function is drawn' "$([ "$(. proofs/record.sh; echo '3 unit function' | draw 5)" ] || echo "nothing")"
check 'in a hundred draws nearly all are drawn at least once' \
    "$(for seed in $(seq 100); do drawn "$seed"; done | sort -u | wc -l | awk '$1 < 1800 { print $1 " of 2000" }')"

# --- what a digest depends on: a tree whose texts are short, with a library of mathematics in a chain
tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree"/{spec,src,run,proofs/{model,number,realization,must_fail},build/proofs/coqlib}
    cd "$work/tree" || exit 2
    for file in coq-prover coq-together coq-assumptions coq-axioms coq-forbidden generic.tactic model.awk needed.awk realization/literal.v \
                model/sum.v model/other.v number/sum_math.v number/base_math.v number/lonely_math.v; do
        echo "text of $file" > "proofs/$file"
    done
    printf 'From Plumbline Require Import number.sum_math.\nlra.\n' > proofs/number/sum_is.v
    printf '%s\n' 'L_total model.sum' 'L_unseen model.other' > build/proofs/symbols
    printf '%s\n' 'model/sum.vo model/sum.glob: model/sum.v number/base_math.vo' 'number/sum_math.vo number/sum_math.glob: number/sum_math.v' \
        'number/base_math.vo: number/base_math.v' 'number/lonely_math.vo: number/lonely_math.v' 'model/other.vo: model/other.v' \
        > build/proofs/coqlib/.depend
    echo 'lemma x: total(1) == 0;' > run/text
    echo 'number/sum theory spec/sum.h' > proofs/units
    : > proofs/must_fail/sum.mutant
}
inputs() ( . "$home/proofs/record.sh"; out=build/proofs; coq_inputs run/text -- number/sum_is.v | digest )
changes() ( tree; before=$(inputs); eval "$1"; [ "$(inputs)" = "$before" ] || echo changes )
for change in 'echo >> proofs/number/sum_is.v' 'echo >> proofs/number/sum_math.v' 'echo >> proofs/model/sum.v' \
              'echo >> proofs/number/base_math.v' \
              'echo >> proofs/coq-prover' 'echo >> proofs/coq-together' 'echo >> proofs/coq-axioms' 'echo >> proofs/realization/literal.v' \
              'echo "lemma y: unseen(1) == 0;" >> run/text'; do
    check "a Coq proof depends on it: $change" "$([ "$(changes "$change")" ] || echo "the same digest")"
done
for change in 'echo >> proofs/number/lonely_math.v' 'echo >> proofs/model/other.v' 'touch proofs/number/sum_is.v'; do
    check "a Coq proof does not depend on it: $change" "$(changes "$change")"
done
of_part() (
    . "$home/proofs/record.sh"
    run=run unit=number/sum role=smt file=src/sum.c settings= functions=sum lemmas= options=(-wp-prover cvc4lean ${2+"$2"}) again=()
    eval "${1:-}"
    inputs_of_part | digest
)
differs() ( tree; [ "$(of_part)" = "$(of_part "$@")" ] || echo differs )
for change in 'functions=sum,total' 'lemmas=x' 'options+=(-wp-timeout 3)' 'again=(x)' 'settings=steps=4' 'echo >> run/text'; do
    check "a line of proofs/units depends on it: $change" "$([ "$(differs "$change")" ] || echo "the same digest")"
done
own_options() { PLUMB_PROOF_EXTRA=$1 of_part; }
check 'options of somebody are part of the digest' \
    "$(tree; [ "$(of_part)" != "$(own_options -wp-no-let)" ] && [ "$(of_part)" = "$(own_options '')" ] ||
        echo "the same digest with them, or another without")"
check 'smoke tests of statements have no record of their own' "$(differs '' -wp-no-smoke-dead-code)"

# --- what is written
written() ( # written COMMITTED TOOLS NEW: the record after it was written anew
    tree
    . "$home/proofs/record.sh"
    versions() { echo tools; }
    printf '%b' "$1" > proofs/record.txt
    echo "$2" > run/tools
    printf '%b' "$3" > run/new
    begin_record run
    sleep 0.02
    eval "${4:-}"
    rewrite_record run run/new
    cat proofs/record.txt
)
expect() { check "$1" "$(diff <(printf '%b' "$2") <(echo "$3"))"; }
expect 'a line for each unit and mutant, in their order' 'tools a tools\nnumber/sum 1 x.v\nmust_fail/sum.mutant 2\n' \
    "$(written 'tools a tools\nmust_fail/sum.mutant 2\n' a 'number/sum 1 x.v\n')"
expect 'the new line counts' 'tools a tools\nnumber/sum 3\n' "$(written 'tools a tools\nnumber/sum 2\n' a 'number/sum 3\n')"
expect 'what belongs to nothing goes' 'tools a tools\nnumber/sum 3\n' "$(written 'tools a tools\nnumber/gone 2\nnumber/sum 3\n' a '')"
expect 'what other tools proved goes' 'tools b tools\nnumber/sum 3\n' "$(written 'tools a tools\nmust_fail/sum.mutant 2\n' b 'number/sum 3\n')"
expect 'what the first lines say stays' '# words\ntools a tools\nnumber/sum 3\n' "$(written '# words\ntools a tools\n' a 'number/sum 3\n')"
for change in 'echo >> proofs/model/sum.v' 'touch proofs/new.v' 'mv proofs/model/other.v proofs/model/another.v'; do
    check "nothing is written if meanwhile: $change" "$(diff <(printf 'tools a tools\nnumber/sum 2\n') \
        <(written 'tools a tools\nnumber/sum 2\n' a 'number/sum 3\n' "$change" | grep -v '^RED: proofs/record.txt stays'))"
done
cd "$home" || exit 2
for program in prove must-fail; do
    # It asks for its tools first.
    [ $program = must-fail ] || command -v frama-c > /dev/null || continue
    for variable in PLUMB_PROOF_KEYS_ONLY PLUMB_PROOF_EXTRA; do
        check "proofs/$program --update refuses $variable" \
            "$(said=$(env "$variable=yes" "proofs/$program" --update 2>&1); status=$?
            [ $status -eq 2 ] && [[ $said = "proofs/$program: --update with "* ]] || echo "$status: $said")"
    done
done
exit $fault
