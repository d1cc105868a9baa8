#!/bin/bash
# test_symbols.sh - no two sources define the same name, and all names visible to the linker have the prefix.  With two
# definitions a static library links silently and calls either.
set -u
build=$(cd "$(dirname "${PLUMB:-build/plumb}")" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
. tests/repository/check.sh

names=$(mktemp) || exit 2
trap 'rm -f "$names"' EXIT
# Of what needs MPI there may be no object.
sources=$(ls src/*/*.c | grep -v '^src/mpi/')
check 'every source has its object' "$(for source in $sources; do
    object=$build/${source%.c}.o
    if [ -f "$object" ]; then
        nm --defined-only --extern-only "$object" | awk -v from="$source" 'NF == 3 { print $3, from }' >> "$names"
    else
        echo "$source"
    fi
done)"
check 'no name is defined twice' "$(awk '{ count[$1]++; where[$1] = where[$1] " " $2 }
    END { for (name in count) if (count[name] > 1) print name where[name] }' "$names")"
check 'every name has the prefix' "$(awk '$1 !~ /^(plumb_|main$|_)/ { print }' "$names")"
exit $fault
