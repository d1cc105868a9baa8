/* test_told_10.c - see told_part.h. */
#define PART 10
#include "tests/infer/told_part.h"
