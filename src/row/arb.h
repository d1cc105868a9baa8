/* arb.h - balls of any precision, and rational numbers.  Arb is a part of FLINT from its version 3 on, and was a library
   of its own before. */
#ifndef PLUMB_ROW_ARB_H
#define PLUMB_ROW_ARB_H
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif
#include <flint/fmpq.h>
#endif
