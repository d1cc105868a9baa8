/* test_conventions_2.c - see conventions_part.h. */
#define PART 2
#include "tests/infer/conventions_part.h"
