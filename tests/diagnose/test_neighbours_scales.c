/* test_neighbours_scales.c - mistakes about quantised inputs: each neighbour's numbers, from the bytes of the case. */
#include "diagnose/neighbour.h"
#include "tests/case/draft.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

/* k: int8 with scales of heads, tokens and halves of the channels, and zero points of heads; v: E5M2 with a scale for
   each batch entry and head; q: two of 4 bits in a byte, with one scale. */
enum { B = 2, H = 2, S = 6, D = 4, QUERIES = B * H * 3 * D, KEYS = B * H * S * D };
enum { K_SCALES = B * H * S * 2, V_SCALES = B * H };
enum { Q_BYTES = QUERIES / 2, Q_AT = 0, K_AT = Q_BYTES, V_AT = K_AT + KEYS, QS_AT = V_AT + KEYS, KS_AT = QS_AT + 4 };
enum { VS_AT = KS_AT + 4 * K_SCALES, KZ_AT = VS_AT + 4 * V_SCALES, BYTES = KZ_AT + H };

typedef struct {
    unsigned char data[BYTES];
    plumb_case stated;
} quantised_case;

static float scale_at(const quantised_case *c, size_t at, size_t i) {
    return (float)plumb_decode_f32((uint32_t)plumb_load(c->data + at + 4 * i, 4));
}

static quantised_case draw(random_cases *cases, const char *gqa) {
    quantised_case c;
    char members[96];
    snprintf(members, sizeof members, ",\"q_format\":\"i4\",\"gqa\":\"%s\"", gqa);
    draft d = start(members);
    add_tensor(&d, "q", "U8", "[2,2,3,2]", Q_BYTES);
    add_tensor(&d, "k", "I8", "[2,2,6,4]", KEYS);
    add_tensor(&d, "v", "F8_E5M2", "[2,2,6,4]", KEYS);
    add_tensor(&d, "q_scale", "F32", "[1]", 4);
    add_tensor(&d, "k_scale", "F32", "[2,2,6,2]", 4 * K_SCALES);
    add_tensor(&d, "v_scale", "F32", "[2,2]", 4 * V_SCALES);
    add_tensor(&d, "k_zero_point", "I8", "[1,2]", H);
    for (size_t i = 0; i < BYTES; i++)
        c.data[i] = (unsigned char)(random_bits(cases) & (i >= V_AT && i < QS_AT ? 0xbb : 0xff)); /* E5M2 is finite */
    for (size_t i = 0; i < (KZ_AT - QS_AT) / 4; i++)
        plumb_store(c.data + QS_AT + 4 * i, 4, UINT64_C(0x3f000000) + (random_bits(cases) & 0x7fffff));
    c.stated = accept(d, c.data);
    return c;
}

/* ---- what the changed numbers are ---- */

typedef double number_of(const quantised_case *c, size_t b, size_t h, size_t t, size_t i);

static double element_k(const quantised_case *c, size_t b, size_t h, size_t t, size_t i) {
    return (signed char)c->data[K_AT + ((b * H + h) * S + t) * D + i];
}
static double zero(const quantised_case *c, size_t h) {
    return (signed char)c->data[KZ_AT + h];
}
static double ks(const quantised_case *c, size_t b, size_t h, size_t t, size_t i) {
    return scale_at(c, KS_AT, ((b * H + h) * S + t) * 2 + i / 2);
}
static double element_v(const quantised_case *c, size_t b, size_t h, size_t t, size_t i) {
    return plumb_decode_f16((uint16_t)(c->data[V_AT + ((b * H + h) * S + t) * D + i] << 8));
}
static double vs(const quantised_case *c, size_t b, size_t h) {
    return scale_at(c, VS_AT, b * H + h);
}

#define KEY(name, value)                                                                             \
    static double name(const quantised_case *c, size_t b, size_t h, size_t t, size_t i) {            \
        double x = element_k(c, b, h, t, i), z = zero(c, h), s = ks(c, b, h, t, i);                  \
        (void)x, (void)z, (void)s;                                                                   \
        return value;                                                                                \
    }
