/* test_told_25.c - see told_part.h. */
#define PART 25
#include "tests/infer/told_part.h"
