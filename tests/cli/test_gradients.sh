#!/bin/bash
# test_gradients.sh - plumb eval --emit dq|dk|dv|dsinks|dbias|... of a case small enough to solve by hand (two equal
# scores, values 1 and 3), the reports of plumb diff and diagnose on it, and what they reject.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
. tests/repository/check.sh
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
cd "$place" || exit 2

zero='\0\0\0\0\0\0\0\0' one='\0\0\0\0\0\0\360\077' minus_one='\0\0\0\0\0\0\360\277' three='\0\0\0\0\0\0\010\100'
array() { # array SHAPE BYTES > FILE.npy
    printf '\223NUMPY\001\0v\0%-117s\n' "{'descr': '<f8', 'fortran_order': False, 'shape': ($1), }"
    printf "$2"
}
array '1, 1, 1, 1' $zero > q.npy
array '1, 1, 2, 1' $one$minus_one > k.npy
array '1, 1, 2, 1' $one$three > v.npy
array '1, 1, 1, 1' $one > g.npy
array '1,' $zero > s.npy
given='--q q.npy --k k.npy --v v.npy --out-grad g.npy'

# emitted WANTED WHAT FLAG...: whether its middles are those numbers, to thirteen digits
emitted() {
    local wanted=$1 what=$2 got
    shift 2
    "$plumb" eval $given "$@" --emit "$what" -o x.npy 2> said || cat said
    got=$(tail -c +129 x.npy | od -An -v -t fD)
    awk -v got="$got" -v wanted="$wanted" 'BEGIN {
        count = split(wanted, y)
        if (split(got, x) == count)
            for (i in x) good += (x[i] - y[i]) ^ 2 < 1e-26
        if (good != count) print got ", not " wanted }'
}
refused() { # refused MESSAGE ARGUMENT...
    local wanted=$1 said
    shift
    said=$("$plumb" eval "$@" -o none.npy 2>&1)
    local got=$?
    [ "$got $said" = "2 plumb: $wanted" ] || echo "$got $said"
}
# lines WANTED FILE: whether the file has that line alone
lines() { [ "$(cat "$2")" = "$1" ] || { echo "$2:"; cat "$2"; }; }

check 'dq is half of the difference of keys, times that of values' "$(emitted -1 dq)"
check 'where the radii are' "$(lines 'plumb: x.npy holds the middles, x_radius.npy the radii' said)"
check 'they are small' "$(tail -c +129 x_radius.npy | od -An -t fD |
    awk '{ small += $1 >= 0 && $1 < 1e-14 } END { if (small != 1) print "not one small number" }')"
check 'dk of a query of zeros' "$(emitted '0 0' dk)"
check 'dv has the weights' "$(emitted '0.5 0.5' dv)"
third='0.333333333333333 0.333333333333333'
check 'a sink of the logit 0 takes a third' "$(emitted "$third" dv --sink logit --sinks s.npy)"
check 'and loses a third of the mean' "$(emitted -0.444444444444444 dsinks --sink logit --sinks s.npy)"
array '1, 1, 1, 2' $zero$zero > b.npy
check 'dbias is the gradient in the scores, without the scale' \
    "$(emitted '-0.5 0.5' dbias --bias b.npy --scale 4)"
check 'dslopes is the sum of these times distances' \
    "$(emitted -0.5 dslopes --causal-alignment top-left --position alibi --slopes s.npy --alibi-form symmetric)"
array '3, 1' $zero$zero$zero > t.npy
check 'dtable is their sums by clipped distance' \
    "$(emitted '0 -0.5 0.5' dtable --causal-alignment top-left --position relative-table --position-table t.npy)"
check 'a file of both' "$("$plumb" eval $given --emit dq -o x.safetensors &&
    tail -c +9 x.safetensors | head -c "$(od -An -t u8 -N 8 x.safetensors | tr -d ' ')" |
    jq -r 'keys | join(" ")' > tensors
    lines 'dq dq_radius' tensors)"
