# record.sh - the committed record of proofs, proofs/record.txt; sourced by prove and must-fail.
#
# Proving everything takes long, and what has been proved stays proved as long as nothing that it depends on changes. So
# the record has a line for each unit of proofs/units and for each mutant: its name, one digest of all that the answers
# depend on, and the Coq scripts that they used. The goals themselves stand in the ledgers. Who meets the same inputs
# counts what is on record, and proves a random part of it again: whoever forges the record, or breaks what makes the
# digest, is found out sooner or later.
#
# A digest is of what Frama-C read (-print: a comment changes nothing), of the line of proofs/units and the options for
# Frama-C, and, where Coq proves, of the scripts and of the models and mathematics that they can mention. The tools have
# a line of their own: with others nothing is on record.
#
# Sets nothing but functions, which run in the root of the tree. Expects $out, the folder build/proofs, and frama-c.sh.
committed=proofs/record.txt
share_of_goals=0.03

units() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' proofs/units; }
digest() { sha256sum | cut -c1-32; }

# Where a line of proofs/units leaves what it found; lines of one file name different functions.
part_of() { # part_of UNIT ROLE FILE SETTINGS
    local first
    first=$(setting fct '' "$4")
    echo "$1/$2-${3##*/}${first:+-${first%%,*}}"
}

versions() {
    local solvers
    solvers=$(sed -n '/^name/{s/.*"\(cvc.\)lean"/\1/p}; /^version/{s/.*"\(.*\)"/\1/p}' "$out/why3.conf" |
        head -4 | paste -sd' ' | sed 's/ cvc5/, cvc5/')
    echo "Frama-C $(frama-c -version), $(why3 --version | sed 's/ platform,*//; s/ version//'), $solvers," \
         "Coq $(coqc --print-version | cut -d' ' -f1)"
}
# The tools: their versions, and what proofs/setup made for them.
tools() {
    versions
    sed "s,$PWD/,,g" "$out/why3.conf"
    cat "$out"/drivers/{cvc4lean,cvc5lean,coqbatch}.drv "$out/drivers/realizations.gen" \
        "$out/theories/wp/wp.driver" "$out"/theories/wp/why3/*/*
}
# What is written must be what anybody finds: no options of one's own, and no keys in place of proofs.
refuse_to_update() { # refuse_to_update PROGRAM
    [ -z "${PLUMB_PROOF_KEYS_ONLY:-}${PLUMB_PROOF_EXTRA:-}" ] ||
        { echo "$1: --update with PLUMB_PROOF_KEYS_ONLY or PLUMB_PROOF_EXTRA: nobody else would find that" >&2
          exit 2; }
}
# begin_record FOLDER: what is read from now on must not change before the record is written.
begin_record() { touch "$1/begin"; }
# take_tools FOLDER: what follows is about these tools.
take_tools() { tools | digest > "$1/tools"; }
same_tools() { # same_tools FOLDER
    [ "$(sed -n 's/^tools \([^ ]*\) .*/\1/p' "$committed" 2> /dev/null)" = "$(cat "$1/tools")" ]
}

# After read_unit: what the answers depend on, but for Coq's scripts and libraries.
inputs_of_part() {
    echo "$unit $role $file $settings"
    printf '%s\n' "$functions" "$lemmas" "${options[@]}" "${again[@]}" | grep -v '^-wp-no-smoke-dead' | sed "s,$PWD/,,g"
    printf '%s' "${PLUMB_PROOF_EXTRA:-}"
    cat "$run/text"
}

# libraries_asked_for SCRIPT...: what scripts ask for, among other words
libraries_asked_for() {
    grep -hE '^(From [A-Za-z0-9_.]+ )?Require ' "$@" | awk '{ from = $1 == "From" ? $2 "." : ""
        for (i = 1; i <= NF; i++) { word = from $i; sub(/\.$/, "", word)
            if (sub(/^Plumbline\./, "", word)) { gsub(/\./, "/", word); print word } } }'
}

