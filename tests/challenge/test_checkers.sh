#!/bin/bash
# test_checkers.sh - docs/challenge.md has the tables that the program prints, and plumb diff passes simulated
# evaluations on all inputs.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(dirname "$(realpath "${PLUMB:-build/plumb}")")/tests/challenge/checkers
[ -x "$program" ] || { echo "not ok there is no $program"; exit 1; }
. tests/repository/check.sh
page() { # page DTYPE: its table
    sed -n '/<!-- checkers -->/,/<!-- \/checkers -->/p' docs/challenge.md |
        awk -v dtype="$1" '/^\| in / { inside = ($3 == dtype ",") } /^\|/ && inside'
}
for dtype in f32 bf16; do
    check "$dtype: simulated evaluations pass" "$(page "$dtype" |
        awk -F' [|] ' '/^\| evaluates as stated/ { n++; $NF = $NF; sub(/ \|$/, "", $NF); if ($NF != $2) print }
            END { if (n != 1) print n + 0 " rows" }')"
    check "the table of $dtype is as the program prints it" "$(
        diff <("$program" "$dtype" | grep '^|') <(page "$dtype"))"
done
for dtype in f32 bf16; do
    check "$dtype: at least 30 cheats change the answer on 8 shapes or more" "$(
        page "$dtype" | awk -F' *[|,] *' 'NR > 3 && !/all of these/ && $3 >= 8 { count++ }
            END { if (count < 30) print count }')"
done
check 'no cheat passes the judge in f32 on inputs of a challenge' "$(
    page f32 | awk -F' *[|] *' 'NR > 3 && $8 !~ /^0,/')"
check 'thirty cheats on 8 shapes or more never pass the judge in bf16 on inputs of a challenge' "$(
    page bf16 | awk -F' *[|,] *' 'NR > 3 && NF > 9 && !/all of these/ && $3 >= 8 && $(NF - 3) == 0 { count++ }
        END { if (count < 30) print count + 0 }')"
exit $fault
