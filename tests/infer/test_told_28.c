/* test_told_28.c - see told_part.h. */
#define PART 28
#include "tests/infer/told_part.h"