# coq_inputs TEXT... -- SCRIPT...: SCRIPT is below proofs; what a Coq proof of goals from the texts may depend on.
coq_inputs() {
    local texts=()
    while [ "$1" != -- ]; do texts+=("$1"); shift; done
    shift
    [ $# -eq 0 ] || set -- "${@/#/proofs/}"
    cat proofs/{coq-prover,coq-together,coq-assumptions,coq-axioms,coq-forbidden,generic.tactic,model.awk,needed.awk} \
        proofs/realization/* "$@"
    { printf 'realization/literal\nrealization/integer\n'
      # the models of symbols that the texts mention
      awk 'NR == FNR { name = $1; sub(/^[ALP]_/, "", name); library[name] = library[name] " " $2; next }
           { gsub(/[^A-Za-z0-9_]+/, " ")
             for (i = 1; i <= NF; i++) if ($i in library) { print library[$i]; delete library[$i] } }' \
          "$out/symbols" "${texts[@]}" | tr ' .' '\n/'
      [ $# -eq 0 ] || libraries_asked_for "$@"
    } | grep . | sort -u | awk '
        NR == FNR { for (i = 1; i <= NF; i++) if ($i ~ /^[a-z_0-9]+\/[a-z_A-Z0-9]+\.vo:?$/) {
                        name = $i; sub(/\.vo:?$/, "", name)
                        if (i == 1) target = name; else needs[target] = needs[target] " " name } next }
        function take(name,   list, n, i) {
            if (name in taken) return
            taken[name] = 1
            n = split(needs[name], list, " ")
            for (i = 1; i <= n; i++) take(list[i])
        }
        { take($1) }
        END { for (name in taken) print "proofs/" name ".v" }' "$out/coqlib/.depend" - |
        sort | xargs -r cat 2> /dev/null
}

recorded_line() { awk -v name="$1" '$1 == name' "$committed" 2> /dev/null; }          # recorded_line NAME
recorded_digest() { recorded_line "$1" | cut -d' ' -f2; }                             # recorded_digest NAME
recorded_scripts() { recorded_line "$1" | cut -s -d' ' -f3-; }                        # recorded_scripts NAME

# draw SEED: of lines `GOALS WHAT...`, in an order that the seed decides, as many as have the share of all goals.
draw() {
    awk -v seed="$1" 'BEGIN { for (i = 1; i < 128; i++) code[sprintf("%c", i)] = i }
        { key = seed % 16777213
          for (i = 1; i <= length($0); i++) key = (key * 131 + code[substr($0, i, 1)]) % 16777213
          for (i = 0; i < 4; i++) key = (key * key + 12345) % 16777213
          printf "%08d %s\n", key, $0 }' | sort | cut -d' ' -f2- |
        awk -v share="$share_of_goals" '{ line[NR] = $0; goals[NR] = $1; all += $1 }
            END { for (i = 1; i <= NR && taken < share * all; i++) { print line[i]; taken += goals[i] } }'
}

# rewrite_record FOLDER LINES: puts new lines into the committed record, in place of those of the same names, and leaves
# out what belongs to no unit or mutant any more, or to other tools.
rewrite_record() {
    local folder=$1 lines=$2 new=$1/record.new changed
    changed=$(find spec src proofs -cnewer "$folder/begin" ! -type d ! -name '*.goals' ! -path "$committed")
    [ -z "$changed" ] ||
        { echo "RED: $committed stays as it is: these files have changed since the run began:" $changed; return 1; }
    { sed -n '/^#/p' "$committed" 2> /dev/null
      echo "tools $(cat "$folder/tools") $(versions)"
      { cat "$lines"; ! same_tools "$folder" || grep -vE '^(#|tools )' "$committed"; } |
          awk '!seen[$1]++' > "$folder/record.all"
      { units | awk '!seen[$1]++ { print $1 }'
        find proofs/must_fail -name '*.mutant' -printf 'must_fail/%f\n' | LC_ALL=C sort; } |
          awk 'NR == FNR { line[$1] = $0; next } $1 in line { print line[$1] }' "$folder/record.all" -
    } > "$new" && mv "$new" "$committed"
}
