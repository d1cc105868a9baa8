/* drawn_products.h - products of any shape with poison where nothing may be read, and their sums beside those of a plain
   loop. */
#ifndef PLUMB_TESTS_FAST_DRAWN_PRODUCTS_H
#define PLUMB_TESTS_FAST_DRAWN_PRODUCTS_H
#include "fast/product_blocks.h"
#include "tests/support/reproduce.h"
#include <math.h>
#include <string.h>

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
    unsigned char visible[COUNT + 1];
} products;

static void draw(random_cases *cases, double *x, size_t count, double behind) {
    for (size_t i = 0; i <= COUNT; i++)
        x[i] = i < count ? random_scaled(cases, -30, 30) : behind;
}

/* All terms visible, none, or some: tiles of both kinds. */
static void draw_mask(random_cases *cases, products *p) {
    size_t hidden = random_below(cases, 4) * random_below(cases, 20);
    for (size_t i = 0; i <= COUNT; i++)
        p->visible[i] = i >= p->rows * p->terms || hidden == 0 || random_below(cases, hidden + 1) != 0;
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
    draw_mask(cases, p);
    memcpy(p->plain, p->fast, sizeof p->plain);
}

static plumb_products arrays(products *p) {
    return (plumb_products){p->a, p->b, p->rows, p->terms, p->columns, p->fast};
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

/* Poison in the terms of a that are not asked for. */
static void poison_outside(products *p) {
    for (size_t r = 0; r < p->rows; r++)
        for (size_t i = 0; i < p->terms; i++)
            if (i < p->first || i >= p->last)
                p->a[r * p->terms + i] = poison;
}
#endif
