/* test_conventions_3.c - see conventions_part.h. */
#define PART 3
#include "tests/infer/conventions_part.h"
