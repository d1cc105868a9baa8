# frama-c.sh - how one unit is handed to Frama-C and how its answer is read; sourced by prove, stamp and must-fail.
# Runs in the root of the tree. Expects $run, a folder that no other proof uses at the same time, WHY3CONFIG and
# $proof_cache, a folder.

# Proofs that run at the same time are background jobs of a shell with `set -m`, so that each ends with all that it
# started.
wait_for_room() { while [ "$(jobs -rp | wc -l)" -ge "${PLUMB_PROOF_JOBS:-3}" ]; do wait -n; done; }
end_jobs() { local job; for job in $(jobs -rp); do kill -- "-$job" 2> /dev/null; done; }

setting() { # setting NAME DEFAULT SETTINGS: the value of NAME=... among the settings of a unit
    local word
    for word in $3; do [ "${word%%=*}" = "$1" ] && { echo "${word#*=}"; return; }; done
    echo "$2"
}

functions_in() { awk -f proofs/functions.awk "$1" | sed -n 's/^define [^ ]* \([^ ]*\) .*/\1/p'; } # functions_in FILE
functions_to_prove() { setting fct "$(functions_in "$1" | joined)" "$2"; } # functions_to_prove FILE SETTINGS
functions_of_tree() { find src -name '*.[ch]' | sort | xargs awk -f proofs/functions.awk; }
lemmas_in() { sed -nE 's/.*\blemma +([A-Za-z_0-9]+)( *\{[^}]*\})? *:.*/\1/p' "$1"; }
joined() { paste -sd, -; }

# Lemmas that only some proofs may see stand under #ifdef in the specification; where lemmas are proved, all are seen.
all_defines() {
    grep -hoE '^#ifdef PLUMB_[A-Z0-9_]+' -r "$1/spec" | sed 's/^#ifdef />-D/; s/>//' | sort -u | tr '\n' ' '
}

# frama_c OPTION...: the analysis options that every unit shares, on what read_unit has read.
#   -warn-special-float none   NaN and infinities are values here, not errors to be assumed away
#   -load-module               the plugins that are needed, and no other: to load all takes as long as to read a file
frama_c() {
    (cd "$dir" && OCAMLRUNPARAM=s=4M,o=200 nice frama-c -no-autoload-plugins \
        -load-module callgraph,variadic,rtegen,wp -session "$run/session" -machdep gcc_x86_64 \
        -cpp-extra-args="-Isrc -I. $defines" \
        -warn-special-float none -warn-unsigned-overflow "$@" "$source")
}
# frama_c_wp OPTION...: the goals, those on undefined behaviour among them (-wp-rte), and what provers say of them. Two
# provers at a time: between an answer and the next question Frama-C sleeps, a fifth of a second on the whole.
frama_c_wp() {
    frama_c -wp -wp-rte -wp-model Typed+float -wp-cache-dir "$proof_cache" -wp-par 2 "$@" ${PLUMB_PROOF_EXTRA:-}
}
# What SMT solvers are given: WP's theories without any fact on floats (proofs/setup).
for_smt=(-wp-share "$PWD/build/proofs/theories/wp")

# unanswered LOG: how many questions an SMT solver left without any answer, as it does when it is killed. A goal is then
# open, and a smoke test passes; both would say something that nobody found out.
unanswered() {
    awk '/^ +cvc/ && smoke { contradictions++ }
         { smoke = /^\[wp\] \[Failed\] Smoke-test / }
         /^  cvc.*failed: / { sub(/.*failed: /, ""); failed += $0 + 0 }
         END { print failed - contradictions }' "$1"
}

