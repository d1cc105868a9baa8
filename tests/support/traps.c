#define _GNU_SOURCE
#include "tests/support/traps.h"
#include <fenv.h>
#include <float.h>
#include <stdio.h>

void raise_exceptions(void) {
    volatile double zero = 0, largest = DBL_MAX, least = DBL_MIN, three = 3, result;
    result = 1 / zero;
    result = zero / zero;
    result = largest * largest;
    result = least * least;
    result = 1 / three;
    (void)result;
}

bool enable_traps(void) {
    feclearexcept(FE_ALL_EXCEPT); /* one that is pending would be trapped at once */
#ifdef __GLIBC__
    if (feenableexcept(FE_ALL_EXCEPT) != -1)
        return true;
#endif
    puts("skipped: this machine traps no exceptions");
    return false;
}

int disable_traps(void) {
#ifdef __GLIBC__
    return fedisableexcept(FE_ALL_EXCEPT);
#else
    return 0;
#endif
}
