/* test_product_blocks.c - sums of blocks in tiles have the bits of a plain loop, and touch nothing beside them. */
#include "fast/product_blocks.h"
#include "tests/fast/drawn_products.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define CASES 6000

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

int main(void) {
    Suite *suite = suite_create("fast/product_blocks");
    TCase *tests = tcase_create("blocks");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, adds_blocks);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
