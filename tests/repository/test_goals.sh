#!/bin/bash
# test_goals.sh - the documents count the goals as the ledgers do, and a run of the proofs counts them by kind.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

for document in README.md docs/assurance.md proofs/README.md; do
    check "$document says what the goals are (else: tests/repository/goals.sh --update)" \
        "$(diff <(awk '/<!-- \/goals -->/ { inside = 0 } inside; /<!-- goals -->/ { inside = 1 }' "$document") <(tests/repository/goals.sh))"
done
expect() { # expect NAME GOALS ANSWER
    local said
    said=$(echo "$2" | awk -f proofs/kinds.awk)
    check "$1" "$([ "$said" = "$3" ] || echo "'$said' and not '$3'")"
}
none='0 lemmas, 0 postconditions, 0 assertions, 0 invariants, 0 variants, 0 preconditions of calls, 0 memory and overflow, 0 assigns'
expect 'each kind is told from the others' 'lemma_ensures_it coq
f_ensures_assigns auto
f_part_ensures_requires coq
f_assert_rte_mem_access_2 auto
f_assert_rate auto
f_loop_invariant_ensures_established auto
f_loop_variant_positive auto
f_call_g_requires_assert auto
f_loop_assigns_part1 auto
f_assigns auto
f_assigns_exit_part01 auto
f_wp_smoke_default_requires smoke
f_wp_smoke_dead_call_2 smoke' \
    '1 lemmas, 2 postconditions, 1 assertions, 1 invariants, 1 variants, 1 preconditions of calls, 1 memory and overflow, 3 assigns, 2 smoke tests (1 of single statements and calls)'
expect 'a goal of another kind is red' 'f_exits auto' "$none, 0 smoke tests (0 of single statements and calls)
RED: a goal of no known kind: f_exits"
exit $fault
