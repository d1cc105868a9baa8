#!/bin/sh
# test_engines.sh - every stored answer has the verdict it should have; needs no Python.
exec "$(dirname "$0")/run.sh" --stored
