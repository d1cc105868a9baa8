/* test_conventions_1.c - see conventions_part.h. */
#define PART 1
#include "tests/infer/conventions_part.h"
