/* test_told_7.c - see told_part.h. */
#define PART 7
#include "tests/infer/told_part.h"
