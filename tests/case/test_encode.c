/* test_encode.c - encoding inverts decoding on every pattern, and refuses everything between. */
#include "case/encode.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

static double decode(plumb_format format, uint64_t bits) {
    double value;
    switch (format) {
    case PLUMB_F32:
        return plumb_decode_f32((uint32_t)bits);
    case PLUMB_F16:
        return plumb_decode_f16((uint16_t)bits);
    case PLUMB_BF16:
        return plumb_decode_bf16((uint16_t)bits);
    case PLUMB_F64:
    default:
        memcpy(&value, &bits, sizeof value);
        return value;
    }
}

static void inverts(plumb_format format, uint64_t bits, uint64_t quiet_nan) {
    double value = decode(format, bits);
    uint64_t again = 0;
    ck_assert(plumb_encode(format, value, &again));
    ck_assert_uint_eq(again, isnan(value) ? quiet_nan : bits);
}

/* The numbers just beside one of the format's are none of it. */
static void refuses_neighbours(plumb_format format, uint64_t bits) {
    double value = decode(format, bits);
    uint64_t ignored;
    if (!isfinite(value))
        return;
    ck_assert_msg(!plumb_encode(format, nextafter(value, INFINITY), &ignored), "%a", value);
    ck_assert_msg(!plumb_encode(format, nextafter(value, -INFINITY), &ignored), "%a", value);
}

START_TEST(half_formats) {
    for (uint32_t bits = 0; bits <= UINT16_MAX; bits++) {
        inverts(PLUMB_F16, bits, 0x7E00);
        inverts(PLUMB_BF16, bits, 0x7FC0);
        refuses_neighbours(PLUMB_F16, bits);
        refuses_neighbours(PLUMB_BF16, bits);
    }
}
END_TEST

/* A stride that is coprime to 2^32 and meets every exponent. */
START_TEST(single) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 200000; i++, bits += 2654435761u) {
        inverts(PLUMB_F32, bits, 0x7FC00000);
        refuses_neighbours(PLUMB_F32, bits);
    }
    for (bits = 0; bits < 100; bits++)
        inverts(PLUMB_F32, bits, 0x7FC00000);
}
END_TEST

START_TEST(doubles) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < 200000; i++, bits += UINT64_C(0x9E3779B97F4A7C15))
        inverts(PLUMB_F64, bits, UINT64_C(0x7FF8000000000000));
    for (bits = 0; bits < 100; bits++)
        inverts(PLUMB_F64, bits, 0);
}
END_TEST

START_TEST(refuses) {
    uint64_t ignored;
    ck_assert(!plumb_encode(PLUMB_F32, 0.1, &ignored));
    ck_assert(!plumb_encode(PLUMB_F16, 65520.0, &ignored));
    ck_assert(!plumb_encode(PLUMB_F32, 0x1p128, &ignored));
    ck_assert(!plumb_encode(PLUMB_BF16, 257.0, &ignored));
    ck_assert(!plumb_encode(PLUMB_F16, 0x1p-25, &ignored));
    ck_assert(!plumb_encode(PLUMB_F32, 0x1p-1074, &ignored));
    ck_assert(!plumb_encode(PLUMB_F32, 0x1.8p-149, &ignored));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("encode");
    TCase *tests = tcase_create("bits");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, half_formats);
    tcase_add_test(tests, single);
    tcase_add_test(tests, doubles);
    tcase_add_test(tests, refuses);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
