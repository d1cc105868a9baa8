/* test_ball_products.c - the sums are those of the visible keys, wherever in their balls weights and values lie. */
#include "budget/ball_products.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 500
#define MOST_KEYS 32

/* Of integers, so that the sums are exact. */
START_TEST(are_of_visible_keys) {
    random_cases cases = random_begin("budget ball products", CASES);
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_KEYS + 1), count = 0;
        plumb_ball weight[MOST_KEYS], value[MOST_KEYS];
        unsigned char visible[MOST_KEYS];
        double products = 0, sizes = 0, weights = 0, weight_sizes = 0, value_sizes = 0;
        for (size_t j = 0; j < keys; j++) {
            double w = (double)random_below(&cases, 201) - 100, v = (double)random_below(&cases, 201) - 100;
            double off_w = (double)random_below(&cases, 5) - 2, off_v = (double)random_below(&cases, 5) - 2;
            visible[j] = random_below(&cases, 4) != 0;
            weight[j] = visible[j] ? (plumb_ball){w + off_w, 2} : plumb_ball_unknown();
            value[j] = visible[j] ? (plumb_ball){v + off_v, 2} : plumb_ball_unknown();
            if (!visible[j])
                continue;
            count++;
            products += w * v;
            sizes += fabs(w * v);
            weights += w;
            weight_sizes += fabs(w);
            value_sizes += fabs(v);
        }
        plumb_product_sums sums = plumb_total_ball_products(weight, visible, value, keys);
        if (sums.count != count || !ball_contains_double(sums.products, products) ||
            !ball_contains_double(sums.product_sizes, sizes) || !ball_contains_double(sums.weights, weights) ||
            !ball_contains_double(sums.weight_sizes, weight_sizes) ||
            !ball_contains_double(sums.value_sizes, value_sizes)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " of %zu keys", keys);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(nothing_is_known) {
    plumb_ball weight[] = {{1, 0}, {1, 0}}, value[] = {{1, 0}, plumb_ball_unknown()};
    const unsigned char both[] = {1, 1}, first[] = {1, 0};
    ck_assert(!ball_informs(plumb_total_ball_products(weight, both, value, 2).products));
    ck_assert(ball_informs(plumb_total_ball_products(weight, first, value, 2).products));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/ball_products");
    TCase *tests = tcase_create("ball_products");
    tcase_add_test(tests, are_of_visible_keys);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
