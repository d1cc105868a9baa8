#!/bin/sh
# test_engines.sh - every stored answer has the verdict it should have, and docs/engines.md says so; needs
# no Python.
exec "$(dirname "$0")/run.sh" --stored
