/* test_told_20.c - see told_part.h. */
#define PART 20
#include "tests/infer/told_part.h"
