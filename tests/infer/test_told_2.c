/* test_told_2.c - see told_part.h. */
#define PART 2
#include "tests/infer/told_part.h"
