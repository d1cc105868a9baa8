/* test_told_11.c - see told_part.h. */
#define PART 11
#include "tests/infer/told_part.h"
