#!/bin/sh
# test_engines.sh - every stored output gets the recorded verdict, and docs/engines.md shows it; needs
# no Python.
exec "$(dirname "$0")/run.sh" --stored
