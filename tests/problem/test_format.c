/* test_format.c - every bit pattern of the half formats, decoded by the text of IEEE 754-2019, 3.4
   in integer arithmetic; binary32 against the machine's own float. */
#include "problem/format.h"
#include "tests/support/suite.h"
#include "tests/support/reproduce.h"
#include <gmp.h>
#include <math.h>
#include <string.h>

/* The same number, sign of zero included; any NaN is a NaN. */
static bool same(double a, double b) {
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

/* Multiplied by 2^scale, every finite value of the format is an integer: compared as integers. */
static bool is_integer_times_power(double x, const mpz_t integer, unsigned scale) {
    mpz_t scaled;
    mpz_init(scaled);
    mpz_set_d(scaled, ldexp(x, (int)scale));
    bool result = mpz_cmp(scaled, integer) == 0 && mpz_get_d(scaled) == ldexp(x, (int)scale);
    mpz_clear(scaled);
    return result;
}

/* Fields of a 16-bit pattern with so many fraction bits: sign, biased exponent, fraction. */
static bool decodes(double x, unsigned pattern, unsigned fraction_bits, unsigned bias) {
    unsigned sign = pattern >> 15;
    unsigned most = (1u << (15 - fraction_bits)) - 1;
    unsigned exponent = (pattern >> fraction_bits) % (most + 1);
    unsigned fraction = pattern % (1u << fraction_bits);
    if (exponent == most)
        return fraction != 0 ? isnan(x) : isinf(x) && (signbit(x) != 0) == (sign == 1);
    if ((signbit(x) != 0) != (sign == 1))
        return false;
    mpz_t integer;
    mpz_init_set_ui(integer, exponent == 0 ? fraction : fraction + (1u << fraction_bits));
    mpz_mul_2exp(integer, integer, exponent == 0 ? 0 : exponent - 1);
    if (sign == 1)
        mpz_neg(integer, integer);
    bool result = is_integer_times_power(x, integer, bias - 1 + fraction_bits);
    mpz_clear(integer);
    return result;
}

START_TEST(every_f16) {
    for (unsigned pattern = 0; pattern <= UINT16_MAX; pattern++) {
        double x = plumb_decode_f16((uint16_t)pattern);
        ck_assert_msg(decodes(x, pattern, 10, 15), "f16 0x%04x = %a", pattern, x);
    }
}
END_TEST

START_TEST(every_bf16) {
    for (unsigned pattern = 0; pattern <= UINT16_MAX; pattern++) {
        double x = plumb_decode_bf16((uint16_t)pattern);
        ck_assert_msg(decodes(x, pattern, 7, 127), "bf16 0x%04x = %a", pattern, x);
    }
}
END_TEST

START_TEST(known_patterns) {
    ck_assert(same(plumb_decode_f16(0x3c00), 1));
    ck_assert(same(plumb_decode_f16(0x0001), 0x1p-24));
    ck_assert(same(plumb_decode_f16(0x7bff), 65504));
    ck_assert(same(plumb_decode_f16(0x8000), -0.0));
    ck_assert(same(plumb_decode_f16(0xfc00), -INFINITY));
    ck_assert(same(plumb_decode_bf16(0x3f80), 1));
    ck_assert(same(plumb_decode_bf16(0x0001), 0x1p-133));
    ck_assert(same(plumb_decode_bf16(0x7f7f), 0x1.fep127));
    ck_assert(same(plumb_decode_f32(0x00000001), 0x1p-149));
    ck_assert(same(plumb_decode_f32(0x7f7fffff), 0x1.fffffep127));
    ck_assert(same(plumb_decode_f32(0xbdcccccd), -0x1.99999ap-4));
}
END_TEST

static void check_f32(uint32_t pattern) {
    float x;
    memcpy(&x, &pattern, sizeof x);
    if (!same(plumb_decode_f32(pattern), (double)x))
        ck_abort_msg("f32 0x%08x = %a, not %a", (unsigned)pattern, plumb_decode_f32(pattern),
                     (double)x);
}

/* The ends of every exponent range, both signs. */
START_TEST(edges_of_f32) {
    for (uint32_t exponent = 0; exponent < 512; exponent++)
        for (uint32_t near = 0; near < 4; near++) {
            check_f32((exponent << 23) + near);
            check_f32((exponent << 23) - near);
        }
}
END_TEST

/* All 2^32 when a long run is asked for. */
START_TEST(other_f32) {
    if (random_effort() >= 20)
        for (uint64_t pattern = 0; pattern <= UINT32_MAX; pattern++)
            check_f32((uint32_t)pattern);
    random_cases cases = random_begin("f32", 1000000);
    while (random_next(&cases))
        check_f32((uint32_t)random_bits(&cases));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("problem/format");
    TCase *tests = tcase_create("format");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, every_f16);
    tcase_add_test(tests, every_bf16);
    tcase_add_test(tests, known_patterns);
    tcase_add_test(tests, edges_of_f32);
    tcase_add_test(tests, other_f32);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
