#!/bin/sh
# test_json_schema.sh - the JSON Schema of `plumb conventions --json-schema` accepts the description of every recorded
# case, and rejects what the reader rejects.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=${PLUMB:-build/plumb}
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
"$program" conventions --json-schema > "$place/schema" || { echo "not ok no program $program"; exit 1; }

# faults: of each {name, value} of the standard input what the schema has against it
faults() { jq -n -r --slurpfile schema "$place/schema" -f tests/case/validate.jq; }

# The header of a .safetensors file: its length in 8 bytes, then JSON.
headers() {
    for file in tests/engines/cases/*.safetensors tests/engines/findings/*.safetensors; do
        head -c $((8 + $(od -An -tu8 -N8 "$file"))) "$file" | tail -c +9
        echo
    done
}
headers | jq -c '{name: (.__metadata__.plumbline | fromjson.note // "a case"), value: (.__metadata__.plumbline | fromjson)}' \
    > "$place/descriptions"
check 'the cases have descriptions' "$([ "$(wc -l < "$place/descriptions")" -gt 1000 ] || echo few)"
check 'every recorded case is right by the schema' "$(faults < "$place/descriptions" | head)"

# One wrong description to each kind of member and rule, each refused by the reader, too (tests/case).
cat > "$place/wrong" << 'WRONG'
{}
{"version":2}
{"version":1,"causal":true}
{"version":1,"operator":"gelu"}
{"version":1,"operator":"scaled-softmax"}
{"version":1,"alpha":2}
{"version":1,"operator":"scaled-softmax","alpha":0}
{"version":1,"operator":"scaled-softmax","alpha":"1"}
{"version":1,"operator":"clipped-softmax","gamma":0.5,"zeta":1}
{"version":1,"operator":"clipped-softmax","gamma":0,"zeta":0.875}
{"version":1,"normalisation":"sum"}
{"version":1,"sink":"first-keys"}
{"version":1,"position":"alibi","rope_base":2}
{"version":1,"position":"rope","rope_dim":3}
{"version":1,"position":"rope","rope_scaling":"linear"}
{"version":1,"position":"rope","rope_scaling":"yarn","rope_factor":2,"rope_original":9,"rope_truncate":"true"}
{"version":1,"position":"rope","rope_sections":[4]}
{"version":1,"position":"rope","rope_sections":[1,1,1,1,1]}
{"version":1,"position":"t5","buckets":1025}
{"version":1,"window":{"left":-2}}
{"version":1,"window":{"size":4}}
{"version":1,"streaming":{"first":4}}
{"version":1,"causal_alignment":3}
{"version":1,"causal_alignment":{"offset":1,"unit":2}}
{"version":1,"scale":null}
{"version":1,"engine":{"vendor":"a"}}
{"version":1,"engine":"torch"}
WRONG
check 'what the reader refuses is wrong by the schema' "$(jq -c '{name: tojson, value: .}' "$place/wrong" | faults |
    wc -l | grep -vx " *$(wc -l < "$place/wrong") *")"

# Who answered, and why, is no matter of a formula.
check 'the specification names every member and every word' "$(
    jq -r '.properties | to_entries[] | .key, (.value.enum // [])[], ((.value.anyOf // [])[].enum // [])[]' "$place/schema" |
        sort -u | grep -vxE 'version|engine|note' | while read -r name; do
            grep -qF "\`$name\`" spec/*.md || echo "$name"
        done)"
exit $fault
