/* test_turns.c - multiples of a fraction of a turn against exact integers, and the eighth of a turn. */
#include "number/turns.h"
#include "tests/support/suite.h"
#include "tests/support/random.h"
#include <flint/fmpz.h>

#define CASES 20000

/* All zeros, all ones, powers of two and their neighbours, and anything. */
static uint32_t digit(random_cases *cases) {
    switch (random_below(cases, 5)) {
    case 0:
        return 0;
    case 1:
        return UINT32_MAX;
    case 2:
        return (uint32_t)1 << random_below(cases, 32);
    case 3:
        return ((uint32_t)1 << random_below(cases, 32)) - 1;
    default:
        return (uint32_t)random_bits(cases);
    }
}

static plumb_turns fraction(random_cases *cases) {
    plumb_turns turns = {digit(cases), digit(cases), digit(cases), digit(cases)};
    return turns;
}

static uint64_t factor(random_cases *cases) {
    return (uint64_t)digit(cases) << 32 | digit(cases);
}

static void set_units(fmpz_t units, plumb_turns turns) {
    const uint32_t digits[] = {turns.first, turns.second, turns.third, turns.fourth};
    fmpz_zero(units);
    for (size_t i = 0; i < 4; i++) {
        fmpz_mul_2exp(units, units, 32);
        fmpz_add_ui(units, units, digits[i]);
    }
}

static void name_case(const random_cases *cases, char *text, size_t size, plumb_turns turns) {
    snprintf(text, size, "PLUMB_TEST_SEED=%llu PLUMB_TEST_CASE=%llu %08x %08x %08x %08x",
             (unsigned long long)cases->seed, (unsigned long long)cases->number, turns.first,
             turns.second, turns.third, turns.fourth);
}

START_TEST(multiplies_exactly) {
    random_cases cases = random_begin("turns multiplied", CASES);
    fmpz_t expected, actual;
    fmpz_init(expected);
    fmpz_init(actual);
    char text[160];
    while (random_next(&cases)) {
        plumb_turns turns = fraction(&cases);
        uint64_t count = factor(&cases);
        set_units(expected, turns);
        fmpz_mul_ui(expected, expected, count);
        fmpz_fdiv_r_2exp(expected, expected, 128);
        set_units(actual, plumb_turns_multiply(turns, count));
        name_case(&cases, text, sizeof text, turns);
        ck_assert_msg(fmpz_equal(actual, expected), "%s times %llu", text,
                      (unsigned long long)count);
    }
    fmpz_clear(expected);
    fmpz_clear(actual);
}
END_TEST

/* The quarter turn, and from it the part forwards or backwards, lead to within a unit below. */
START_TEST(finds_the_eighth) {
    random_cases cases = random_begin("eighth of a turn", CASES);
    fmpz_t units, expected;
    fmpz_init(units);
    fmpz_init(expected);
    char text[160];
    while (random_next(&cases)) {
        plumb_turns turns = fraction(&cases);
        plumb_eighth place = plumb_turns_eighth(turns);
        name_case(&cases, text, sizeof text, turns);
        ck_assert_msg(place.eighth == turns.first >> 29, "%s: eighth %u", text, place.eighth);
        set_units(units, turns);
        fmpz_fdiv_q_2exp(units, units, 72);
        fmpz_set_ui(expected, (place.eighth + 1) / 2);
        fmpz_mul_2exp(expected, expected, 54);
        if (place.eighth % 2 == 0)
            fmpz_add_ui(expected, expected, place.part);
        else
            fmpz_sub_ui(expected, expected, place.part);
        ck_assert_msg(place.part <= (uint64_t)1 << 53 && fmpz_equal(units, expected),
                      "%s: eighth %u, part %llu", text, place.eighth,
                      (unsigned long long)place.part);
    }
    fmpz_clear(units);
    fmpz_clear(expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/turns");
    TCase *tests = tcase_create("turns");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, multiplies_exactly);
    tcase_add_test(tests, finds_the_eighth);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
