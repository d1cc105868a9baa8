#!/bin/sh
# table.sh REPORTS - prints docs/engines.md: the verdicts of the recorded outputs of engines.  REPORTS is a folder with
# the report of each, as `plumb diff --json` writes it, or a plumb program that judges them first.
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

`tests/engines/table.sh` writes this page from the `plumb diff --json` reports of all recorded outputs.
[tests/engines](../tests/engines/README.md) explains how they are recorded, and what the names mean.

- *Cases* must pass.
- *Misstated* cases state a neighbour of the convention under which the output is correct, and must not pass.
- *Faults* are outputs that are wrong under the engine's own convention.
- The *worst ratio* is the largest ratio of an error to its expected error
  ([spec/expected.md](../spec/expected.md), section 3); up to 1 is PASS.

HEAD
reports "$1" | jq -s -r -f "$here/table.jq"
