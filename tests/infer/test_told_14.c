/* test_told_14.c - see told_part.h. */
#define PART 14
#include "tests/infer/told_part.h"
