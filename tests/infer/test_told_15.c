/* test_told_15.c - see told_part.h. */
#define PART 15
#include "tests/infer/told_part.h"
