#!/bin/bash
# test_all.sh - plumb diff --all: the theorem tests each element whose error is larger than expected.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh
fails=tests/engines/findings/model-phi-sdpa-f32-as-whole.safetensors

# counts FLAG...: elements beyond what is expected; asked about; and whether some of these are impossible
counts() {
    "$plumb" diff $fails "$@" --json | jq -r '.tensors.output |
        [.beyond_expected, .asked, (.impossible > 0 and .impossible <= .asked)] | join(" ")'
}
read -r beyond asked right < <(counts)
check 'some are asked about' "$([ "$asked" -gt 0 ] && [ "$asked" -le 65 ] && [ "$right" = true ] ||
    echo "$asked $right")"
read -r beyond asked right < <(counts --all)
check 'all are asked about' "$([ "$asked" = "$beyond" ] && [ "$asked" -gt 65 ] && [ "$right" = true ] ||
    echo "$asked of $beyond, $right")"
check 'rows drawn at random leave some out' "$(
    said=$("$plumb" diff $fails --all --sample 3 2>&1)
    [ "$?: $said" = '2: plumb: --all: cannot be combined with --sample, which leaves rows out' ] || echo "$said")"
exit $fault
