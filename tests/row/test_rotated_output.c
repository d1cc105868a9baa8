/* test_rotated_output.c - an output rotated back: kernels, bundles and the reference agree with angles in long
   double, of every layout and part of a head, stated sines and position ids among them; what does not turn keeps its
   bits. */
#include "bundle/rows.h"
#include "exact/attention.h"
#include "row/evaluate.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <math.h>

enum { BATCH = 2, HEADS = 2, QUERIES = 4, KEYS = 6, DIM = 12, PRECISION = 200 };
enum { ROWS = 60 };

typedef struct {
    drawn_problem drawn;
    int64_t query_position[BATCH * QUERIES];
    double cosine[ROWS * DIM / 2], sine[ROWS * DIM / 2];
} question;

static void draw_question(random_cases *cases, question *q) {
    plumb_problem shape = one_head(QUERIES, KEYS, DIM, DIM);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.causal = (plumb_causal){random_below(cases, 2) == 0, (int64_t)random_below(cases, 5)};
    q->drawn = draw_problem(cases, shape, ORDINARY);
    plumb_position *position = &q->drawn.problem.position;
    position->kind = PLUMB_POSITION_ROPE_OUTPUT;
    position->rope = (plumb_rope){.layout = (plumb_rope_layout)random_below(cases, 3),
                                  .dim = 2 * (1 + random_below(cases, DIM / 2)),
                                  .last = random_below(cases, 2) == 0,
                                  .base = 100,
                                  .multiplier = random_below(cases, 2) == 0 ? 0 : 1.25};
    for (size_t i = 0; i < BATCH * QUERIES; i++)
        q->query_position[i] = (int64_t)random_below(cases, ROWS);
    position->query_position = random_below(cases, 2) == 0 ? q->query_position : NULL;
    for (size_t i = 0; i < ROWS * DIM / 2; i++) {
        q->cosine[i] = cos((double)i);
        q->sine[i] = sin((double)i);
    }
    if (random_below(cases, 4) == 0) {
        position->rope.cosine = q->cosine;
        position->rope.sine = q->sine;
        position->rope.rows = ROWS;
    }
}

/* (a, b) to (a cos + b sin, b cos - a sin), by the definition. */
static void turn_back(const plumb_problem *p, size_t b, size_t t, const double *before, long double *behind) {
    const plumb_rope *rope = &p->position.rope;
    int64_t at = p->position.query_position != NULL ? p->position.query_position[b * QUERIES + t]
                                                    : (int64_t)t + p->causal.offset;
    size_t from = rope->last ? DIM - rope->dim : 0, half = rope->dim / 2;
    for (size_t c = 0; c < DIM; c++)
        behind[c] = before[c];
    for (size_t m = 0; m < half; m++) {
        long double angle = (long double)at * powl(100, -(long double)m / (long double)half);
        long double mu = rope->multiplier != 0 ? rope->multiplier : 1;
        long double cosine = mu * cosl(angle), sine = mu * sinl(angle);
        if (rope->cosine != NULL) {
            cosine = rope->cosine[(size_t)at * half + m];
            sine = rope->sine[(size_t)at * half + m];
        }
        bool stays = rope->layout == PLUMB_ROPE_INTERLEAVED, apart = rope->layout == PLUMB_ROPE_HALF;
        double x = before[from + (stays ? 2 * m : m)], y = before[from + (stays ? 2 * m + 1 : m + half)];
        behind[from + (apart ? m : 2 * m)] = x * cosine + y * sine;
        behind[from + (apart ? m + half : 2 * m + 1)] = y * cosine - x * sine;
    }
}

static void check_row(const question *q, const plumb_row *row, const plumb_row *plain, arb_srcptr exact, size_t b,
                      size_t t) {
    const plumb_problem *p = &q->drawn.problem;
    double before[DIM];
    long double behind[DIM];
    for (size_t c = 0; c < DIM; c++)
        before[c] = plain->output[c].mid;
    turn_back(p, b, t, before, behind);
    for (size_t c = 0; c < DIM; c++) {
        ck_assert(balls_identical(row->unrotated[c], plain->output[c]));
        ck_assert_msg(ball_contains(row->output[c], exact + c), "column %zu", c);
        ck_assert_msg(fabsl(row->output[c].mid - behind[c]) <= 1e-13L * (1 + fabsl(behind[c])),
                      "column %zu: %g, not %Lg", c, row->output[c].mid, behind[c]);
        ck_assert(row->output[c].rad <= 1e-12);
        if (!plumb_column_turns(&p->position, DIM, c))
            ck_assert(balls_identical(row->output[c], plain->output[c]));
    }
}

START_TEST(pairs_turn_back) {
    random_cases cases = random_begin("rotated outputs", 400);
    static question q;
    arb_ptr score = _arb_vec_init(KEYS), weight = _arb_vec_init(KEYS), output = _arb_vec_init(DIM);
    arb_t lse;
    arb_init(lse);
    while (random_next(&cases)) {
        draw_question(&cases, &q);
        plumb_problem plain = q.drawn.problem;
        plain.position.kind = PLUMB_POSITION_NONE;
        plain.mask.windowed = true; /* takes the way of operators, too */
        plain.mask.left = plain.mask.right = -1;
        plumb_row row, other;
        plumb_rows rows;
        ck_assert_int_eq(plumb_row_init(&row, &q.drawn.problem) + plumb_row_init(&other, &plain), 0);
        ck_assert_int_eq(plumb_rows_init(&rows, &q.drawn.problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL), 0);
        for (size_t n = 0; n < BATCH * HEADS * QUERIES; n++) {
            size_t b = n / QUERIES / HEADS, h = n / QUERIES % HEADS, t = n % QUERIES;
            plumb_evaluate_row(&q.drawn.problem, plumb_problem_scale(&plain), b, h, t, &row);
            plumb_evaluate_row(&plain, plumb_problem_scale(&plain), b, h, t, &other);
            plumb_exact_row(&q.drawn.problem, b, h, t, PRECISION, score, weight, output, lse);
            check_row(&q, &row, &other, output, b, t);
            const plumb_row *bundled = plumb_rows_get(&rows, b, h, t);
            for (size_t c = 0; c < DIM; c++)
                ck_assert(balls_identical(bundled->output[c], row.output[c]) &&
                          balls_identical(bundled->unrotated[c], row.unrotated[c]));
        }
        plumb_rows_free(&rows);
        plumb_row_free(&row);
        plumb_row_free(&other);
        q.drawn.problem.position.query_position = NULL;
        free_problem(&q.drawn);
    }
    arb_clear(lse);
    _arb_vec_clear(score, KEYS);
    _arb_vec_clear(weight, KEYS);
    _arb_vec_clear(output, DIM);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/rotated output");
    TCase *tests = tcase_create("rotated output");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, pairs_turn_back);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
