/* arb.h - includes Arb (balls of any precision) and FLINT's rational numbers.  Arb is part of FLINT since version 3,
   and a separate library before. */
#ifndef PLUMB_PROBLEM_ARB_H
#define PLUMB_PROBLEM_ARB_H
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif
#include <flint/fmpq.h>
#endif
