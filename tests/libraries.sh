#!/bin/sh
# libraries.sh - prints the libraries to link with: Arb is a part of FLINT from version 3 on, and a separate library
# before.
if printf '#include <flint/arb.h>\n' | ${CC:-cc} -E - > /dev/null 2>&1; then
    echo '-ljansson -lflint -lgmp -lm'
else
    echo '-ljansson -lflint-arb -lflint -lgmp -lm'
fi