# goals_of LOG: the goals of a log, one line each (unit goal status kind), and in $run/said what provers said of the
# open ones; fails unless Frama-C counts as many, and every question was answered.
goals_of() {
    local counted claimed list=$run/list silent
    rm -f "$run/said"
    awk -v unit="$unit" -v messages="$run/said" '
        # Smoke tests are named after statement numbers, which move with every edit: count them instead.
        function shown(name) {
            sub(/^typed_(float_)?/, "", name)
            if (sub(/_s[0-9]+$/, "", name)) { if (times[name]++) name = name "_" times[name] }
            return name
        }
        /^\[wp\] \[[^]]*\] Goal / {
            prover = $0; sub(/^\[wp\] \[/, "", prover); sub(/\].*/, "", prover); sub(/ .*/, "", prover)
            rest = $0; sub(/^\[wp\] \[[^]]*\] Goal /, "", rest)
            name = rest; sub(/ .*/, "", name)
            if (seen[name]++) next
            status = rest; sub(/^[^:]*: */, "", status); sub(/[ (].*/, "", status)
            open = status == "Valid" ? "" : shown(name)
            print unit, shown(name), open == "" ? "proved" : "open", prover == "coqbatch" ? "coq" : "auto"
            if (open != "") print unit, open, tolower(status) > messages
            next
        }
        open != "" && /^  / { print unit, open, $0 > messages }
        { open = "" }
        /^\[wp\] \[[^]]*\] Smoke-test / {
            status = $2; name = $4
            if (seen[name]++) next
            print unit, shown(name), status == "[Passed]" ? "proved" : "vacuous", "smoke"
        }' "$1" | tee "$list"
    counted="$(awk '$3 == "proved"' "$list" | wc -l) / $(wc -l < "$list")"
    claimed=$(sed -n 's/^\[wp\] Proved goals: *//p' "$1" | tail -1 | tr -s ' ')
    [ "$claimed" = "$counted" ] ||
        { echo "Frama-C counts $claimed proved goals, the log lists $counted" >&2; return 1; }
    silent=$(unanswered "$1")
    [ "$silent" -eq 0 ] ||
        { touch "$run/unanswered"; echo "the SMT solvers gave no answer to $silent questions" >&2; return 1; }
}

# all_listed GOALS PROVED: coq-prover lists in PROVED what it proved, so that proofs/prove can ask what it rests on:
# no fewer than the Coq proofs among GOALS, so that none escapes the question.
all_listed() {
    local proved
    proved=$(awk '$3 == "proved" && $4 == "coq"' "$1" | wc -l)
    [ "$(wc -l < "$2")" -ge "$proved" ] || { echo "of $proved Coq proofs coq-prover lists $(wc -l < "$2")"; return 1; }
}

# Smoke tests of each statement and each call are most of all smoke tests and a third of a unit's time: they run only
# where $smoke is `every`. Those of contracts and loops, without which a proof may be empty, run always.
kinds_of_smoke() { [ "${smoke:-}" = every ] || echo -wp-no-smoke-dead-code -wp-no-smoke-dead-call; }
of_every_statement='_wp_smoke_dead_(code|call)(_[0-9]+)? smoke$'
expected_goals() { # expected_goals LEDGER
    if [ "${smoke:-}" = every ]; then cat "$1"; else grep -vE "$of_every_statement" "$1"; fi
}

