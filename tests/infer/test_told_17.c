/* test_told_17.c - see told_part.h. */
#define PART 17
#include "tests/infer/told_part.h"
