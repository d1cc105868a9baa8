/* test_told_8.c - see told_part.h. */
#define PART 8
#include "tests/infer/told_part.h"
