# consumers.sh - for test_consumer_*.sh, after `place`, `program`, `consumer` and check.sh; `more`: further families.
# The consumer takes a folder and the names of families; it must pass the vectors, and fail those whose stated
# conventions were altered.
families="alignment softcap empty-rows gqa sinks hidden-cells scale extremes ${more:-}"
for family in $families; do
    "$program" vectors -o "$place/vectors" --family "$family" > /dev/null || exit 2
done
cp -r "$place/vectors" "$place/wrong"

altered() { # altered FAMILY FROM TO: the conventions of its vectors
    sed -i "s/$2/$3/" "$place/wrong/$1.json"
    ! cmp -s "$place/wrong/$1.json" "$place/vectors/$1.json" || echo "$1: $2 is not said"
}
consume() { # consume FOLDER FAMILY...: what is printed, and the exit code in a last line
    "${consumer[@]}" "$@"
    echo "exit $?"
}
all=$(consume "$place/vectors" $families)
check 'the vectors are right' "$(grep -qxE '[0-9]{3} vectors are right, 0 wrong' <<< "$all" &&
    grep -qx 'exit 0' <<< "$all" || echo "$all")"
check 'vectors of every family can be stated' "$(for family in $families; do
    mkdir "$place/$family" && cp -r "$place/vectors/$family"* "$place/$family"
    said=$(consume "$place/$family" "$family")
    grep -qx 'exit 0' <<< "$said" || echo "$family: $said"
done)"
altered alignment '"causal_alignment":"bottom-right"' '"causal_alignment":"top-left"'
altered softcap '"softcap":2,' '"softcap":3,'
altered empty-rows '"empty_row":"nan"' '"empty_row":"zero"'
altered gqa '"gqa":"tile"' '"gqa":"interleave"'
altered sinks '"sink":"zero",' ''
altered scale '"scale":"0.25"' '"scale":"0.24"'
for family in ${more:-}; do
    altered $family '"scale":"0.25"' '"scale":"0.24"'
done
wrong=$(consume "$place/wrong" $families)
check 'another question is answered wrongly, in every family' "$(
    grep -qx 'exit 1' <<< "$wrong" || echo "$wrong"
    for family in alignment softcap empty-rows gqa sinks scale ${more:-}; do
        grep -q "^$family-[0-9]* is wrong: " <<< "$wrong" || echo "$family"
    done)"
