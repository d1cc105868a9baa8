/* test_told_31.c - see told_part.h. */
#define PART 31
#include "tests/infer/told_part.h"
