#!/bin/sh
# test_install.sh - after `make install`, a program of docs/using.md builds, the recipe of that page passes a correct
# output and fails a wrong one, and the shared library exports what the header declares.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/library/place.sh
prefix=$place/prefix

same() { # same WANTED GOT
    [ "$1" = "$2" ] || { printf 'wanted: %s\ngot:    %s\n' "$1" "$2"; return 1; }
}

# Code blocks of the page in a language, one after the other.
block() { awk -v language="$1" '$0 == "```" { on = 0 } on { print } $0 == "```" language { on = 1 }' docs/using.md; }

check 'install succeeds' make -s install BUILD="$build" PREFIX="$prefix"
check 'every file has its place' ls "$prefix/bin/plumb" "$prefix/include/plumbline.h" "$prefix/lib/libplumbline.a" \
    "$prefix/lib/libplumbline.so" "$prefix/lib/pkgconfig/plumbline.pc" "$prefix/share/man/man1/plumb.1" \
    "$prefix/share/bash-completion/completions/plumb" "$prefix/share/zsh/site-functions/_plumb" \
    "$prefix/share/fish/vendor_completions.d/plumb.fish"
[ $fault -eq 0 ] || exit 1
declared=$(grep -v '^typedef ' src/library/plumbline.h | sed -nE 's/^[a-z].*[ *](plumb_[a-z_]+)\(.*/\1/p' | sort)
exported=$(nm -D --defined-only "$prefix/lib/libplumbline.so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort)
check 'the shared library exports what the header declares' same "$declared" "$exported"
check 'and nothing of another kind' same '' "$(nm -D --defined-only "$prefix/lib/libplumbline.so" |
    awk '$2 != "T" && $2 != "A"')"

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
block c > "$place/program.c"
# shellcheck disable=SC2046,SC2086
check 'the program of the page builds' ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror ${CFLAGS:-} "$place/program.c" \
    $(pkg-config --cflags --libs plumbline) ${LDFLAGS:-} -o "$place/program"
LD_LIBRARY_PATH=$prefix/lib "$place/program" > "$place/output" 2>&1
check 'it finds the answer wrong' same 1 $?
check 'and says so' grep -q '^verdict    FAIL' "$place/output"
check 'its enclosures are tight' awk '/\+-/ { n++; if ($3 > 1e-14) exit 1 } END { exit n != 4 }' "$place/output"
check 'pkg-config names the version' same "$("$prefix/bin/plumb" --version)" "plumb $(pkg-config --modversion plumbline)"

mkdir "$place/cases"
block sh > "$place/recipe.sh"
recipe() { (cd "$place" && PATH=$prefix/bin:$PATH sh recipe.sh > output 2>&1); }
cp tests/engines/cases/jax-xla-f32-causal.safetensors "$place/cases"
check 'the recipe passes a right engine' recipe
finding=$(awk '/=FAIL/ { print $1; exit }' tests/engines/findings.txt)
cp "tests/engines/findings/$finding.safetensors" "$place/cases"
recipe
check 'the recipe stops at a wrong one' same 1 $?
check 'and leaves a report of each' ls "$place/cases/jax-xla-f32-causal.json" "$place/cases/$finding.json"

flags_of() { grep -oE -- '--[a-z][a-z0-9-]*' | sort -u; }
check 'the manual page has every flag' same "$("$prefix/bin/plumb" --help-all | flags_of)" \
    "$(sed 's/\\-/-/g' "$prefix/share/man/man1/plumb.1" | flags_of)"

completions() { # completions WORD...: what bash offers for the last word
    PATH=$prefix/bin:$PATH bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plumb; echo "${COMPREPLY[*]}"' \
        bash "$prefix/share/bash-completion/completions/plumb" "$@"
}
check 'bash completes a command' same diff "$(completions plumb dif)"
check 'a flag' same '--causal-alignment' "$(completions plumb diff --causal)"
check 'of its command' same '' "$(completions plumb sink --causal)"
check 'the value of a flag' same 'zero' "$(completions plumb diff --sink ze)"
check 'and a file' same "$place/program.c" "$(completions plumb diff "$place/program.c")"
check 'uninstall succeeds' make -s uninstall BUILD="$build" PREFIX="$prefix"
check 'and leaves no file' same '' "$(find "$prefix" -type f -o -type l)"
exit $fault
