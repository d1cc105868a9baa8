/* test_told_18.c - see told_part.h. */
#define PART 18
#include "tests/infer/told_part.h"
