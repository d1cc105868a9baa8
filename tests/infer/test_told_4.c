/* test_told_4.c - see told_part.h. */
#define PART 4
#include "tests/infer/told_part.h"
