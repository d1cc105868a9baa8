/* test_told_21.c - see told_part.h. */
#define PART 21
#include "tests/infer/told_part.h"
