#!/bin/sh
# table.sh [TABLE...] - prints tables of the records, by default all; needs only jq.
# table.sh --curves TABLE... - the curves of their runs
# table.sh --summary  - the number of records, and how they agree with the paper
# table.sh --page     - docs/emergence.md with all of these from the present records
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
page=$here/../../docs/emergence.md

tables() { # tables tables|curves|summary NAME...
    what=$1
    shift
    cat "$here"/results/*.json | jq -rs --slurpfile tables "$here/tables.json" -f "$here/table.jq" --arg what "$what" \
        --argjson names "$(printf '%s\n' "$@" | jq -Rs 'split("\n") | map(select(. != ""))')"
}

# A table stands between the lines <!-- table NAME --> and <!-- end -->, curves and the summary likewise.
renewed_page() {
    while IFS= read -r line; do
        case $line in
        '<!-- table '*' -->') kind=tables ;;
        '<!-- curves '*' -->') kind=curves ;;
        '<!-- summary -->') kind=summary ;;
        *) kind= ;;
        esac
        if [ -n "$kind" ]; then
            name=${line#<!-- * }
            printf '%s\n' "$line"
            tables "$kind" "${name% -->}"
            echo
            inside=1
        fi
        [ "$line" != '<!-- end -->' ] || inside=0
        [ "${inside:-0}" = 1 ] || printf '%s\n' "$line"
    done < "$page"
}

case ${1:-all} in
--page) renewed_page ;;
--curves) shift && tables curves "${@:-search}" ;;
--summary) tables summary ;;
*) tables tables "${@:-all}" ;;
esac
