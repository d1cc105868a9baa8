/* arb.h - balls of any precision, and rational numbers.  Arb is a part of FLINT from version 3 on; before, it was a
   library of its own. */
#ifndef PLUMB_PROBLEM_ARB_H
#define PLUMB_PROBLEM_ARB_H
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif
#include <flint/fmpq.h>
#endif
