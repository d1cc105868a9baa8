#!/bin/sh
# table.sh [TABLE...] - prints tables of what is on record, all of them unless named; needs jq alone.
# table.sh --curves TABLE... - the curves of their runs
# table.sh --page     - docs/emergence.md with its tables as they are on record now
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
page=$here/../../docs/emergence.md

tables() { # tables CURVES NAME...; CURVES: true for the curves of their runs instead
    curves=$1
    shift
    cat "$here"/results/*.json | jq -rs --slurpfile tables "$here/tables.json" -f "$here/table.jq" \
        --argjson curves "$curves" \
        --argjson names "$(printf '%s\n' "$@" | jq -Rs 'split("\n") | map(select(. != ""))')"
}

# A table stands between the lines <!-- table NAME --> and <!-- end -->, curves likewise.
renewed_page() {
    while IFS= read -r line; do
        case $line in
        '<!-- table '*' -->' | '<!-- curves '*' -->')
            case $line in '<!-- curves '*) curves=true ;; *) curves=false ;; esac
            name=${line#<!-- * }
            printf '%s\n' "$line"
            tables "$curves" "${name% -->}"
            echo
            inside=1
            ;;
        '<!-- end -->') inside=0 ;;
        esac
        [ "${inside:-0}" = 1 ] || printf '%s\n' "$line"
    done < "$page"
}

case ${1:-all} in
--page) renewed_page ;;
--curves) shift && tables true "${@:-search}" ;;
*) tables false "${@:-all}" ;;
esac
