/* test_told_1.c - see told_part.h. */
#define PART 1
#include "tests/infer/told_part.h"
