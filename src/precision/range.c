#include "precision/range.h"
#include <float.h>
#include <math.h>
#include <stddef.h>

static const plumb_range ranges[] = {
    {"binary16", 0x1.ffcp15, 0x1.ffep15},       {"bfloat16", 0x1.fep127, 0x1.ffp127},
    {"binary32", FLT_MAX, 0x1.ffffffp127},      {"binary64", DBL_MAX, INFINITY},
    {"TensorFloat-32", 0x1.ffcp127, 0x1.ffep127}, {"E4M3", 0x1.cp8, 0x1.dp8},
    {"E5M2", 0x1.cp15, 0x1.ep15},
};

const plumb_range *plumb_range_of(double overflow) {
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (ranges[i].overflow == overflow)
            return &ranges[i];
    return NULL;
}
