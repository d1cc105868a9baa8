/* test_dots.c - each sum of a tile has the bits of plumb_dot, and nothing beside the tile is touched. */
#include "fast/dots.h"
#include "number/sum.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"

#define CASES 4000
#define MOST_DIM 70
#define SUMS (PLUMB_DOTS_ROWS * PLUMB_PANEL)

/* Stands where nothing may be written. */
static const double untouched = 12345;

/* One tile: keys [PLUMB_PANEL][head_dim], of which `panel` is the transpose. */
typedef struct {
    size_t head_dim, first;
    double query[PLUMB_DOTS_ROWS * MOST_DIM], key[PLUMB_PANEL * MOST_DIM];
    double panel[MOST_DIM * PLUMB_PANEL], sum[SUMS];
} tile;

static void draw_tile(random_cases *cases, tile *t) {
    t->head_dim = random_below(cases, MOST_DIM + 1);
    t->first = random_below(cases, PLUMB_PANEL - PLUMB_DOTS_KEYS + 1);
    draw_doubles(cases, t->query, PLUMB_DOTS_ROWS * t->head_dim);
    draw_doubles(cases, t->key, PLUMB_PANEL * t->head_dim);
    for (size_t i = 0; i < t->head_dim * PLUMB_PANEL; i++)
        t->panel[i] = t->key[i % PLUMB_PANEL * t->head_dim + i / PLUMB_PANEL];
    for (size_t i = 0; i < SUMS; i++)
        t->sum[i] = untouched;
}

/* What stands in place i of the sums. */
static double expected(const tile *t, size_t i) {
    size_t r = i / PLUMB_PANEL, j = i % PLUMB_PANEL;
    if (j < t->first || j >= t->first + PLUMB_DOTS_KEYS)
        return untouched;
    return plumb_dot(t->query + r * t->head_dim, t->key + j * t->head_dim, t->head_dim).mid;
}

START_TEST(has_the_bits_of_dot) {
    random_cases cases = random_begin("fast dots", CASES);
    static tile t;
    while (random_next(&cases)) {
        draw_tile(&cases, &t);
        plumb_tile_dots(t.query, t.query + t.head_dim, t.query + 2 * t.head_dim,
                        t.query + 3 * t.head_dim, t.panel, t.head_dim, t.first, t.sum);
        for (size_t i = 0; i < SUMS; i++) {
            double fast = t.sum[i], minimal = expected(&t, i);
            if (same_number(fast, minimal))
                continue;
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " head_dim %zu first %zu sum %zu", t.head_dim, t.first, i);
            reproduce_doubles(&line, "fast", &fast, 1);
            reproduce_doubles(&line, "minimal", &minimal, 1);
            reproduce_fail(&line);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/dots");
    TCase *tests = tcase_create("dots");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_dot);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
