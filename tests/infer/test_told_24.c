/* test_told_24.c - see told_part.h. */
#define PART 24
#include "tests/infer/told_part.h"