# functions_left_open FUNCTIONS GOALS: those that an open goal may be of, as its name begins with the function's
functions_left_open() {
    local function
    for function in ${1//,/ }; do ! grep -qE "^[^ ]* ${function}_.* open auto\$" "$2" || echo "$function"; done | joined
}

# CVC4 alone comes first, with so many thousand steps: of the goals that it proves hardly one takes more, and of those
# that it does not it would use up all.
first_steps=200

# What read_unit finds in a line of proofs/units, for all functions below:
#   unit role file settings dir source defines functions lemmas   and the options for Frama-C: options, and again for
#   what CVC4 leaves open; second: the clauses of which it is known that it does
read_settings() {
    unit=$1 role=$2 file=$3 settings=$4 dir=${5:-$PWD} source=$3 options=() again=() second=
    [ -f "$dir/$file" ] || { echo "no file $file"; return 1; }
    case $file in
        *.h) source=$run/${file//\//.}.c
             echo "#include \"$file\"" > "$source" ;;
    esac
    defines=$(setting define '' "$settings")
    defines=${defines:+-D${defines//,/ -D}}
    [ "$role" != theory ] || defines=$(all_defines "$dir")
    functions=$(functions_to_prove "$dir/$file" "$settings")
    lemmas=$(setting lemmas "$(lemmas_in "$dir/$file" | joined)" "$settings")
    case $role in
        smt) local clauses
             clauses=$(setting clauses "-@lemma$(setting props "" "$settings" | sed "s,^.,\,&,")" "$settings")
             # A clause named by itself is asked for as it is.
             [ "$(setting clauses '' "$settings")$(setting first yes "$settings")" != yes ] ||
                 second=$(setting second '' "$settings")
             options=("${for_smt[@]}" -wp-prop="$clauses" -wp-cache "${proof_cache_mode:-update}")
             again=("${options[@]}" -wp-timeout "$(setting steps 800 "$settings")" -wp-prover cvc4lean,cvc5lean)
             options+=(-wp-timeout "$first_steps" -wp-prover cvc4lean)
             [ "$(setting first yes "$settings")" = yes ] || { options=("${again[@]}"); again=(); }
             [ -z "$second" ] || options=("${options[@]/%-wp-prop=$clauses/-wp-prop=$clauses,-${second//,/,-}}")
             [ "$(setting smoke yes "$settings")" = no ] ||
                 options+=(-wp-smoke-tests -wp-smoke-timeout 60 $(kinds_of_smoke))
             options+=(-wp-fct "$functions") ;;
        coq) options=(-wp-fct "$functions"
                 -wp-prop="$(setting clauses "$(setting props -@lemma "$settings")" "$settings")"
                 -wp-prover coqbatch -wp-timeout 700 -wp-cache none)
             [ -n "$(setting props '' "$settings")" ] || [ "$(setting smoke yes "$settings")" = no ] ||
                 options+=(-wp-smoke-tests -wp-smoke-timeout 200 $(kinds_of_smoke)) ;;
        theory) functions= options=(-wp-prop "$lemmas" -wp-prover coqbatch -wp-timeout 700 -wp-cache none) ;;
        *) echo "unknown role $role"; return 1 ;;
    esac
    [ -n "$functions$([ "$role" != theory ] || echo "$lemmas")" ] || { echo "nothing to prove in $file"; return 1; }
}

