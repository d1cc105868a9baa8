# place.sh - for the scripts beside it, run from the root: a build, a place for files, and `check`.
build=$(dirname "${PLUMB:-$PWD/build/plumb}")
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
fault=0

check() { # check NAME CONDITION...: the condition must hold
    name=$1
    shift
    if "$@" > "$place/said" 2>&1; then
        echo "ok $name"
    else
        echo "not ok $name"
        sed 's/^/    /' "$place/said"
        fault=1
    fi
}
