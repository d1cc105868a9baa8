# preload.sh - for the tests of the program beside a hostile library, to be sourced: builds preload.c, or what
# $library names.
set -u
cd "$(dirname "$0")/../.." || exit 2
plumb=${PLUMB:-$PWD/build/plumb}
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
fault=0
right=tests/engines/cases/pytorch-flash-bf16-causal.safetensors
wrong=tests/engines/findings/gemma2-layer-f32-window-4-as-left-4.safetensors
${CC:-cc} -std=c11 -O1 -Wall -Wextra -Werror -I. -fPIC -shared "tests/cli/${library:-preload.c}" \
    -o "$place/preload.so" -ldl -lm ||
    { echo 'not ok the library to be loaded builds'; exit 1; }

check() { # check NAME COMMAND...: it must succeed
    name=$1
    shift
    if "$@" > "$place/why" 2>&1; then echo "ok $name"; else
        echo "not ok $name"
        sed 's/^/    /' "$place/why"
        fault=1
    fi
}

# An address sanitizer has a malloc of its own, and takes terabytes of addresses.
sanitized() {
    nm "$plumb" 2> /dev/null | grep -q __asan_init
}

# Whether the program starts threads here at all.
threads_start() {
    [ "$(nproc)" -gt 1 ] || { echo "skipped: one processor, so the program starts no threads"; return 1; }
}

# with NAME=VALUE... COMMAND...: the command beside the library, on two threads unless they say otherwise.
with() {
    env OMP_NUM_THREADS=2 ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" LD_PRELOAD="$place/preload.so" "$@" \
        > "$place/said" 2> "$place/error"
}

# ends CODE LINES NAME=VALUE... COMMAND...: with that exit code, and as many lines on standard error
ends() {
    wanted=$1 lines=$2
    shift 2
    with "$@"
    code=$?
    [ $code -eq "$wanted" ] && [ "$(wc -l < "$place/error")" -eq "$lines" ] && return
    echo "wanted: exit code $wanted and $lines lines; got: $code and"
    cat "$place/error"
    return 1
}
