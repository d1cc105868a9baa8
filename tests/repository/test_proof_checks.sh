#!/bin/bash
# test_proof_checks.sh - proofs/assumptions finds the assumptions of the proofs in small trees, and proofs/callers the
# unproved callers, in this tree, too. It needs no prover.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh
home=$PWD
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

check 'the unproved callers are those listed' "$(proofs/callers)"
check 'docs/assurance.md names the files that they are in' "$(cut -d' ' -f1 proofs/unproved_callers.txt | sort -u |
    while read -r file; do grep -qF "\`$file\`" docs/assurance.md || echo "$file"; done)"

# A tree in which kernel.c is proved but for its function `step`, and proved.c with its own static `step` wholly.
tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree"/{spec,src,proofs,run}
    cd "$work/tree" || exit 2
    cp "$home"/proofs/{assumptions,callers,frama-c.sh,functions.awk,unproved.awk} proofs/
    echo '/*@ requires x > 0; */ int kernel(int x);' > src/kernel.h
    printf '%s\n' '#include "kernel.h"' 'static int step(int x) { return x; }' 'int kernel(int x) { return step(x); }' > src/kernel.c
    printf '%s\n' '/*@ requires x > 0; */' 'static int step(int x) { return x; }' 'int proved(int x) { return step(x); }' > src/proved.c
    printf '%s\n' 'a smt src/kernel.c fct=kernel' 'b smt src/proved.c' > proofs/units
    echo 'contract src/kernel.c:step  since nobody proves it' > proofs/assumed.txt
    : > proofs/unproved_callers.txt
    : > run/goals
    printf '%s\n' 'src/kernel.c kernel' 'src/proved.c step' 'src/proved.c proved' > run/verified
    printf '%s\n' 'src/kernel.c kernel step' 'src/proved.c proved step' > run/calls
}
answer() ( tree; eval "${1:-}"; proofs/assumptions run 2>&1 )
expect() { # expect NAME ANSWER [CHANGE]
    local said
    said=$(answer "${3:-}")
    check "$1" "$([ "$said" = "$2" ] || echo "'$said' and not '$2'")"
}
not_listed='which is not proved, calls src/kernel.c:kernel, which has a precondition: not in proofs/unproved_callers.txt (write it with: proofs/callers --update)'
expect 'a small tree that lists what it assumes' ''
expect 'a proved function does not vouch for its namesake in another file' \
    'RED: the contract of src/kernel.c:step is used but neither proved nor in proofs/assumed.txt' ': > proofs/assumed.txt'
expect 'a namesake in another file is not the one that is listed' \
    'RED: the contract of src/kernel.c:step is used but neither proved nor in proofs/assumed.txt
RED: proofs/assumed.txt lists contract src/proved.c:step, which nothing uses unproved' 'sed -i s/kernel.c/proved.c/ proofs/assumed.txt'
expect 'a contract without a definition' 'RED: the contract of outside is used but neither proved nor in proofs/assumed.txt' \
    'echo "src/proved.c proved outside" >> run/calls'
expect 'a file of which some clauses are proved' 'RED: proofs/units: b proves some clauses of src/proved.c, and no line proves the others' \
    'sed -i "s/^b.*/b coq src\/proved.c props=value/" proofs/units'
expect 'an unproved caller that is not listed' "RED: src/main.c, $not_listed" \
    'printf "#include \"kernel.h\"\nint main(void) { return kernel(0); }\n" > src/main.c'
expect 'an unproved caller that is listed' '' \
    'echo "int main(void) { return kernel(0); }" > src/main.c; sed -i "1i #include \"kernel.h\"" src/main.c; proofs/callers --update'
expect 'a kernel in a table of functions' "RED: src/table.c, $not_listed" \
    'printf "#include \"kernel.h\"\nint (*const table[])(int) = {kernel};\n" > src/table.c'
expect 'a kernel in a macro' "RED: src/table.c, $not_listed" \
    'printf "#include \"kernel.h\"\n#define CALL(x) \\\\\n    kernel(x)\n" > src/table.c'
expect 'a kernel in a comment or a text' '' \
    'printf "#include \"kernel.h\"\n// kernel(0)\nconst char *name(void) { return \"kernel(0)\"; /* kernel */ }\n" > src/table.c'
expect 'a namesake that is not the kernel' '' 'echo "static int step(int x) { return x; } int own(void) { return step(0); }" > src/own.c'
expect 'a listed caller that is none' \
    'RED: proofs/unproved_callers.txt says that src/main.c, which is not proved, calls src/kernel.c:kernel, which has a precondition; it does not' \
    'echo "src/main.c src/kernel.c:kernel" > proofs/unproved_callers.txt'
expect 'a file with braces that do not fit' 'RED: proofs/functions.awk does not understand the braces of src/half.c' \
    'printf "#if 1\nint half(void) {\n#else\nint half(int x) {\n#endif\n    return 0;\n}\n" > src/half.c'
exit $fault
