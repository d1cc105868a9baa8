/* test_told_19.c - see told_part.h. */
#define PART 19
#include "tests/infer/told_part.h"
