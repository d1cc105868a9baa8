#!/bin/bash
# run.sh BUILD - plumb-mpi gives the bytes of plumb with 1, 2 and 4 processes, and reports a process that fails.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
rooms=$(mktemp -d)
trap 'rm -rf "$rooms"' EXIT
export OMP_NUM_THREADS=1
passed=0 failed=0

# As root, on fewer processors than processes; never longer than a minute.
mpi() {
    timeout 60 mpirun --allow-run-as-root --oversubscribe -q "$@"
}

check() {
    local name=$1
    shift
    if "$@"; then echo "ok $name"; passed=$((passed + 1)); else echo "not ok $name"; failed=$((failed + 1)); fi
}

# Time is what differs between two reports.
report() {
    "$@" --json 2> /dev/null | sed '/"seconds"/d'
}

same_report() {
    cmp -s <(report "$build/plumb" diff "$2") <(report mpi -n "$1" "$build/plumb-mpi" diff "$2")
}

same_verdict() {
    "$build/plumb" diff "$2" > "$rooms/one"; local one=$?
    mpi -n "$1" "$build/plumb-mpi" diff "$2" > "$rooms/many" 2> /dev/null; local many=$?
    [ "$one" -eq "$many" ] && [ "$(wc -l < "$rooms/one")" -eq "$(wc -l < "$rooms/many")" ]
}

same_map() {
    "$build/plumb" diff "$2" --html "$rooms/one.html" > /dev/null
    mpi -n "$1" "$build/plumb-mpi" diff "$2" --html "$rooms/many.html" > /dev/null 2>&1
    cmp -s <(sed 's/, [^ ]*Z; [0-9.]* s</</' "$rooms/one.html") <(sed 's/, [^ ]*Z; [0-9.]* s</</' "$rooms/many.html")
}

same_numbers() {
    local processes=$1 file=$2
    shift 2
    "$build/plumb" eval "$file" "$@" -o "$rooms/one.safetensors" &&
        mpi -n "$processes" "$build/plumb-mpi" eval "$file" "$@" -o "$rooms/many.safetensors" &&
        cmp -s "$rooms/one.safetensors" "$rooms/many.safetensors"
}

# refuses MESSAGE WORD...: exit code 2, that line among what is said, and no file
refuses() {
    local message=$1
    shift
    rm -f "$rooms/out.safetensors"
    mpi "$@" > "$rooms/said" 2>&1
    local code=$?
    [ "$code" -eq 2 ] && grep -qF -- "$message" "$rooms/said" && [ ! -e "$rooms/out.safetensors" ]
}

# A process that dies takes the run with it: not a hang, not a success.
dies() {
    mpi -n 1 "$build/plumb-mpi" diff "$1" : -n 1 sh -c 'kill -9 $$' > /dev/null 2>&1
    local code=$?
    [ "$code" -gt 3 ] && [ "$code" -ne 124 ]
}

# By itself, for mpirun has exit codes of its own.
cannot_start() {
    OMPI_MCA_btl=none "$build/plumb-mpi" diff "$1" > /dev/null 2>&1
    [ $? -eq 2 ]
}

fails() {
    mpicc -shared -fPIC tests/mpi/failing.c -o "$rooms/failing.so" &&
        refuses 'MPI failed; no verdict was reached' -n 2 -x LD_PRELOAD="$rooms/failing.so" "$build/plumb-mpi" diff "$1"
}

case=tests/engines/cases/pytorch-flash-bf16-causal.safetensors
wrong=tests/engines/findings/gemma2-layer-f32-window-4-as-left-4.safetensors
for processes in 1 2 4; do
    check "$processes: the same report" same_report $processes $case
    check "$processes: the same verdict" same_verdict $processes $case
    check "$processes: the same FAIL" same_verdict $processes $wrong
    check "$processes: the same failing report" same_report $processes $wrong
    check "$processes: the same map" same_map $processes $wrong
    check "$processes: the same balls" same_numbers $processes $case --emit output
    check "$processes: the same weights of some rows" same_numbers $processes $case --emit weights --rows 3:20
    check "$processes: the same rounded numbers" same_numbers $processes $case --emit output --round bf16
done
check 'a bad flag is said once' refuses "process 0: --emit: 'x' is not one of" -n 2 "$build/plumb-mpi" eval $case --emit x -o "$rooms/out.safetensors"
check 'a case that one process has not' refuses "process 1: $rooms/missing.safetensors" \
    -n 1 "$build/plumb-mpi" eval $case --emit output -o "$rooms/out.safetensors" : \
    -n 1 "$build/plumb-mpi" eval "$rooms/missing.safetensors" --emit output -o "$rooms/out.safetensors"
check 'a process that dies' dies $case
check 'an MPI that cannot start' cannot_start $case
check 'an MPI that fails' fails $case
check 'other commands' refuses 'plumb-mpi runs eval and diff' -n 2 "$build/plumb-mpi" sink $case
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
