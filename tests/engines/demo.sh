#!/bin/sh
# demo.sh PLUMB [CASE...] - judges the recorded answer of every engine, or those of these cases, one line each; the node
# tests of ONNX, which ask much the same of several engines, are counted only.
set -u
plumb=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
bad=0 count=0
printf '%-56s %-42s %-18s %-8s %10s %10s %8s\n' \
    'recorded engine case' 'operator' 'precision' 'verdict' 'radius <=' 'worst ulp' '/honest'
[ $# -gt 0 ] || set -- "$here"/cases/*.safetensors
for file; do
    count=$((count + 1))
    "$plumb" diff "$file" --json > "${TMPDIR:-/tmp}/plumb-demo.$$" || bad=$((bad + 1))
    case $file in *-node-*) continue ;; esac
    jq -r --arg name "$(basename "$file" .safetensors)" '. as $report | .tensors.output as $o | .conventions as $c
        | .position as $p | .masks as $m
        | [$c.operator, $p.position, $p.rope.rope_layout, $p.rope.rope_scaling, $p.alibi_form, $c.normalisation,
           (if ($c.sink // "none") == "none" then empty else "sink " + $c.sink end),
           (if ($c.softcap // 0) == 0 then empty else "softcap" end), (if $c.bias then "bias" else empty end),
           (if $c.value_bias then "value bias" else empty end), (if $c.gate then "gate" else empty end),
           (("window", "prefix", "streaming", "chunk") | select($m[.] != null)),
           (if $m.segments then "documents" else empty end), (if $m.allowed then "allowed" else empty end)]
        | map(select(. != null and . != "none"))
        | [$name, join(", "), $report.precision.name, $report.verdict, $o.largest_radius.decimal,
           $o.worst_ulps.decimal, $o.worst_probable_ratio.decimal] | @tsv' "${TMPDIR:-/tmp}/plumb-demo.$$" |
        awk -F '\t' '{ printf "%-56s %-42s %-18s %-8s %10.1e %10.3g %8.3f\n", $1, $2, $3, $4, $5, $6, $7 }'
done
rm -f "${TMPDIR:-/tmp}/plumb-demo.$$"
echo
echo "$count engine answers judged, $((count - bad)) PASS.  Each radius is a certified bound on the distance of"
echo "the kernel's answer from the exact real value; the last column is its error over what is taken for honest"
echo "in the engine's precision.  One case in full:  $plumb diff tests/engines/cases/NAME.safetensors"
[ "$bad" -eq 0 ]
