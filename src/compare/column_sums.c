#include "compare/column_sums.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    LANES = 4,
    KEYS = 64, /* whose values stay in the nearest cache while columns are summed */
};
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

/* The sums of as many columns as there are lanes.  The largest magnitude is that of the least or the greatest. */
typedef struct {
    lanes_of spread, magnitude, absolute, least, greatest;
} lane_sums;

static inline void load(const plumb_column_sums *column, lane_sums *sums) {
    for (size_t i = 0; i < LANES; i++) {
        sums->spread[i] = column[i].spread;
        sums->magnitude[i] = column[i].magnitude;
        sums->absolute[i] = column[i].absolute;
        sums->least[i] = column[i].least;
        sums->greatest[i] = column[i].greatest;
    }
}

static inline void store(const lane_sums *sums, plumb_column_sums *column) {
    for (size_t i = 0; i < LANES; i++) {
        double largest = fmax(fabs(sums->least[i]), fabs(sums->greatest[i]));
        column[i].spread = sums->spread[i];
        column[i].magnitude = sums->magnitude[i];
        column[i].absolute = sums->absolute[i];
        column[i].least = sums->least[i];
        column[i].greatest = sums->greatest[i];
        column[i].largest = largest > column[i].largest ? largest : column[i].largest;
    }
}

static inline void add_lanes(lane_sums *sums, const plumb_column_key *key, const double *value, const lanes_of *mid,
                             const lanes_of *rad) {
    lanes_of v;
    memcpy(&v, value, sizeof v);
    sums->spread += key->spread * (MAGNITUDE(v - *mid) + *rad);
    sums->magnitude += key->magnitude * MAGNITUDE(v);
    sums->absolute += MAGNITUDE(v);
    sums->least = CHOSEN(v < sums->least, v, sums->least);
    sums->greatest = CHOSEN(v > sums->greatest, v, sums->greatest);
}

/* Of two times as many columns: one sum does not wait for the other. */
PLUMB_FOR_EACH_PROCESSOR
static void add_keys(plumb_column_sums *column, const plumb_column_key *key, size_t keys, size_t c,
                     const plumb_ball *output) {
    lane_sums low, high;
    lanes_of mid[2], rad[2];
    load(column, &low);
    load(column + LANES, &high);
    for (size_t i = 0; i < 2 * LANES; i++) {
        mid[i / LANES][i % LANES] = output[i].mid;
        rad[i / LANES][i % LANES] = output[i].rad;
    }
    for (size_t j = 0; j < keys; j++) {
        add_lanes(&low, &key[j], key[j].value + c, &mid[0], &rad[0]);
        add_lanes(&high, &key[j], key[j].value + c + LANES, &mid[1], &rad[1]);
    }
    store(&low, column);
    store(&high, column + LANES);
}

static void add_block(plumb_column_sums *column, size_t columns, const plumb_column_key *key, size_t keys,
                      const plumb_ball *output) {
    size_t whole = columns - columns % (2 * LANES);
    for (size_t c = 0; c < whole; c += 2 * LANES)
        add_keys(column + c, key, keys, c, output + c);
    for (size_t c = whole; c < columns; c++)
        for (size_t j = 0; j < keys; j++)
            plumb_column_add(&column[c], &key[j], key[j].value[c], fabs(key[j].value[c]), output[c]);
}

void plumb_columns_add(plumb_column_sums *column, size_t columns, const plumb_column_key *key, size_t keys,
                       const plumb_ball *output) {
    for (size_t j = 0; j < keys; j += KEYS)
        add_block(column, columns, key + j, keys - j < KEYS ? keys - j : KEYS, output);
}
