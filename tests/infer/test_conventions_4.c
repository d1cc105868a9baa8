/* test_conventions_4.c - see conventions_part.h. */
#define PART 4
#include "tests/infer/conventions_part.h"