check 'no loss' "$(refused 'q.npy: out_grad: missing; --emit dq needs the gradient of the output' \
    --q q.npy --k k.npy --v v.npy --emit dq)"
check 'no sinks' "$(refused 'q.npy: --emit dsinks: the case has no tensor sinks' $given --emit dsinks)"
check 'no bias' "$(refused 'q.npy: --emit dbias: the case has no tensor bias' $given --emit dbias)"
check 'no slopes' "$(refused 'q.npy: --emit dslopes: the case has no tensor slopes' $given --position alibi \
    --causal-alignment top-left --emit dslopes)"
check 'no table' "$(refused 'q.npy: --emit dtable: the case has no tensor position_table' $given --emit dtable)"
check 'another operator' "$(refused \
    'q.npy: --emit dv: not available yet for this operator' \
    $given --operator softpick --emit dv)"
beside='cannot be combined with --emit dk, which is written as middles and radii for all rows'
check 'rounded' "$(refused "--round: $beside" $given --emit dk --round f32)"
check 'some rows' "$(refused "--rows: $beside" $given --emit dk --rows 0:1)"
check 'another shape' "$(refused 'k.npy: out_grad: shape [1,1,2,1] is not [1,1,1,1]' --q q.npy --k k.npy --v v.npy \
    --out-grad k.npy --emit dq)"

# judged CODE FLAG...: what plumb diff says of gradients as flags give them, if it ends with that code
half='\0\0\0\0\0\0\340\077' two='\0\0\0\0\0\0\0\100'
array '1, 1, 1, 1' $two > o.npy
array '1, 1, 1, 1' $minus_one > dq.npy
array '1, 1, 1, 1' $one > other.npy
array '1, 1, 2, 1' $zero$zero > dk.npy
array '1, 1, 2, 1' $half$half > dv.npy
judged() {
    local code=$1
    shift
    "$plumb" diff $given "$@" > report.txt 2>&1
    local got=$?
    [ "$got" -eq "$code" ] || { echo "$got"; cat report.txt; }
}
says() { grep -qxF -- "$1" "${2:-report.txt}" || { echo "not there: $1"; cat "${2:-report.txt}"; }; }
others='--out o.npy --dk dk.npy --dv dv.npy'
check 'right gradients pass' "$(judged 0 $others --dq dq.npy)"
check 'each has a line' "$(grep -cE '^d[qkv] +F64 +PASS' report.txt | grep -vx 3)"
check 'a sign is impossible' "$(judged 1 $others --dq other.npy; says 'impossible dq[0, 0, 0, 0]')"
check 'by proof' "$(says '  tested   this one: impossible')"
check 'in JSON, too' "$("$plumb" diff $given $others --dq other.npy --json - | jq -r '.tensors |
    [.dq.verdict, (.dq.first_impossible.index | tostring), .dk.verdict, .output.verdict] | join(" ")' > line
    lines 'FAIL [0,0,0,0] PASS PASS' line)"
check 'diagnose says which' "$("$plumb" diagnose $given $others --dq other.npy > report.txt
    says 'inferred   dq has the wrong sign')"
check 'without an output nothing is known to be impossible' "$(judged 3 --dq other.npy
    says "  tested   none: no output in out_grad's format passes")"
check 'a sink' "$(array '1,' $minus_one > ds.npy
    judged 3 --sink logit --sinks s.npy --dsinks ds.npy; says 'beyond     dsinks[0]')"
minus_half='\0\0\0\0\0\0\340\277'
array '1, 1, 1, 2' $minus_half$half > db.npy
array '1, 1, 1, 2' $minus_one$one > twice.npy
check 'a bias' "$(judged 0 $others --dq dq.npy --bias b.npy --dbias db.npy)"
check 'twice its gradient is impossible' "$(judged 1 $others --dq dq.npy --bias b.npy --dbias twice.npy
    says 'impossible dbias[0, 0, 0, 0]'; says '  tested   the 2 largest errors: 2 impossible')"
check 'which diagnose says' "$("$plumb" diagnose $given $others --dq dq.npy --bias b.npy --dbias twice.npy > report.txt
    says 'inferred   dbias is 2 times its correct size')"
