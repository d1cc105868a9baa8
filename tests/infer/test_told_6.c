/* test_told_6.c - see told_part.h. */
#define PART 6
#include "tests/infer/told_part.h"
