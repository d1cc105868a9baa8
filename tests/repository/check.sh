# check.sh - sourced by the scripts of this folder: `. tests/repository/check.sh`.
fault=0

check() { # check NAME LINES: no line may be left
    if [ -z "$2" ]; then
        echo "ok $1"
    else
        echo "not ok $1"
        echo "$2" | sed 's/^/    /'
        fault=1
    fi
}