#define VALUE_OF(name, value)                                                                        \
    static double name(const quantised_case *c, size_t b, size_t h, size_t t, size_t i) {            \
        double x = element_v(c, b, h, t, i), s = vs(c, b, h);                                        \
        (void)x, (void)s;                                                                            \
        return value;                                                                                \
    }
KEY(key_as_stated, (x - z) * s)
KEY(key_without_scale, x - z)
KEY(key_scaled_twice, (x - z) * s * s)
KEY(key_divided, (x - z) / s)
KEY(key_without_zero, x * s)
KEY(key_with_zero_added, (x + z) * s)
KEY(key_with_one_less, (x - (z - 1)) * s)
KEY(key_of_head_0, (x - zero(c, 0)) * ks(c, b, 0, t, i))
KEY(key_of_next_head, (x - zero(c, 1 - h)) * ks(c, b, 1 - h, t, i))
KEY(key_of_entry_0, (x - z) * ks(c, 0, h, t, i))
KEY(key_of_token_after, (x - z) * ks(c, b, h, (t + 1) % S, i))
KEY(key_of_channel_0, (x - z) * ks(c, b, h, t, 0))
KEY(key_of_first, (x - zero(c, 0)) * ks(c, 0, 0, 0, 0))
KEY(key_by_v, (x - z) * vs(c, b, h))
KEY(key_unsigned, (x + (x < 0 ? 256 : 0) - z) * s)
VALUE_OF(value_as_stated, x * s)
VALUE_OF(value_without_scale, x)
VALUE_OF(value_of_next_head, x * vs(c, b, 1 - h))
VALUE_OF(value_by_k, x * ks(c, b, h, t, i))

static double e4m3(unsigned byte) {
    int e = (int)(byte >> 3 & 15);
    double v = e > 0 ? ldexp(8 + (byte & 7), e - 10) : ldexp(byte & 7, -9);
    return byte > 127 ? -v : v;
}
VALUE_OF(value_as_e4m3, e4m3(c->data[V_AT + ((b * H + h) * S + t) * D + i]) * s)
VALUE_OF(value_as_e4m3fnuz, e4m3(c->data[V_AT + ((b * H + h) * S + t) * D + i]) / 2 * s)
VALUE_OF(value_as_e5m2fnuz, x / 2 * s)

static const struct {
    const char *does;
    number_of *key, *value;
} mistakes[] = {
    {"leaves out k_scale", key_without_scale, value_as_stated},
    {"leaves out v_scale", key_as_stated, value_without_scale},
    {"leaves out k_scale and v_scale", key_without_scale, value_without_scale},
    {"multiplies by k_scale twice", key_scaled_twice, value_as_stated},
    {"divides by k_scale", key_divided, value_as_stated},
    {"leaves out k_zero_point", key_without_zero, value_as_stated},
    {"adds k_zero_point instead of subtracting it", key_with_zero_added, value_as_stated},
    {"subtracts 1 less than k_zero_point", key_with_one_less, value_as_stated},
    {"uses k_scale of head 0 for every head", key_of_head_0, value_as_stated},
    {"uses k_scale and v_scale of the next head", key_of_next_head, value_of_next_head},
    {"uses k_scale of batch entry 0 for every entry", key_of_entry_0, value_as_stated},
    {"uses k_scale of the token or block after", key_of_token_after, value_as_stated},
    {"uses k_scale of the first channel or block for all", key_of_channel_0, value_as_stated},
    {"uses the first number of k_scale for all", key_of_first, value_as_stated},
    {"multiplies k by v_scale and v by k_scale", key_by_v, value_by_k},
    {"multiplies k by v_scale, as v", key_by_v, value_as_stated},
    {"multiplies v by k_scale, as k", key_as_stated, value_by_k},
    {"reads the integers of k as unsigned", key_unsigned, value_as_stated},
    {"reads the bytes of v as e4m3", key_as_stated, value_as_e4m3},
    {"reads the bytes of v as e4m3fnuz", key_as_stated, value_as_e4m3fnuz},
    {"reads the bytes of v as e5m2fnuz", key_as_stated, value_as_e5m2fnuz},
};

