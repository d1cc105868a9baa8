/* test_told_32.c - see told_part.h. */
#define PART 32
#include "tests/infer/told_part.h"
