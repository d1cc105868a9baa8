#!/bin/bash
# run.sh [--count N] [--seed N] [--from N] [--only REGEX] [--quick] [--list] - do the tests fail if code without proofs
#   changes?
#   Draws mutants (mutants.awk) from the sources without proofs, and from src/fast, whose values have none.  Mutants
#   that do not compile, or have the object code of the original, do not count.  Each mutant runs in the test programs
#   that link its object: those of its folder first, then the command line, the replay of recorded engines, faults, and
#   all others, until one fails.
#     --count   number of mutants that count (default 150)
#     --seed    seed of the draw (default 1)
#     --from    the first mutant in the drawn order (default 1)
#     --only    only files whose names match
#     --quick   only the tests of the folder and of the command line; mutants that survive these are OPEN, and the next
#               run without --quick tries them again
#     --list    only print the drawn order
#   It works in build/mutation: a copy of the tree, whose tests are linked with one shared library; a mutant replaces
#   one object in it.  Results are kept in build/mutation/results-SEED-CHECKSUM, with the checksum of the order.  The
#   next run on the same sources extends them; older results are not repeated if tests change.
#   The exit code is 1 if more than a tenth of the mutants survive.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
here=$root/tests/mutation
count=150 seed=1 from=1 only=. list='' quick=''
while [ $# -gt 0 ]; do
    case $1 in
    --list) list=yes ;;
    --quick) quick=yes ;;
    --count | --seed | --from | --only)
        [ $# -gt 1 ] || { echo "run.sh: $1: needs a value" >&2; exit 2; }
        case $1$2 in --only*) ;; *[!0-9]) echo "run.sh: $1: '$2' is not a number" >&2; exit 2 ;; esac
        declare "${1#--}=$2"
        shift
        ;;
    *) echo "run.sh: '$1': unknown option" >&2; exit 2 ;;
    esac
    shift
done
work=$root/build/mutation tree=$root/build/mutation/tree

