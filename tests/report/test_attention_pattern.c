/* test_attention_pattern.c - the picture of a head's attention: which query a row of cells shows, its heaviest key, and
   shares of the minimal kernels' weights. */
#include "report/attention_pattern.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { HEADS = 3, HEAD = 1 };

typedef struct {
    drawn_problem drawn;
    plumb_attention_pattern pattern;
    size_t from, to, shown;
} pictured;

static void show(random_cases *cases, pictured *x, size_t keys, size_t from, size_t to, size_t shown) {
    plumb_problem shape = one_head(to + 3, keys, 4, 2);
    shape.query_heads = shape.key_heads = HEADS;
    *x = (pictured){.drawn = draw_problem(cases, shape, ORDINARY), .from = from, .to = to, .shown = shown};
    plumb_problem *p = &x->drawn.problem;
    p->causal = (plumb_causal){true, -2}; /* two queries see no key */
    p->op.kind = PLUMB_SOFTMAX;
    p->op.sink = PLUMB_SINK_ZERO; /* whose share is not shown */
    plumb_case judged = {.problem = *p};
    ck_assert_int_eq(plumb_attention_pattern_find(&judged, 0, HEAD, from, to, shown, &x->pattern), 0);
}

static void forget(pictured *x) {
    plumb_attention_pattern_free(&x->pattern);
    free_problem(&x->drawn);
}

/* A row of cells stands for the queries up to those of the next row. */
static void check_queries(const pictured *x) {
    size_t queries = x->to - x->from, rows = x->pattern.rows, times = 0;
    ck_assert_uint_eq(rows, queries < PLUMB_PATTERN_SIDE ? queries : PLUMB_PATTERN_SIDE);
    for (size_t r = 0; r < rows; r++) {
        size_t first = x->from + r * queries / rows, end = x->from + (r + 1) * queries / rows;
        bool shows = x->shown >= first && x->shown < end;
        ck_assert_uint_eq(x->pattern.query[r], shows ? x->shown : first);
        times += x->pattern.query[r] == x->shown;
    }
    ck_assert_uint_eq(times, 1);
}

/* Of all keys j that fall into the cell j columns / keys. */
static void check_cells(const pictured *x, size_t r, const plumb_row *row, double sum) {
    size_t keys = x->drawn.problem.key_length, columns = x->pattern.columns, heaviest = keys;
    for (size_t cell = 0, j = 0; cell < columns; cell++) {
        double most = -1;
        for (; j < keys && j * columns / keys == cell; j++) {
            if (!row->visible[j])
                continue;
            most = fmax(most, row->weight[j].mid / sum);
            if (heaviest == keys || row->weight[j].mid > row->weight[heaviest].mid)
                heaviest = j;
        }
        ck_assert_double_eq_tol(x->pattern.share[r * columns + cell], most, 1e-9);
    }
    if (heaviest == keys) {
        ck_assert_double_lt(x->pattern.heaviest_share[r], 0);
    } else {
        ck_assert_uint_eq(x->pattern.heaviest[r], heaviest);
        ck_assert_double_eq_tol(x->pattern.heaviest_share[r], row->weight[heaviest].mid / sum, 1e-9);
    }
}

static void check_rows(const pictured *x) {
    const plumb_problem *p = &x->drawn.problem;
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    for (size_t r = 0; r < x->pattern.rows; r++) {
        double sum = 0;
        plumb_evaluate_row(p, plumb_problem_scale(p), 0, HEAD, x->pattern.query[r], &row);
        for (size_t j = 0; j < p->key_length; j++)
            sum += row.visible[j] ? row.weight[j].mid : 0;
        check_cells(x, r, &row, sum);
    }
    plumb_row_free(&row);
}

START_TEST(a_picture_shows_the_weights) {
    /* keys, queries from and to, shown: a cell for each; several for one; the last query of its cells; from the first */
    static const size_t of[][4] = {{9, 0, 6, 4}, {300, 0, 300, 299}, {300, 5, 260, 70}, {129, 40, 169, 40},
                                   {128, 0, 128, 0}, {500, 2, 700, 455}};
    random_cases cases = random_begin("pictures", 2);
    while (random_next(&cases))
        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            pictured x;
            show(&cases, &x, of[i][0], of[i][1], of[i][2], of[i][3]);
            check_queries(&x);
            check_rows(&x);
            forget(&x);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report/attention_pattern");
    TCase *tests = tcase_create("attention_pattern");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_picture_shows_the_weights);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
