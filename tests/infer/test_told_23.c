/* test_told_23.c - see told_part.h. */
#define PART 23
#include "tests/infer/told_part.h"