static bool near(double a, double b) {
    return fabs(a - b) <= 0x1p-48 * fabs(b);
}

static void check_numbers(const quantised_case *c, const double *of, number_of *wanted, const char *does) {
    for (size_t n = 0; n < KEYS; n++) {
        double right = wanted(c, n / (H * S * D), n / (S * D) % H, n / D % S, n % D);
        ck_assert_msg(near(of[n], right), "%s: number %zu is %.17g, not %.17g", does, n, of[n], right);
    }
}

static const plumb_neighbour *find(const plumb_neighbourhood *all, const char *does) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].does, does) == 0)
            return &all->list[i];
    ck_abort_msg("no neighbour %s", does);
    return NULL;
}

START_TEST(a_mistake_is_made) {
    random_cases cases = random_begin("mistakes about scales", 3);
    while (random_next(&cases)) {
        quantised_case c = draw(&cases, random_below(&cases, 2) == 0 ? "interleave" : "tile");
        plumb_neighbourhood all = {0};
        plumb_storage storage = {0};
        plumb_case changed = c.stated;
        plumb_neighbours_of_scales(&c.stated, &all);
        ck_assert_int_eq(plumb_neighbour_make(find(&all, mistakes[_i].does), &storage, &changed), 1);
        check_numbers(&c, changed.problem.key, mistakes[_i].key, mistakes[_i].does);
        check_numbers(&c, changed.problem.value, mistakes[_i].value, mistakes[_i].does);
        ck_assert(memcmp(changed.problem.query, c.stated.problem.query, QUERIES * sizeof(double)) == 0);
        check_numbers(&c, c.stated.problem.key, key_as_stated, "as stated");
        plumb_storage_free(&storage);
        plumb_neighbourhood_free(&all);
        plumb_case_free(&c.stated);
    }
}
END_TEST

/* Of queries, whose scale is one number. */
START_TEST(queries_are_mistaken) {
    random_cases cases = random_begin("mistakes about queries", 1);
    ck_assert(random_next(&cases));
    quantised_case c = draw(&cases, "interleave");
    plumb_neighbourhood all = {0};
    plumb_storage storage = {0};
    plumb_case changed = c.stated;
    plumb_neighbours_of_scales(&c.stated, &all);
    ck_assert_int_eq(
        plumb_neighbour_make(find(&all, "reads the upper four bits of each byte of q first"), &storage, &changed), 1);
    for (size_t n = 0; n < QUERIES; n++) {
        unsigned byte = c.data[Q_AT + n / 2], four = n % 2 == 0 ? byte >> 4 : byte & 15;
        ck_assert_double_eq(changed.problem.query[n], (four > 7 ? (double)four - 16 : four) * scale_at(&c, QS_AT, 0));
    }
    changed = c.stated;
    ck_assert_int_eq(plumb_neighbour_make(find(&all, "leaves out q_scale"), &storage, &changed), 1);
    for (size_t n = 0; n < QUERIES; n++)
        ck_assert_double_eq(changed.problem.query[n], c.stated.problem.query[n] / scale_at(&c, QS_AT, 0));
    for (size_t i = 0; i < all.count; i++)
        ck_assert_msg(strstr(all.list[i].does, "q_scale of") == NULL, "%s", all.list[i].does);
    plumb_storage_free(&storage);
    plumb_neighbourhood_free(&all);
    plumb_case_free(&c.stated);
}
END_TEST

START_TEST(numbers_as_they_are_have_no_mistakes) {
    draft d = start_well("");
    static unsigned char data[4096];
    plumb_neighbourhood all = {0};
    plumb_case c = accept(d, data);
    plumb_neighbours_of_scales(&c, &all);
    ck_assert_uint_eq(all.count, 0);
    plumb_neighbourhood_free(&all);
    plumb_case_free(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("neighbours_scales");
    TCase *tests = tcase_create("diagnose");
    tcase_add_loop_test(tests, a_mistake_is_made, 0, (int)(sizeof mistakes / sizeof *mistakes));
    tcase_add_test(tests, queries_are_mistaken);
    tcase_add_test(tests, numbers_as_they_are_have_no_mistakes);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
