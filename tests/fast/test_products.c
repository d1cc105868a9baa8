/* test_products.c - sums in tiles have the bits of a plain loop, and touch nothing beside them. */
#include "fast/products.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define CASES 6000
#define MOST 17
#define COUNT (MOST * 2 * PLUMB_LONG_TILE)

/* Stands where nothing may be read: it would show in every sum that it enters. */
static const double poison = NAN;

/* Stands where nothing may be written. */
static const double untouched = 12345;

/* One case: of b only the terms before `last` are there. */
typedef struct {
    size_t rows, terms, columns, first, last, width;
    double a[COUNT + 1], b[COUNT + 1], fast[COUNT + 1], plain[COUNT + 1];
    unsigned char seen[COUNT + 1];
} products;

static void draw(random_cases *cases, double *x, size_t count, double behind) {
    for (size_t i = 0; i <= COUNT; i++)
        x[i] = i < count ? random_scaled(cases, -30, 30) : behind;
}

/* All terms seen, none, or some: tiles of both kinds. */
static void draw_seen(random_cases *cases, products *p) {
    size_t hidden = random_below(cases, 4) * random_below(cases, 20);
    for (size_t i = 0; i <= COUNT; i++)
        p->seen[i] = i >= p->rows * p->terms || hidden == 0 || random_below(cases, hidden + 1) != 0;
}

static void draw_case(random_cases *cases, products *p) {
    p->rows = random_below(cases, MOST + 1);
    p->terms = random_below(cases, MOST + 1);
    p->columns = random_below(cases, MOST + 1);
    p->last = random_below(cases, p->terms + 1);
    p->first = random_below(cases, p->last + 1);
    p->width = random_below(cases, p->columns + 1);
    draw(cases, p->a, p->rows * p->terms, poison);
    draw(cases, p->b, p->last * p->columns, poison);
    draw(cases, p->fast, p->rows * p->columns, untouched);
    draw_seen(cases, p);
    memcpy(p->plain, p->fast, sizeof p->plain);
}

static plumb_products arrays(products *p) {
    return (plumb_products){p->a, p->b, p->rows, p->terms, p->columns, p->fast};
}

static void add(products *p, size_t r, size_t i, size_t width) {
    for (size_t x = 0; x < width; x++) {
        double *sum = p->plain + r * p->columns + x;
        *sum = fma(p->a[r * p->terms + i], p->b[i * p->columns + x], *sum);
    }
}

/* Bit for bit, with the sums beyond the width and what stands behind them. */
static void check_sums(const random_cases *cases, const products *p) {
    for (size_t i = 0; i <= COUNT; i++) {
        if (memcmp(p->fast + i, p->plain + i, sizeof *p->fast) == 0)
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line,
                       " rows %zu terms %zu columns %zu first %zu last %zu width %zu sum %zu",
                       p->rows, p->terms, p->columns, p->first, p->last, p->width, i);
        reproduce_doubles(&line, "fast", p->fast + i, 1);
        reproduce_doubles(&line, "plain", p->plain + i, 1);
        reproduce_fail(&line);
    }
}

/* Poison in the columns of b beyond the width, which no sum may take. */
static void poison_beyond(products *p) {
    for (size_t i = 0; i < p->last; i++)
        for (size_t x = p->width; x < p->columns; x++)
            p->b[i * p->columns + x] = poison;
}

/* Poison in the terms of a that are not asked for. */
static void poison_outside(products *p) {
    for (size_t r = 0; r < p->rows; r++)
        for (size_t i = 0; i < p->terms; i++)
            if (i < p->first || i >= p->last)
                p->a[r * p->terms + i] = poison;
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

/* Whole tiles, as plumb_add_block takes them; the last of them may reach beyond the width. */
static void draw_tiles(random_cases *cases, products *p, size_t tile) {
    draw_case(cases, p);
    p->columns = random_below(cases, 3) * tile;
    p->width = random_below(cases, p->columns + 1);
    draw(cases, p->b, p->last * p->columns, poison);
    draw(cases, p->fast, p->rows * p->columns, untouched);
    memcpy(p->plain, p->fast, sizeof p->plain);
}

static void add_block(products *p, size_t r, size_t x) {
    double part = 0;
    for (size_t i = p->first; i < p->last; i++)
        part = fma(p->a[r * p->terms + i], p->b[i * p->columns + x], part);
    p->plain[r * p->columns + x] += part;
}

/* Rows of which only the first terms count, and the others are 0. */
static void draw_widths(random_cases *cases, products *p, size_t *width) {
    for (size_t r = 0; r < p->rows; r++) {
        width[r] = random_below(cases, p->terms + 2);
        for (size_t i = width[r]; i < p->terms; i++)
            p->a[r * p->terms + i] = 0;
    }
}

/* Of the first columns, of all in short tiles, or of all in long ones. */
enum { FIRST_COLUMNS, SHORT_TILES, LONG_TILES, KINDS };

static void add_in_tiles(size_t kind, products *p, const size_t *width) {
    if (kind == FIRST_COLUMNS)
        plumb_add_block(arrays(p), p->first, p->last, p->width);
    else if (kind == SHORT_TILES)
        plumb_add_short_block(arrays(p), width, p->first, p->last);
    else
        plumb_add_long_block(arrays(p), width, p->first, p->last);
}

START_TEST(adds_blocks) {
    random_cases cases = random_begin("blocks", CASES);
    static products p;
    size_t width[MOST];
    while (random_next(&cases)) {
        size_t kind = random_below(&cases, KINDS);
        size_t tile = kind == LONG_TILES ? PLUMB_LONG_TILE : PLUMB_TILE_COLUMNS;
        draw_tiles(&cases, &p, tile);
        if (kind != FIRST_COLUMNS) {
            draw_widths(&cases, &p, width);
            p.width = p.columns;
        }
        poison_outside(&p);
        size_t tiles = (p.width + tile - 1) / tile;
        for (size_t r = 0; r < p.rows; r++)
            for (size_t x = 0; x < tiles * tile; x++)
                add_block(&p, r, x);
        add_in_tiles(kind, &p, width);
        check_sums(&cases, &p);
    }
}
END_TEST

/* What a row does not see is poison. */
START_TEST(adds_seen_products) {
    random_cases cases = random_begin("seen products", CASES);
    static products p;
    while (random_next(&cases)) {
        draw_case(&cases, &p);
        for (size_t i = 0; i < p.terms; i++)
            for (size_t r = 0; r < p.rows; r++)
                if (i >= p.first && i < p.last && p.seen[r * p.terms + i])
                    add(&p, r, i, p.columns);
                else
                    p.a[r * p.terms + i] = poison;
        plumb_add_seen_products(arrays(&p), p.seen, p.first, p.last);
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
    tcase_add_test(tests, adds_blocks);
    tcase_add_test(tests, adds_seen_products);
    tcase_add_test(tests, adds_a_product);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
