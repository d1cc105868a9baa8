#!/bin/sh
# demo.sh PLUMB - judges the recorded answer of every engine, one line each.
set -u
plumb=$1
here=$(cd "$(dirname "$0")" && pwd)
bad=0 count=0
printf '%-46s %-16s %-8s %10s %10s %8s\n' 'recorded engine case' 'precision' 'verdict' 'radius <=' 'worst ulp' '/budget'
for file in "$here"/cases/*.safetensors; do
    "$plumb" diff "$file" --json > "${TMPDIR:-/tmp}/plumb-demo.$$" || bad=$((bad + 1))
    jq -r --arg name "$(basename "$file" .safetensors)" '.tensors.output as $o
        | [$name, .precision.name, .verdict, $o.largest_radius.decimal, $o.worst_ulps.decimal, $o.worst_probable_ratio.decimal]
        | @tsv' "${TMPDIR:-/tmp}/plumb-demo.$$" |
        awk -F '\t' '{ printf "%-46s %-16s %-8s %10.1e %10.3g %8.3f\n", $1, $2, $3, $4, $5, $6 }'
    count=$((count + 1))
done
rm -f "${TMPDIR:-/tmp}/plumb-demo.$$"
echo
echo "$count engine answers judged, $((count - bad)) PASS.  Each radius is a certified bound on the distance of"
echo "the kernel's answer from the exact real value; the budget is what any correct evaluation in the"
echo "engine's precision can be off by.  One case in full:  $plumb diff tests/engines/cases/NAME.safetensors"
[ "$bad" -eq 0 ]
