/* test_told_29.c - see told_part.h. */
#define PART 29
#include "tests/infer/told_part.h"