# read_unit UNIT ROLE FILE SETTINGS [DIRECTORY]: what Frama-C understands of a line of proofs/units, without any proof:
# $run/text, and $run/calls and $run/verified, to which it adds. Fails if there is something in the text that must not
# be.
read_unit() {
    local log=$run/log.read function
    read_settings "$@" || return 1
    frama_c -cg "$run/callgraph.dot" -cg-no-services -print -print-libc -ocode "$run/text" > "$log" 2>&1 ||
        { tail -5 "$log"; return 1; }
    sed -nE "s#^ *([A-Za-z_0-9]+) -> ([A-Za-z_0-9]+);.*#$file \1 \2#p" "$run/callgraph.dot" >> "$run/calls"
    for function in ${functions//,/ }; do echo "$file $function" >> "$run/verified"; done
    awk -f proofs/annotations.awk "$run/text"
}

# ask_frama_c: $log, and $run/proved. Coq's goals are put off, and proved together; where that fails, each alone.
# Smoke tests of Coq must fail, and so must mutants.
ask_frama_c() {
    if [ "$role" != smt ] && [ -z "${PLUMB_PROOF_REFUTATION:-}" ] &&
        [[ " ${options[*]} " != *" -wp-smoke-tests "* ]]; then
        rm -rf "$run/together"
        mkdir "$run/together"
        PLUMB_PROOF_TOGETHER=$run/together PLUMB_PROOF_PROVED=$run/proved \
            frama_c_wp "${options[@]}" > "$log" 2>&1 || return 1
        local TIMEFORMAT='%U %S'
        ! { time proofs/coq-together "$run/together" > "$log.together" 2>&1; } 2> "$run/times.together" || return 0
        : > "$run/proved"
    fi
    PLUMB_PROOF_PROVED=$run/proved frama_c_wp "${options[@]}" > "$log" 2>&1
}

# clauses_of < GOALS: the names of the clauses that goals come from.
clauses_of() {
    sed -E 's/.*assigns(_exit|_normal)?(_part[0-9]+)?$/@assigns/
            s/_(preserved|established)$//; s/_part[0-9]+$//; s/_[0-9]+$//
            s/.*_(ensures|requires|assert|invariant)_(rte_)?//' | sort -u | joined
}
# ask_for_second OPTION...: of all functions, the clauses that are not CVC4's.
ask_for_second() {
    frama_c_wp "$@" -wp-fct "$functions" > "$log.second" 2>&1 || { tail -5 "$log.second"; return 1; }
    grep -q '^\[wp\] Proved goals' "$log.second" || return 0 # none in these functions
    goals_of "$log.second" >> "$result" || fault=1
}
# ask_for_open OPTION...: of the functions with open goals in $result, once more. With other provers a goal may then
# be proved.
ask_for_open() {
    grep -q ' open auto$' "$result" || return 0
    frama_c_wp "$@" -wp-fct "$(functions_left_open "$functions" "$result")" > "$log.again" 2>&1 ||
        { tail -5 "$log.again"; return 1; }
    grep -q '^\[wp\] Proved goals' "$log.again" || return 0 # no clause of these names
    goals_of "$log.again" > "$result.again" || fault=1
    awk 'NR == FNR { answer[$2] = $0; next } / open auto$/ && $2 in answer { print answer[$2]; next } { print }' \
        "$result.again" "$result" > "$result.both" && mv "$result.both" "$result"
}

# prove_unit, after read_unit: writes $run/log, adds to $run/goals (lines: unit goal status kind) and $run/messages
# (what provers said of open goals); fails when something else than an open goal is wrong.
prove_unit() {
    local log=$run/log result=$run/result fault=0
    : > "$result"
    : > "$run/proved"
    ask_frama_c || { tail -5 "$log"; return 1; }
    goals_of "$log" > "$result" || fault=1
    [ -n "${PLUMB_PROOF_REFUTATION:-}" ] || all_listed "$result" "$run/proved" || fault=1
    # The few goals that CVC4 leaves open go to CVC5, by the names of their clauses, and those that it leaves open,
    # too, to both. Frama-C would ask CVC4 first, which would use up its steps once more. Of clauses that a line of
    # proofs/units names as second CVC4 is not asked at all. Smoke tests are CVC4's alone: as they must not be proved,
    # every further prover would cost its whole time each time.
    if [ ${#again[@]} -gt 0 ]; then
        local clauses cvc5=("${again[@]/cvc4lean,cvc5lean/cvc5lean}")
        [ -z "$second" ] || ask_for_second "${cvc5[@]/#-wp-prop=*/-wp-prop=$second}" || return 1
        clauses=$(grep ' open auto$' "$result" | cut -d' ' -f2 | clauses_of)
        [ "$(setting clauses '' "$settings")" ] || cvc5=("${cvc5[@]/#-wp-prop=*/-wp-prop=$clauses}")
        ask_for_open "${cvc5[@]}" && ask_for_open "${again[@]}" || return 1
    fi
    cat "$result" >> "$run/goals"
    [ ! -f "$run/said" ] || cat "$run/said" >> "$run/messages"

    # The analysis must not have guessed anything.
    local function
    sed -n 's/^\[rte:annot\] annotating function //p' "$log" > "$run/annotated"
    for function in ${functions//,/ }; do
        grep -qx "$function" "$run/annotated" || { echo "$file: Frama-C knows no function $function"; fault=1; }
    done
    [ "$role" != theory ] || for function in ${lemmas//,/ }; do
        awk -v name="lemma_$function" '$2 == name { found = 1 } END { exit !found }' "$result" ||
            { echo "$file: no goal for lemma $function"; fault=1; }
    done
    if grep -A2 'Warning:' "$log" | grep -v 'Failed smoke-test' | grep -A2 'Warning:' > "$log.warnings"; then
        head -3 "$log.warnings"
        fault=1
    fi
    return $fault
}
