#!/bin/sh
# table.sh REPORTS - docs/engines.md: what the stored answers of engines were asked, and how they were
# judged.  REPORTS is a folder with the report of each, as `plumb diff --json` writes it, or a plumb
# that is to judge them first.
#
#   tests/engines/table.sh build/plumb > docs/engines.md
set -u
[ $# -eq 1 ] || { echo "usage: tests/engines/table.sh REPORTS|PLUMB" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd) || exit 2

reports() {
    if [ -d "$1" ]; then
        cat "$1"/*.json
        return
    fi
    for file in "$here"/cases/*.safetensors "$here"/findings/*.safetensors; do
        "$1" diff "$file" --json
        [ $? -ne 2 ] || exit 2
    done
}

cat << 'HEAD'
# Engines

Written by `tests/engines/table.sh` from what `plumb diff --json` says of the stored cases. How they are recorded, and what
the names mean: [tests/engines](../tests/engines/README.md).

*Cases* must pass. *Told apart* are answers that are right under their own convention and stated under a neighbour's, which
must not pass; *otherwise* are answers that are wrong under the convention that is the engine's own. The *worst ratio* is the largest
error of a case over what is expected ([spec/expected.md](../spec/expected.md), section 3): up to 1 is PASS.

HEAD
reports "$1" | jq -s -r -f "$here/table.jq"
