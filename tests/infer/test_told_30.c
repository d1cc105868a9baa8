/* test_told_30.c - see told_part.h. */
#define PART 30
#include "tests/infer/told_part.h"
