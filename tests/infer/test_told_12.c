/* test_told_12.c - see told_part.h. */
#define PART 12
#include "tests/infer/told_part.h"
