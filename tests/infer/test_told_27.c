/* test_told_27.c - see told_part.h. */
#define PART 27
#include "tests/infer/told_part.h"