# The sources of the library and the program that no proof covers; of src/fast all.
sources() {
    awk '$2 == "smt" || $2 == "coq" { if ($3 ~ /\.c$/ && $3 !~ /^src\/fast\//) print $3 }' "$root/proofs/units" |
        sort -u > "$work/proved"
    (cd "$root" && ls src/*/*.c) | grep -v '^src/mpi/' | grep -vxFf "$work/proved"
}

# Every mutant once, in an order that the seed and the text alone decide.
drawn() {
    (cd "$root" && sources | xargs awk -f "$here/mutants.awk") | awk -F '\t' -v seed="$seed" '
        BEGIN { for (i = 1; i < 128; i++) code[sprintf("%c", i)] = i }
        {
            key = seed * 7919 + 1
            for (i = 1; i <= length($0); i++)
                key = (key * 131 + code[substr($0, i, 1)]) % 16777213
            for (i = 0; i < 4; i++)
                key = (key * 16807 + 12345) % 16777213
            printf "%08d\t%s\n", key, $0
        }' | sort -t '	' -k 1,1 -k 2,2 -k 3,3n -k 4 | cut -f 2-
}

mkdir -p "$work" || exit 2
drawn > "$work/order.$$" && mv "$work/order.$$" "$work/order-$seed" || exit 2 # what another run reads stays whole
results=$work/results-$seed-$(cksum < "$work/order-$seed" | cut -d ' ' -f 1)
if [ -n "$list" ]; then
    grep -E -e "^[^ 	]*($only)" "$work/order-$seed"
    exit 0
fi

# A copy of what git knows of, and of what is built, so that only what differs is built.
copy_tree() {
    rm -rf "$tree/src" "$tree/tests" # what is no more there
    mkdir -p "$tree/build"
    (cd "$root" && git ls-files -co --exclude-standard -z | tar -cf - --null -T -) |
        tar -xf - -C "$tree" || return 1
    for folder in src tests; do
        [ ! -d "$root/build/$folder" ] || cp -au "$root/build/$folder" "$tree/build/"
    done
    cd "$tree" || return 1
}

types='-Werror=incompatible-pointer-types -Werror=int-conversion -Werror=discarded-qualifiers'
# compile SOURCE OBJECT: as the Makefile does, but for what debuggers need; warnings of types alone are errors.
compile() {
    local object=build/${1%.c}.o line
    line=$(make -n -B "$object" | grep -e " -c -o $object " | tail -1)
    line=${line/ -Werror / }
    line=${line/ -c -o $object / -g0 $types -c -o $2 }
    (ulimit -t 300; $line) > "$work/compiler" 2>&1
}

library_objects() {
    ls src/*/*.c | grep -vE '^src/(cli|mpi)/' | sed 's,\(.*\)\.c$,build/\1.o,'
}
program_objects() {
    ls src/cli/*.c | sed 's,\(.*\)\.c$,build/\1.o,'
}

# link [OBJECT BY]: the library, or the program, with one object replaced by another.
libraries=$("$root/tests/libraries.sh")
link_library() {
    gcc -shared -fopenmp -Wl,-Bsymbolic -o mutated/libmutated.so \
        $(library_objects | sed "s,^${1:-}\$,${2:-},") $libraries
}
link_program() {
    gcc -fopenmp -o mutated/plumb $(program_objects | sed "s,^${1:-}\$,${2:-},") -Lmutated -lmutated \
        -Wl,-rpath,"$tree/mutated" $libraries
}
# What every test is linked to beside tests/support.
simulate_sources() {
    ls tests/simulate/*.c | grep -v -e '/test_' -e '/right_engines\.c$'
}
objects_of() {
    sed 's,\(.*\)\.c$,build/\1.o,'
}
link_test() {
    gcc -fopenmp -o "mutated/$1" "build/tests/$1.o" $({ ls tests/support/*.c; simulate_sources; } | objects_of) \
        -Lmutated -lmutated -Wl,-rpath,"$tree/mutated" -lcheck -lsubunit -lrt -lpthread $libraries
}

tests() {
    ls tests/*/test_*.c | sed 's,^tests/\(.*\)\.c$,\1,'
}

# Which objects a test is linked to, by the symbols that it needs, and those that these need: "TEST OBJECT".
# A test that runs the program needs what the program does.
find_needs() {
    {
        nm -A $(library_objects) $(program_objects) $(simulate_sources | objects_of) |
            awk '{ sub(/:.*/, "", $1) } $2 == "U" { print "u", $1, $3 } $2 ~ /[TDRBCViW]/ { print "d", $1, $3 }'
        support=$(nm build/tests/support/*.o | awk '$1 == "U" { print $2 }')
        for test in $(tests); do
            case $test in cli/*) echo "u $test main-of-the-program" ;; esac
            for symbol in $support $(nm "build/tests/$test.o" | awk '$1 == "U" { print $2 }'); do
                echo "u $test $symbol"
            done
        done
        echo "d build/src/cli/main.o main-of-the-program"
        echo "u engines/test_engines.sh plumb_command_diff"
    } | awk '
        $1 == "d" { defines[$3] = $2 }
        $1 == "u" { needs[$2] = needs[$2] " " $3; if ($2 !~ /^build/) tests[$2] }
        END {
            for (object in needs) {
                k = split(needs[object], symbol, " ")
                for (i = 1; i <= k; i++) {
                    by = defines[symbol[i]]
                    if (by != "" && !((object, by) in edge)) {
                        edge[object, by]
                        next_ones[object] = next_ones[object] " " by
                    }
                }
            }
            for (test in tests) {
                split("", seen)
                n = split(next_ones[test], queue, " ")
                while (n > 0) {
                    object = queue[n--]
                    if (object in seen)
                        continue
                    seen[object]
                    k = split(next_ones[object], more, " ")
                    for (i = 1; i <= k; i++)
                        queue[++n] = more[i]
                }
                for (object in seen)
                    print test, object
            }
        }' | sort > "$work/needs"
}

# try TEST SECONDS: whether it passes within so much processor time.
try() {
    (
        ulimit -t "$2"
        ulimit -v 8000000
        ulimit -f 2000000
        ulimit -c 0
        export PLUMB=$tree/mutated/plumb
        case $1 in
        *.sh) exec timeout -k 10 $(($2 * 6)) "tests/$1" ;;
        *) exec timeout -k 10 $(($2 * 6)) "mutated/$1" ;;
        esac
    ) > "$work/log" 2>&1 < /dev/null
}

# Each test's time without a change, of those that are new or have changed; one that fails then is left out.
measure() {
    touch "$work/times"
    local test sum before
    for test in $(tests) engines/test_engines.sh; do
        case $test in *.sh) sum=1 ;; *) sum=$(cksum < "build/tests/$test.o" | cut -d ' ' -f 1) ;; esac
        grep -qxE "$test $sum [0-9]+" "$work/times" && continue
        before=$(date +%s%N)
        if try "$test" 600; then
            sed -i "\\,^$test ,d" "$work/times"
            echo "$test $sum $((($(date +%s%N) - before) / 1000000))" >> "$work/times"
        else
            echo "run.sh: $test fails without a change, and is left out" >&2
        fi
    done
}

# The tests that a change of this object can reach, most likely ones first, then quick ones: "TEST MILLISECONDS".
order_of() {
    local folder stem
    folder=$(echo "$1" | cut -d / -f 3)
    stem=$(basename "$1" .o)
    awk -v object="$1" -v folder="$folder" -v stem="$stem" -v quick="$quick" '
        function shares_word(test, stem,    word, n, i) {
            n = split(stem, word, "_")
            for (i = 1; i <= n; i++)
                if (length(word[i]) > 4 && index(test, word[i]))
                    return 1
            return 0
        }
        FNR == NR { if ($2 == object) reached[$1]; next }
        !($1 in reached) { next }
        {
            rank = 6
            split($1, part, "/")
            if (part[1] == folder)
                rank = index("test_" stem "_", part[2] "_") == 1 ? 0 : shares_word(part[2], stem) ? 1 : 2
            else if (part[1] == "cli")
                rank = 3
            else if (part[1] == "engines")
                rank = 4
            else if (part[1] == "faults")
                rank = 5
            if (quick == "" || rank < 4)
                print rank, $3, $1
        }' "$work/needs" "$work/times" | sort -k 1,1n -k 2,2n | awk '{ print $3, $2 }'
}

# judge OBJECT: the first test that fails, or SURVIVED
judge() {
    local test milliseconds
    while read -r test milliseconds; do
        try "$test" $((milliseconds / 1000 * 4 + 20))
        case $? in
        0) ;;
        124 | 137 | 152) echo "$test (time)" && return ;;
        *) echo "$test" && return ;;
        esac
    done < <(order_of "$1")
    [ -n "$quick" ] && echo OPEN || echo SURVIVED
}

# mutate FILE LINE TEXT: what became of it
mutate() {
    local object=build/${1%.c}.o answer
    [ -e "mutated/$object" ] || { mkdir -p "$(dirname "mutated/$object")" && compile "$1" "mutated/$object"; } || exit 2
    cp -p "$1" "$work/original"
    awk -v line="$2" -v text="$3" 'FNR == line { print text; next } { print }' "$work/original" > "$1"
    if ! (compile "$1" mutated/mutant.o); then
        answer='does not compile'
    elif cmp -s mutated/mutant.o "mutated/$object"; then
        answer='same object code'
    else
        case $1 in
        src/cli/*) link_program "$object" mutated/mutant.o ;;
        *) link_library "$object" mutated/mutant.o ;;
        esac
        answer=$(judge "$object")
        case $1 in src/cli/*) link_program ;; esac
    fi
    cp -p "$work/original" "$1"
    echo "$answer"
}

summary() {
    awk -F '\t' -v seed="$seed" '
        $6 == "does not compile" { wrong++; next }
        $6 == "same object code" { same++; next }
        { split($2, part, "/"); n++; folder[part[2]]++ }
        $6 == "SURVIVED" { left[part[2]]++; alive++ }
        $6 == "OPEN" { left[part[2]]++; open++ }
        END {
            printf "seed %d: %d mutants, %d killed, %d survived, %d open; ",
                seed, n, n - alive - open, alive + 0, open + 0
            printf "left aside: %d that do not compile, %d of the same code\n", wrong + 0, same + 0
            for (f in folder)
                printf "  %-12s %4d mutants, %4d killed\n", f, folder[f], folder[f] - left[f]
            exit alive * 10 > n
        }' "$results"
}

exec 9> "$work/lock"
flock -n 9 || { echo "run.sh: another run is at work in $work" >&2; exit 2; }
echo "mutants: seed $seed, $(wc -l < "$work/order-$seed") to draw from"
copy_tree || exit 2
test_objects=$({ ls tests/*/test_*.c tests/support/*.c; simulate_sources; } | objects_of)
make -s $(library_objects) $(program_objects) $test_objects || exit 2
mkdir -p mutated
link_library && link_program || exit 2
for test in $(tests); do
    [ "mutated/$test" -nt "build/tests/$test.o" ] && continue
    mkdir -p "$(dirname "mutated/$test")"
    link_test "$test" || exit 2
done
[ -z "$(find "$work/needs" build -newer "$work/needs" -name "*.o" 2>&1 | head -1)" ] || find_needs
measure
rm -rf mutated/build
touch "$results"
[ -n "$quick" ] || sed -i "/\tOPEN$/d" "$results"
declare -A done_before
while IFS=$(printf "\\t") read -r number _; do done_before[$number]=yes; done < "$results"
tried=$(awk -F '\t' -v only="$only" '$2 ~ only && $6 != "does not compile" && $6 != "same object code"' "$results" |
    wc -l)
number=0
while [ "$tried" -lt "$count" ] && IFS=$'\t' read -r file line rule old new; do
    number=$((number + 1))
    [ "$number" -ge "$from" ] && [ -z "${done_before[$number]:-}" ] || continue
    [[ $file =~ $only ]] || continue
    answer=$(mutate "$file" "$line" "$new")
    shown=$(printf '%s => %s' "$old" "$new" | sed 's/  */ /g; s/^ //; s/=>  */=> /')
    printf '%d\t%s\t%d\t%s\t%s\t%s\n' "$number" "$file" "$line" "$rule" "$shown" "$answer" | tee -a "$results"
    case $answer in 'does not compile' | 'same object code') ;; *) tried=$((tried + 1)) ;; esac
done < "$work/order-$seed"
summary