array '1, 1, 1, 2' '\0\0\0\0\0\0\360\377'$zero > hides.npy
array '1, 1, 1, 1' $three > last.npy
array '1, 1, 1, 2' $zero$zero > none.npy
array '1, 1, 1, 2' $one$zero > some.npy
check 'what a bias hides has the gradient 0' "$(judged 0 --out last.npy --bias hides.npy --dbias none.npy)"
check 'and no other' "$(judged 1 --out last.npy --bias hides.npy --dbias some.npy
    says '  error    1 where exactly 0 is correct')"
rm none.npy
array '1,' $minus_half > dslopes.npy
array '3, 1' $zero$minus_half$half > dtable.npy
stands='--causal-alignment top-left --position'
slopes="$stands alibi --slopes s.npy --alibi-form symmetric" table="$stands relative-table --position-table t.npy"
check 'slopes' "$(judged 0 --out o.npy $slopes --dslopes dslopes.npy)"
check 'no theorem speaks of them' "$(judged 3 --out o.npy $slopes --dslopes ds.npy; says 'beyond     dslopes[0]'
    says '  tested   none: no theorem decides dslopes here')"
check 'a table' "$(judged 0 --out o.npy $table --dtable dtable.npy)"
check 'of its shape, by row and head' "$(judged 1 --out o.npy $table --dtable t.npy
    says 'impossible dtable[1, 0]'; says '  tested   the 2 largest errors: 2 impossible')"
check 'in JSON, too' "$("$plumb" diff $given --out o.npy $table --dtable t.npy --json - |
    jq -c '.tensors.dtable.first_beyond.index' > line; lines '[1,0]' line)"
check 'diagnose says that it is 0' "$("$plumb" diagnose $given --out o.npy $table --dtable t.npy > report.txt
    says 'inferred   dtable is 0')"
unjudged() { # unjudged MESSAGE FLAG...
    local wanted=$1 said
    shift
    said=$("$plumb" diff --q q.npy --k k.npy --v v.npy "$@" 2>&1)
    [ "$? $said" = "2 plumb: $wanted" ] || echo "$said"
}
check 'a gradient without a loss' "$(unjudged 'q.npy: out_grad: missing; dq needs it' --dq dq.npy)"
check 'a gradient of no sink' "$(unjudged 'q.npy: sinks: missing; dsinks needs it' --out-grad g.npy --dsinks s.npy)"
check 'a gradient of no slopes' "$(unjudged 'q.npy: slopes: missing; dslopes needs it' --out-grad g.npy $stands \
    alibi --dslopes ds.npy)"
check 'a gradient of no table' "$(unjudged 'q.npy: position_table: missing; dtable needs it' --out-grad g.npy \
    --dtable t.npy)"
check 'a gradient of no bias' "$(unjudged 'q.npy: bias: missing; dbias needs it' --out-grad g.npy --dbias db.npy)"
array '1, 1, 2, 1' $zero$zero > q2.npy
array '1, 1, 2, 2' $zero$zero$zero$zero > b2.npy
check 'a gradient of another shape than that of the bias' "$("$plumb" diff --q q2.npy --k k.npy --v v.npy \
    --out-grad q2.npy --bias b2.npy --dbias db.npy > said 2>&1
    lines 'plumb: db.npy: dbias: shape [1,1,1,2] is not [1,1,2,2]' said)"
check 'a gradient of another shape' "$(unjudged 'dk.npy: dq: shape [1,1,2,1] is not [1,1,1,1]' --out-grad g.npy \
    --dq dk.npy)"
check 'some rows of one' "$(unjudged 'q.npy: dq: gradients are judged of all rows, not of some' \
    --out-grad g.npy --dq dq.npy --sample 1 --seed 1)"
check 'of another operator' "$(unjudged 'q.npy: dv: not available yet for this operator' \
    --out-grad g.npy --dv dv.npy --operator softpick)"
check 'nothing is written' "$(ls none.npy 2> /dev/null)"
exit $fault
