/* test_products.c - sums term by term, in tiles or not, have the bits of a plain loop, and touch nothing beside them. */
#include "fast/products.h"
#include "tests/fast/drawn_products.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 6000

static void add(products *p, size_t r, size_t i, size_t width) {
    for (size_t x = 0; x < width; x++) {
        double *sum = p->plain + r * p->columns + x;
        *sum = fma(p->a[r * p->terms + i], p->b[i * p->columns + x], *sum);
    }
}

/* Poison in the columns of b beyond the width, which no sum may take. */
static void poison_beyond(products *p) {
    for (size_t i = 0; i < p->last; i++)
        for (size_t x = p->width; x < p->columns; x++)
            p->b[i * p->columns + x] = poison;
}

START_TEST(adds_products) {
    random_cases cases = random_begin("products", CASES);
    static products p;
    while (random_next(&cases)) {
        draw_case(&cases, &p);
        poison_beyond(&p);
        poison_outside(&p);
        for (size_t i = p.first; i < p.last; i++)
            for (size_t r = 0; r < p.rows; r++)
                add(&p, r, i, p.width);
        plumb_add_products(arrays(&p), p.first, p.last, p.width);
        check_sums(&cases, &p);
    }
}
END_TEST

/* What a row does not see is poison. */
START_TEST(adds_visible_products) {
    random_cases cases = random_begin("seen products", CASES);
    static products p;
    while (random_next(&cases)) {
        draw_case(&cases, &p);
        for (size_t i = 0; i < p.terms; i++)
            for (size_t r = 0; r < p.rows; r++)
                if (i >= p.first && i < p.last && p.visible[r * p.terms + i])
                    add(&p, r, i, p.columns);
                else
                    p.a[r * p.terms + i] = poison;
        plumb_add_visible_products(arrays(&p), p.visible, p.first, p.last);
        check_sums(&cases, &p);
    }
}
END_TEST

START_TEST(adds_a_product) {
    random_cases cases = random_begin("one product", CASES);
    static products p;
    while (random_next(&cases)) {
        draw_case(&cases, &p);
        if (p.rows == 0 || p.last == 0)
            continue;
        size_t row = random_below(&cases, p.rows), term = random_below(&cases, p.last);
        add(&p, row, term, p.columns);
        plumb_add_product(arrays(&p), row, term);
        check_sums(&cases, &p);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/products");
    TCase *tests = tcase_create("products");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, adds_products);
    tcase_add_test(tests, adds_visible_products);
    tcase_add_test(tests, adds_a_product);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
