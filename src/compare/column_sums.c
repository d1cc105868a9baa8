#include "compare/column_sums.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 4 };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t bits_of __attribute__((vector_size(LANES * sizeof(double))));

#define MAGNITUDE(x) ((lanes_of)((bits_of)(x)&INT64_MAX))
#define CHOSEN(mask, x, y) ((lanes_of)(((bits_of)(x) & (mask)) | ((bits_of)(y) & ~(mask))))

void plumb_column_add(plumb_column_sums *column, const plumb_column_key *key, double v, double size,
                      plumb_ball output) {
    column->spread += key->spread * (fabs(v - output.mid) + output.rad);
    column->magnitude += key->magnitude * size;
    column->absolute += size;
    column->least = v < column->least ? v : column->least;
    column->greatest = v > column->greatest ? v : column->greatest;
    column->largest = size > column->largest ? size : column->largest;
}

/* The sums of as many columns as there are lanes. */
typedef struct {
    lanes_of spread, magnitude, absolute, least, greatest, largest;
} lane_sums;

static lane_sums load(const plumb_column_sums *column) {
    lane_sums sums;
    for (size_t i = 0; i < LANES; i++) {
        sums.spread[i] = column[i].spread;
        sums.magnitude[i] = column[i].magnitude;
        sums.absolute[i] = column[i].absolute;
        sums.least[i] = column[i].least;
        sums.greatest[i] = column[i].greatest;
        sums.largest[i] = column[i].largest;
    }
    return sums;
}

static void store(const lane_sums *sums, plumb_column_sums *column) {
    for (size_t i = 0; i < LANES; i++) {
        column[i].spread = sums->spread[i];
        column[i].magnitude = sums->magnitude[i];
        column[i].absolute = sums->absolute[i];
        column[i].least = sums->least[i];
        column[i].greatest = sums->greatest[i];
        column[i].largest = sums->largest[i];
    }
}

PLUMB_FOR_EACH_PROCESSOR
static void add_keys(lane_sums *to, const plumb_column_key *key, size_t keys, size_t c, const plumb_ball *output) {
    lane_sums sums = *to;
    lanes_of mid, rad, v;
    for (size_t i = 0; i < LANES; i++) {
        mid[i] = output[i].mid;
        rad[i] = output[i].rad;
    }
    for (size_t j = 0; j < keys; j++) {
        memcpy(&v, key[j].value + c, sizeof v);
        lanes_of size = MAGNITUDE(v), distance = MAGNITUDE(v - mid) + rad;
        sums.spread += key[j].spread * distance;
        sums.magnitude += key[j].magnitude * size;
        sums.absolute += size;
        sums.least = CHOSEN(v < sums.least, v, sums.least);
        sums.greatest = CHOSEN(v > sums.greatest, v, sums.greatest);
        sums.largest = CHOSEN(size > sums.largest, size, sums.largest);
    }
    *to = sums;
}

void plumb_columns_add(plumb_column_sums *column, size_t columns, const plumb_column_key *key, size_t keys,
                       const plumb_ball *output) {
    size_t whole = columns - columns % LANES;
    for (size_t c = 0; c < whole; c += LANES) {
        lane_sums sums = load(column + c);
        add_keys(&sums, key, keys, c, output + c);
        store(&sums, column + c);
    }
    for (size_t c = whole; c < columns; c++)
        for (size_t j = 0; j < keys; j++)
            plumb_column_add(&column[c], &key[j], key[j].value[c], fabs(key[j].value[c]), output[c]);
}
