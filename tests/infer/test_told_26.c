/* test_told_26.c - see told_part.h. */
#define PART 26
#include "tests/infer/told_part.h"
