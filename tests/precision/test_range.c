/* test_range.c - formats by their ranges: what they are called, and the largest number of each. */
#include "precision/precision.h"
#include "precision/range.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

static const struct {
    const char *rounding, *name;
    bool cuts; /* or is finer than its format: its unit does not say where numbers overflow */
} formats[] = {
    {"f64", "binary64", true},          {"f32", "binary32", false},        {"f32-cut", "binary32", true},
    {"tf32", "TensorFloat-32", false},  {"tf32-cut", "TensorFloat-32", true}, {"tf32x2", "TensorFloat-32", true},
    {"bf16", "bfloat16", false},        {"bf16-cut", "bfloat16", true},    {"f16", "binary16", false},
    {"f16-cut", "binary16", true},      {"e4m3", "E4M3", false},           {"e5m2", "E5M2", false},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

START_TEST(roundings_are_of_formats) {
    plumb_rounding rounding;
    ck_assert(plumb_rounding_find(formats[_i].rounding, &rounding));
    const plumb_range *range = plumb_range_of(rounding.overflow);
    ck_assert_ptr_nonnull(range);
    ck_assert_str_eq(range->name, formats[_i].name);
    ck_assert(range->largest < range->overflow);
    if (!formats[_i].cuts) /* half a unit in the last place beyond the largest number */
        ck_assert(range->overflow - range->largest == rounding.unit * ldexp(1, ilogb(range->largest)) ||
                  strcmp(range->name, "E4M3") == 0);
}
END_TEST

START_TEST(every_rounding_has_one) {
    const char *name;
    size_t known = 0;
    for (size_t i = 0; (name = plumb_rounding_at(i)) != NULL; i++)
        known += strcmp(name, "none") != 0 && strcmp(name, "f16-flush") != 0; /* these keep the format */
    ck_assert_uint_eq(known, FORMATS);
    const plumb_format tensors[] = {PLUMB_F64, PLUMB_F32, PLUMB_BF16, PLUMB_F16};
    for (size_t i = 0; i < 4; i++)
        ck_assert_ptr_nonnull(plumb_range_of(plumb_format_overflow(tensors[i])));
    ck_assert_double_eq(plumb_range_of(plumb_format_overflow(PLUMB_F16))->largest, 65504);
    ck_assert_ptr_null(plumb_range_of(1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("precision/range");
    TCase *tests = tcase_create("range");
    tcase_add_loop_test(tests, roundings_are_of_formats, 0, FORMATS);
    tcase_add_test(tests, every_rounding_has_one);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
