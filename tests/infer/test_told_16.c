/* test_told_16.c - see told_part.h. */
#define PART 16
#include "tests/infer/told_part.h"
