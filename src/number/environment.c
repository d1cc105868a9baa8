/* environment.c - see environment.h. */
#include "number/environment.h"
#include <fenv.h>
#include <float.h>
#include <stddef.h>

_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && DBL_MIN_EXP == -1021,
               "double is not IEEE 754 binary64");
/* 1: floats are computed with as doubles (s390x); the kernels know no float. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1,
               "the compiler keeps extra precision in double arithmetic");

const char *plumb_environment_fault(void) {
    /* volatile: the machine must answer, not the compiler */
    volatile double least_normal = DBL_MIN;
    volatile double half = 0.5;
    volatile double subnormal = least_normal * half;
    volatile double back = subnormal * 2.0;
    if (fegetround() != FE_TONEAREST)
        return "the rounding mode is not to nearest";
    if (subnormal == 0.0)
        return "subnormal results are flushed to zero (FTZ)";
    if (back != least_normal)
        return "subnormal operands are taken as zero (DAZ)";
    return NULL;
}
