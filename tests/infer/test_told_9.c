/* test_told_9.c - see told_part.h. */
#define PART 9
#include "tests/infer/told_part.h"
