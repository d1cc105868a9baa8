/* test_told_13.c - see told_part.h. */
#define PART 13
#include "tests/infer/told_part.h"
