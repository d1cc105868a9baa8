#!/bin/bash
# test_tables.sh - plumb sink gives the recorded numbers on the recorded cases, Sink is the share computed from its
# counts, and the tables of docs/emergence.md are those of the records; needs no Python.
set -u
cd "$(dirname "$0")" || exit 2
plumb=${PLUMB:-../../build/plumb}
reports=$(mktemp -d) || exit 2
trap 'rm -rf "$reports"' EXIT
passed=0 failed=0

check() { # check WHAT STATUS
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not ok $1"; fi
}

# alpha of every layer's heads beside what is on record. Both are middles of balls, which may differ by their radii.
same_alpha='[.layers[].heads[].alpha.decimal | tonumber] as $evaluated
    | ($record[0].sample.alpha[$key] | flatten | map(tonumber)) as $recorded
    | ($evaluated | length) > 0 and ($evaluated | length) == ($recorded | length) and
      all(range($evaluated | length); ($evaluated[.] - $recorded[.]) | fabs < 1e-12)'

# The same of the ratios of hidden states, which are divided.
same_activations='[.layers[].activations[0] | .norm_ratio, .largest_ratio | .decimal | tonumber] as $evaluated
    | ($record[0].sample.activations | flatten | map(tonumber)) as $recorded
    | ($evaluated | length) > 0 and ($evaluated | length) == ($recorded | length) and
      all(range($evaluated | length); (($evaluated[.] - $recorded[.]) / $recorded[.]) | fabs < 1e-9)'

recompute() { # recompute RECORD KEY
    files=$(jq -r '.sample.files[] | "cases/" + .' "$1") || return 1
    # shellcheck disable=SC2086
    "$plumb" sink $files --key "$2" --json "$reports/sink.json" > "$reports/log" &&
        jq -e --slurpfile record "$1" --arg key "$2" "$same_alpha" "$reports/sink.json" > "$reports/log" &&
        { [ "$2" != 1 ] || jq -e --slurpfile record "$1" "$same_activations" "$reports/sink.json" > "$reports/log"; }
}

# Sink is what its counts are, and the counts are those of all sequences, layers and heads.
consistent='. as $r | [.measured[].sink[] |
    (.above + .not_above + .undecided + .no_value) == .heads and
    .heads == $r.sequences * $r.recipe.layers * $r.recipe.heads and
    ((.percent_least - 100 * .above / .heads) | fabs) < 1e-9 and
    ((.percent_most - 100 * (.heads - .not_above) / .heads) | fabs) < 1e-9] | length > 0 and all'

# The record of a model is that of its name, its changes are those of models.json, and it was trained to its end.
as_named='.changes == $models[0][.model] and .recipe + .changes == .recipe
    and "\(.model)-\(.seed)" == $name and .measured[-1].step == .recipe.steps'

# What a model does not change is the same in all records: the smallest recipe.
one_recipe='map(.changes as $changes | .recipe | with_entries(select(.key as $key | $changes | has($key) | not)))
    | map(to_entries[]) | group_by(.key) | map(map(.value) | unique | length == 1) | all'

[ -n "$(ls results/*.json 2> /dev/null)" ] || { echo "not ok there are records"; exit 1; }
for record in results/*.json; do
    name=$(basename "$record" .json)
    for key in $(jq -r '.sample.alpha | keys[]' "$record"); do
        recompute "$record" "$key"
        check "$name: alpha_$key of the cases on record, and ratios of their states" $?
    done
    jq -e "$consistent" "$record" > "$reports/log"
    check "$name: Sink is the share that its counts are" $?
    jq -e --slurpfile models models.json --arg name "$name" "$as_named" "$record" > "$reports/log"
    check "$name: trained as models.json says" $?
done
jq -se "$one_recipe" results/*.json > "$reports/log"
check 'what models do not change is the same in every record' $?
for case in cases/*.safetensors; do
    jq -se --arg name "$(basename "$case")" 'any(.[].sample.files[]; . == $name)' results/*.json > "$reports/log"
    check "$case belongs to a record" $?
done
# What a row says to the paper, of records made up: the percentages of three seeds, what the paper says, the loss; a
# softmax with 20 % of heads above at loss 4.1 and none at 4.3 stands beside it.
says() { # says PERCENTAGES SINKS|NONE LOSS
    jq -n --slurpfile like results/softmax-1.json --argjson percent "$1" --argjson loss "$3" '
        def made($model; $seed; $p; $loss): $like[0] | .model = $model | .seed = $seed
            | .curve = [[0, 4.3, 0, 0, 0], [1, 4.1, 20, 0, 0]] | .measured[-1].loss = $loss
            | .measured[-1].sink["1"] |= (.percent_least = $p | .percent_most = $p);
        [made("softmax"; 1; 20; 4.1), ($percent | to_entries[] | made("row"; .key + 1; .value; $loss))]' |
        jq -r --argjson names '["t"]' --arg what tables -f table.jq \
            --argjson tables '[{"t": {"rows": [{"model": "row", "seeds": [1, 2, 3], "says": {"1": "'"$2"'"}}]}}]' |
        tail -1 | sed 's/ |$//; s/.*| //'
}
same_words() { # same_words WANTED GOT
    [ "$1" = "$2" ] || echo "  '$2', not '$1'"
    [ "$1" = "$2" ]
    check "a row says: $1" $?
}
same_words 'as the paper says' "$(says '[1.5, 9, 40]' sinks 4.1)"
same_words 'not seen at this size' "$(says '[0, 1, 0.5]' sinks 4.1)"
same_words 'seeds disagree' "$(says '[0, 1, 1.5]' sinks 4.1)"
same_words 'contradicted' "$(says '[1.5, 9, 40]' none 4.1)"
same_words 'as the paper says' "$(says '[0, 1, 0.5]' none 4.1)"
same_words 'none, but neither has softmax at that loss' "$(says '[0, 1, 0.5]' none 4.295)"
same_words '' "$(says '[]' none 4.2)"
./table.sh --page | diff ../../docs/emergence.md - > "$reports/log"
check 'the tables of docs/emergence.md are those of the records' $?
[ "$(cat cases/*.safetensors | wc -c)" -lt 4000000 ]
check 'the cases on record are under 4 MB' $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
