/* test_representable.c - numbers that the check accepts fit binary64 for every element, by the remainders of each step;
   and the check accepts the formats of engines. */
#include "case/representable.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { CHANNELS = 8 };

typedef struct {
    double zero_point[CHANNELS], scale[CHANNELS], offset[CHANNELS];
    plumb_quantised q;
} drawn;

static const plumb_encoding *encoding(plumb_packing packing) {
    return plumb_encoding_find(PLUMB_DTYPE_U8, packing);
}

static void start_drawn(drawn *d, plumb_packing packing, bool with_offset) {
    memset(&d->q, 0, sizeof d->q);
    d->q.encoding = encoding(packing);
    for (size_t axis = 0; axis < PLUMB_QUANTISED_AXES; axis++)
        d->q.shape[axis] = axis + 1 == PLUMB_QUANTISED_AXES ? CHANNELS : 1;
    for (int i = 0; i < plumb_layout_patterns(d->q.encoding->layout); i++)
        d->q.value[i] = d->q.encoding->value(i);
    plumb_grid *grids[] = {&d->q.zero_point, &d->q.scale, &d->q.offset};
    const double *numbers[] = {d->zero_point, d->scale, with_offset ? d->offset : NULL};
    for (size_t i = 0; i < 3; i++) {
        grids[i]->number = numbers[i];
        memcpy(grids[i]->size, d->q.shape, sizeof grids[i]->size);
    }
}

/* Of so many bits, and of an exponent from -exponents to exponents. */
static double number(random_cases *cases, int bits, int exponents) {
    double odd = (double)(random_bits(cases) >> (64 - bits));
    return ldexp(odd, (int)random_below(cases, (size_t)(2 * exponents + 1)) - exponents - bits);
}

/* Whether no step rounds. */
static bool is_exact(double element, double zero_point, double scale, double offset) {
    double difference = element - zero_point, back = difference - element;
    double lost = (element - (difference - back)) - (zero_point + back);
    double product = difference * scale, sum = product + offset, behind = sum - product;
    return lost == 0 && fma(difference, scale, -product) == 0 &&
           (product - (sum - behind)) + (offset - behind) == 0;
}

static bool all_are_exact(const drawn *d, bool with_offset) {
    for (size_t c = 0; c < CHANNELS; c++)
        for (int i = 0; i < plumb_layout_patterns(d->q.encoding->layout); i++)
            if (!is_exact(d->q.value[i], d->zero_point[c], d->scale[c], with_offset ? d->offset[c] : 0))
                return false;
    return true;
}

START_TEST(what_is_held_is_exact) {
    random_cases cases = random_begin("quantised numbers of many bits", 4000);
    size_t held = 0, not_held = 0;
    while (random_next(&cases)) {
        static const int bits[] = {8, 11, 24};
        drawn d;
        bool with_offset = random_below(&cases, 2) == 0;
        int exponents = (int)random_below(&cases, 24);
        start_drawn(&d, random_below(&cases, 2) == 0 ? PLUMB_PACKED_U4 : PLUMB_PACKED_AS_DTYPE, with_offset);
        for (size_t c = 0; c < CHANNELS; c++) {
            d.zero_point[c] = number(&cases, bits[random_below(&cases, 3)], exponents);
            d.scale[c] = number(&cases, bits[random_below(&cases, 3)], exponents);
            d.offset[c] = number(&cases, bits[random_below(&cases, 3)], exponents);
        }
        plumb_not_representable first;
        bool said = plumb_quantised_is_exact(&d.q, &first);
        ck_assert(!said || all_are_exact(&d, with_offset));
        held += said;
        not_held += !said && !all_are_exact(&d, with_offset);
    }
    ck_assert_uint_gt(held, 400);
    ck_assert_uint_gt(not_held, 400);
}
END_TEST

/* Scales and least numbers in binary16, of whatever size; zero points in binary32 from 1/4 on of 4 bits, whose scales
   have 24. */
START_TEST(what_engines_store_is_held) {
    random_cases cases = random_begin("quantised numbers of engines", 500);
    while (random_next(&cases)) {
        drawn d;
        plumb_not_representable first;
        start_drawn(&d, PLUMB_PACKED_AS_DTYPE, true);
        for (size_t c = 0; c < CHANNELS; c++) {
            d.zero_point[c] = 0;
            d.scale[c] = number(&cases, 11, 12);
            d.offset[c] = number(&cases, 11, 12);
        }
        ck_assert(plumb_quantised_is_exact(&d.q, &first));
        start_drawn(&d, PLUMB_PACKED_U4, false);
        for (size_t c = 0; c < CHANNELS; c++) {
            d.zero_point[c] = 0.25 + rint(ldexp(15 * (double)(random_bits(&cases) >> 11) * 0x1p-53, 20)) * 0x1p-20;
            d.scale[c] = number(&cases, 24, 40);
        }
        ck_assert(plumb_quantised_is_exact(&d.q, &first));
    }
}
END_TEST

START_TEST(the_first_place_is_said) {
    drawn d;
    plumb_not_representable first;
    start_drawn(&d, PLUMB_PACKED_U4, true);
    for (size_t c = 0; c < CHANNELS; c++) {
        d.zero_point[c] = 0;
        d.scale[c] = c == 2 ? (double)NAN : 1;
        d.offset[c] = c == 5 ? 0x1p-60 : 1;
    }
    ck_assert(!plumb_quantised_is_exact(&d.q, &first));
    ck_assert_uint_eq(first.at[3], 5);
    ck_assert_double_eq(first.offset, 0x1p-60);
    ck_assert_double_eq(first.scale, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("representable");
    TCase *tests = tcase_create("case");
    tcase_add_test(tests, what_is_held_is_exact);
    tcase_add_test(tests, what_engines_store_is_held);
    tcase_add_test(tests, the_first_place_is_said);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
