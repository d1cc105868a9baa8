/* test_told_5.c - see told_part.h. */
#define PART 5
#include "tests/infer/told_part.h"
