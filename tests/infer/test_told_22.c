/* test_told_22.c - see told_part.h. */
#define PART 22
#include "tests/infer/told_part.h"
