#!/bin/sh
# run_one.sh BUILD LOGS TEST - runs one test for run.sh, a script or the program of a source, leaves what it prints in a
# file of LOGS, and says "TEST STATUS LOG" on one line.
set -u
case $3 in
*.sh) program=$3 ;;
*) program=$1/${3%.c} ;;
esac
log=$2/$(echo "${3#tests/}" | tr / -)
if [ -x "$program" ]; then
    "$program" > "$log" 2>&1 < /dev/null
else
    echo "not built: $program" > "$log"
    false
fi
echo "$3 $? $log"
