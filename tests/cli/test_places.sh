#!/bin/sh
# test_places.sh - commands never overwrite their inputs, through symbolic links either, write each report to its own
# file, and leave nothing behind when a signal ends the program.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
recorded=$PWD/tests/engines/cases/jax-xla-f32-causal.safetensors
mkdir "$place/d" "$place/d/e"
cd "$place/d" || exit 2
cp "$recorded" x.safetensors
cp x.safetensors kept
ln x.safetensors hard.safetensors
ln -s x.safetensors soft.safetensors
ln x.safetensors hard.json
ln -s ../d/x.safetensors soft.json
printf 'notes' > y
ln -s y y-link
ln -s nowhere dangling

say() { # say NAME WHETHER
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

# refuses NAME MESSAGE ARGUMENT...: one line, exit code 2, and every file is as it was
refuses() {
    name=$1
    message=$2
    shift 2
    find . -exec ls -di {} + | sort > ../before
    "$plumb" "$@" > ../output 2> ../error
    code=$?
    find . -exec ls -di {} + | sort > ../after
    [ $code -eq 2 ] && [ "$(cat ../error)" = "plumb: $message" ] && cmp -s ../before ../after &&
        cmp -s kept x.safetensors && [ ! -s ../output ]
    say "$name" $?
    [ "$(cat ../error)" = "plumb: $message" ] || sed 's/^/    /' ../error
}

read="is the input 'x.safetensors'; name another file"
for target in x.safetensors ./x.safetensors e/../x.safetensors "$PWD/x.safetensors" hard.safetensors \
    soft.safetensors; do
    refuses "eval over its case as $target" "-o: '$target' $read" eval x.safetensors --emit output -o "$target"
done
refuses 'eval of a link over its case' "-o: 'x.safetensors' is the input 'soft.safetensors'; name another file" \
    eval soft.safetensors --emit output -o x.safetensors
for report in hard.json soft.json; do
    for option in --json --html --junit; do
        refuses "diff $option over its case as $report" "$option: '$report' $read" diff x.safetensors $option $report
    done
    refuses "diagnose over its case as $report" "--json: '$report' $read" diagnose x.safetensors --json $report
    refuses "same --json over its second case as $report" "--json: '$report' $read" \
        same kept x.safetensors --json $report
    refuses "sink --json over its case as $report" "--json: '$report' $read" sink x.safetensors --json $report
    refuses "sink --svg over its case as $report" "--svg: '$report' $read" sink x.safetensors --svg $report
done
# A file that does not exist is no less read.
for tensor in --lse --bias --allowed; do
    refuses "eval over $tensor" "-o: 'a.npy' is the input './a.npy'; name another file" \
        eval --q q.npy --k k.npy --v v.npy --emit output -o a.npy $tensor ./a.npy
done
refuses 'eval of radii over --v' "-o: 'a_radius.npy' is the input './a_radius.npy'; name another file" \
    eval --q q.npy --k k.npy --v ./a_radius.npy --emit output -o a.npy
refuses 'sink over its hidden states' "--json: 'h.npy' is the input './h.npy'; name another file" \
    sink x.safetensors --hidden ./h.npy --json h.npy

for spelling in new ./new e/../new "$PWD/new"; do
    refuses "two reports to $spelling" "--html: '$spelling' is where --json goes; name another file" \
        diff x.safetensors --json new --html "$spelling"
    refuses "sink: two reports to $spelling" "--svg: '$spelling' is where --json goes; name another file" \
        sink x.safetensors --json new --svg "$spelling"
done
refuses 'two reports to a file that is there' "--html: 'y-link' is where --json goes; name another file" \
    diff x.safetensors --json y --html y-link
refuses 'two reports through a link to nowhere' "--html: 'dangling' is where --junit goes; name another file" \
    diff x.safetensors --html dangling --junit nowhere
"$plumb" diff x.safetensors --json same > same 2> ../error
[ $? -eq 2 ] && [ ! -s same ] && grep -q "^plumb: --json: 'same' is where standard output goes" ../error
say 'a report where standard output goes' $?
rm same

# Links stay, and what they lead to gets the content.
"$plumb" diff x.safetensors --json y-link > ../output && [ -L y-link ] && [ ! -L y ] && grep -q '"verdict"' y
say 'a report through a link' $?
"$plumb" diff x.safetensors --html dangling > ../output && [ -L dangling ] && grep -q '</html>' nowhere
say 'a report through a link to nowhere' $?
ln -s ../far e/near
ln -s e/near near
"$plumb" eval x.safetensors --emit output -o x.npy 2> ../error && "$plumb" diff x.safetensors --json near > ../output &&
    [ -L near ] && [ -L e/near ] && grep -q '"verdict"' far
say 'a report through two links' $?
ln -s loop loop
refuses 'a circle of links' 'loop: cannot be written: Too many levels of symbolic links' diff x.safetensors --json loop
mkdir closed
printf old > closed/file
ln -s closed/file closed-link
[ "$(id -u)" -eq 0 ] || { chmod a-w closed
    refuses 'a link into a folder that is closed' 'closed-link: cannot be written: Permission denied' \
        diff x.safetensors --json closed-link; }

# A file that grows too large: SIGXFSZ comes while it is written.
printf old > big.json
(ulimit -f 1; "$plumb" diff x.safetensors --json big.json > ../output 2>&1; echo $? > ../code) 2> /dev/null
[ "$(cat ../code)" -gt 128 ] && [ "$(cat big.json)" = old ] && [ -z "$(find . -name 'big.json.*')" ]
say 'nothing is left after SIGXFSZ' $?

# One query and key of nothing but zeros for each of 1500 tokens: the weights take a moment to write.
bytes=$((4 * 1500))
tensors=$(printf '"%s":{"dtype":"F32","shape":[1,1,1500,1],"data_offsets":[%d,%d]},' q 0 $bytes \
    k $bytes $((2 * bytes)) v $((2 * bytes)) $((3 * bytes)))
header="{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1}\"},${tensors%,}}"
# shellcheck disable=SC2059
{ printf "\\$(printf '%03o' $((${#header} % 256)))\\$(printf '%03o' $((${#header} / 256)))\0\0\0\0\0\0"
  printf '%s' "$header"
  head -c $((3 * bytes)) /dev/zero; } > zeros.safetensors
"$plumb" eval zeros.safetensors --emit weights -o big.safetensors 2> ../error &
running=$!
until [ -n "$(find . -name 'big.safetensors.*')" ] || ! kill -0 $running 2> /dev/null; do :; done
kill -TERM $running
wait $running 2> /dev/null
[ $? -eq 143 ] && [ -z "$(find . -name 'big.safetensors*')" ]
say 'nothing is left after SIGTERM' $?
