/* test_told_3.c - see told_part.h. */
#define PART 3
#include "tests/infer/told_part.h"
