#!/bin/bash
# run.sh [BUILD] - builds the kernels in many ways, which must all give the same bits (expected.txt); builds that break
# the floating-point rules on purpose must differ.
#   tests/portable/run.sh --update    writes the output of the plain build to expected.txt
set -u
cd "$(dirname "$0")/../.." || exit 2
update=no
[ "${1:-}" != --update ] || { update=yes; shift; }
out=${1:-build}/portable
expected=tests/portable/expected.txt
mkdir -p "$out"

strict="-std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math -Isrc -I."
sources="tests/portable/digest.c src/thread/environment.c $(ls src/number/*.c src/score/*.c src/mask/*.c src/weight/*.c src/aggregate/*.c)
    $(printf 'src/attention/%s.c ' row heads operator_row scores weights values softmax_output output place)
    $(ls src/fast/*.c)"

passed=0 failed=0
count() {
    printf '%-7s %s\n' "$1" "$2"
    case $1 in ok) passed=$((passed + 1)) ;; *) failed=$((failed + 1)) ;; esac
}

# build NAME COMPILER FLAGS...
build() {
    local name=$1 compiler=$2
    shift 2
    # shellcheck disable=SC2086  # lists of words
    "$compiler" $strict "$@" $sources -o "$out/$name" -lm > "$out/$name.log" 2>&1 || { count FAILED "$name: does not build"; return 1; }
}

# same NAME COMMAND...: the digests must be the expected ones
same() {
    local name=$1
    shift
    if "$@" > "$out/$name.txt" && cmp -s "$out/$name.txt" "$expected"; then count ok "$name"; else
        count FAILED "$name: other bits, first $(diff "$expected" "$out/$name.txt" | sed -n 's/^> //p' | head -1)"
    fi
}

# told NAME COMMAND...: the digests must differ
told() {
    local name=$1
    shift
    if "$@" > "$out/$name.txt" && cmp -s "$out/$name.txt" "$expected"; then count FAILED "$name: not told from a faithful build"
    else count ok "$name is told"; fi
}

has() { grep -qw "$1" /proc/cpuinfo; }

# The fast path has the digests of the minimal kernels.
fast_is_minimal() {
    awk '{ name = $0; sub(/ +[0-9a-f]+$/, "", name) }
         sub(/^fast /, "", name) { count++; if ($NF != minimal[name]) other++; next }
         { minimal[name] = $NF }
         END { exit !count || other }' "$1"
}

if [ $update = yes ]; then
    build plain gcc -O2 && "$out/plain" > "$expected"
    exit
fi
if fast_is_minimal "$expected"; then count ok "the fast path has the bits of the minimal kernels"; else
    count FAILED "$expected: what is fast differs from the minimal"
fi
for level in 0 1 2 3; do
    for compiler in gcc clang; do
        build "$compiler-O$level" "$compiler" -O$level && same "$compiler-O$level" "$out/$compiler-O$level"
    done
done
build gcc-lto gcc -O2 -flto && same gcc-lto "$out/gcc-lto"
if [ "$(uname -m)" = x86_64 ]; then
    has avx2 && build gcc-avx2 gcc -O3 -march=x86-64-v3 && same gcc-avx2 "$out/gcc-avx2"
    has avx512f && build gcc-avx512 gcc -O3 -march=x86-64-v4 -mprefer-vector-width=512 && same gcc-avx512 "$out/gcc-avx512"
    has avx2 && build clang-avx2 clang -O3 -march=x86-64-v3 && same clang-avx2 "$out/clang-avx2"
    # One binary for all processors, on one that knows SSE2 alone and on one that knows AVX2.
    build gcc-static gcc -O3 -static && same gcc-clones-sse2 qemu-x86_64 -cpu qemu64 "$out/gcc-static" &&
        same gcc-clones-avx2 qemu-x86_64 -cpu Haswell "$out/gcc-static"
    has avx2 && build contracted gcc -O3 -march=x86-64-v3 -ffp-contract=fast && told contracted "$out/contracted"
fi
for machine in aarch64 riscv64 s390x; do
    build "$machine" "$machine-linux-gnu-gcc" -O2 -static && same "$machine" "qemu-$machine" "$out/$machine"
done
build fast-math gcc -O2 -ffast-math && told fast-math "$out/fast-math"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
