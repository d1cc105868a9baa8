/* test_gathered.c - rows that are gathered have the exact values that they have among all keys: of every operator, with
   masks, biases, gates, position ids and sequences. */
#include "row/gathered.h"
#include "row/evaluate.h"
#include "row/visible.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include <string.h>

enum { BATCH = 2, HEADS = 4, QUERIES = 5, KEYS = 40, AXES = 2 };

typedef struct {
    drawn_problem drawn;
    unsigned char allowed[BATCH * HEADS * QUERIES * KEYS];
    int64_t query_position[BATCH * AXES * QUERIES], key_position[BATCH * AXES * KEYS], length[BATCH], start[BATCH];
    int64_t later[BATCH];
} question;

static int64_t below(random_cases *cases, size_t end) {
    return (int64_t)random_below(cases, end);
}

/* A few keys for each head and query; neighbouring queries often see the same. */
static void draw_masks(random_cases *cases, question *q) {
    plumb_problem *p = &q->drawn.problem;
    for (size_t row = 0; row < BATCH * HEADS * QUERIES; row++) {
        unsigned char *shown = q->allowed + row * KEYS;
        if (row % QUERIES > 0 && random_below(cases, 2) == 0)
            memcpy(shown, shown - KEYS, KEYS);
        else
            for (size_t j = 0; j < KEYS; j++)
                shown[j] = random_below(cases, 8) == 0;
    }
    p->mask.allowed = q->allowed;
    p->mask.allowed_batch = HEADS * QUERIES * KEYS;
    p->mask.allowed_head = QUERIES * KEYS;
    p->mask.allowed_query = KEYS;
    p->mask.windowed = random_below(cases, 2) == 0;
    p->mask.left = below(cases, KEYS);
    p->mask.right = below(cases, KEYS);
    for (size_t b = 0; b < BATCH; b++)
        q->later[b] = below(cases, KEYS / 2);
    p->mask.entry_offset = random_below(cases, 2) == 0 ? q->later : NULL;
}

static void draw_positions(random_cases *cases, question *q) {
    static const plumb_position_kind kinds[] = {PLUMB_POSITION_NONE, PLUMB_POSITION_ALIBI, PLUMB_POSITION_ROPE,
                                                PLUMB_POSITION_SINUSOIDAL};
    plumb_position *position = &q->drawn.problem.position;
    *position = (plumb_position){.kind = kinds[random_below(cases, 4)], .sinusoidal_base = 100};
    position->rope = (plumb_rope){.dim = 8, .base = 100};
    if (position->kind == PLUMB_POSITION_ROPE && random_below(cases, 2) == 0)
        position->rope.sections = (plumb_sections){AXES, {1, 3}};
    for (size_t i = 0; i < sizeof q->query_position / sizeof *q->query_position; i++)
        q->query_position[i] = below(cases, 50) - 5;
    for (size_t i = 0; i < sizeof q->key_position / sizeof *q->key_position; i++)
        q->key_position[i] = below(cases, 50) - 5;
    position->query_position = random_below(cases, 2) == 0 ? q->query_position : NULL;
    position->key_position = random_below(cases, 2) == 0 ? q->key_position : NULL;
}

static void draw_question(random_cases *cases, question *q) {
    plumb_problem shape = one_head(QUERIES, KEYS, 8, 3);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.key_heads = HEADS / 2;
    shape.causal = (plumb_causal){random_below(cases, 2) == 0, below(cases, KEYS)};
    q->drawn = draw_operator_of_shape(cases, shape, operator_of_variant(random_below(cases, OPERATOR_VARIANTS)),
                                      ORDINARY);
    plumb_operator_kind kind = q->drawn.problem.op.kind;
    draw_masks(cases, q);
    if (kind == PLUMB_SOFTMAX)
        draw_positions(cases, q);
    for (size_t b = 0; b < BATCH; b++) {
        q->length[b] = below(cases, QUERIES + 1);
        q->start[b] = 7 * (int64_t)b;
    }
    if (random_below(cases, 2) == 0)
        q->drawn.problem.sequences = (plumb_sequences){q->length, q->start};
}

static void check_balls(const random_cases *cases, const char *what, const plumb_ball *a, const plumb_ball *b,
                        size_t count) {
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(balls_overlap(a[i], b[i]) && (a[i].rad <= 1e-9) == (b[i].rad <= 1e-9),
                      "case %zu: %s %zu: %g +- %g gathered, %g +- %g of all", (size_t)cases->number, what, i, a[i].mid,
                      a[i].rad, b[i].mid, b[i].rad);
}

static void check_keys(const plumb_gathered *g, const plumb_row *own, const plumb_row *all) {
    size_t seen = 0;
    for (size_t j = 0; j < KEYS; j++)
        seen += all->visible[j] != 0;
    for (size_t i = 0; i < g->problem.key_length; i++) {
        ck_assert_int_eq(own->visible[i] != 0, all->visible[g->key[i]] != 0);
        seen -= own->visible[i] != 0;
        if (own->visible[i])
            ck_assert(balls_overlap(own->weight[i], all->weight[g->key[i]]));
    }
    ck_assert_uint_eq(seen, 0);
}

static void check_rows(const random_cases *cases, const plumb_problem *p, const plumb_gathered *g, size_t b, size_t h,
                       size_t first) {
    plumb_row own, all;
    ck_assert_int_eq(plumb_row_init(&own, &g->problem), 0);
    ck_assert_int_eq(plumb_row_init(&all, p), 0);
    for (size_t t = 0; t < g->problem.query_length; t++) {
        plumb_evaluate_row(&g->problem, plumb_problem_scale(&g->problem), 0, h, t, &own);
        plumb_evaluate_row(p, plumb_problem_scale(p), b, h, first + t, &all);
        check_keys(g, &own, &all);
        check_balls(cases, "output", own.output, all.output, p->value_dim);
        check_balls(cases, "lse", &own.lse, &all.lse, 1);
        if (p->sequences.start != NULL)
            ck_assert_int_eq(g->problem.sequences.start[0] + (int64_t)t, p->sequences.start[b] + (int64_t)(first + t));
    }
    plumb_row_free(&own);
    plumb_row_free(&all);
}

/* Rows that can be gathered, as row/gathered.h says, but for the length. */
static bool may_gather(const plumb_problem *p) {
    plumb_problem longer = *p;
    longer.key_length = PLUMB_LEAST_GATHERED;
    return plumb_can_gather(&longer);
}

START_TEST(gathered_rows_have_the_values_of_all) {
    random_cases cases = random_begin("gathered", 2000);
    size_t gathered = 0, together = 0;
    static question q;
    while (random_next(&cases)) {
        draw_question(&cases, &q);
        const plumb_problem *p = &q.drawn.problem;
        size_t b = random_below(&cases, BATCH), h = random_below(&cases, HEADS);
        size_t first = random_below(&cases, QUERIES), count = 1 + random_below(&cases, QUERIES - first);
        plumb_gathered g;
        if (may_gather(p) && plumb_gather(&g, p, b, h, first, count) == 1) {
            check_rows(&cases, p, &g, b, h, first);
            plumb_gathered_free(&g);
            gathered++;
            together += count > 1;
        }
        free_problem(&q.drawn);
    }
    ck_assert_msg(gathered > 200 && together > 50, "%zu gathered, %zu of them several rows", gathered, together);
}
END_TEST

START_TEST(what_needs_all_keys_is_not_gathered) {
    static const unsigned char allowed[PLUMB_LEAST_GATHERED] = {1};
    plumb_problem p = one_head(1, PLUMB_LEAST_GATHERED, 8, 8), q = p;
    ck_assert(!plumb_can_gather(&p)); /* no mask */
    q.mask.allowed = allowed;
    ck_assert(plumb_can_gather(&q));
    p = q;
    p.key_length--;
    ck_assert(!plumb_can_gather(&p));
    p = q;
    p.empty_row = PLUMB_EMPTY_ROW_MEAN;
    ck_assert(!plumb_can_gather(&p));
    p = q;
    p.op.normalisation = PLUMB_KEY_LENGTH;
    ck_assert(!plumb_can_gather(&p));
    p = q;
    p.op.softcap = 1;
    ck_assert(plumb_can_gather(&p));
    p.op.softcap_order = PLUMB_BIAS_MASK_CAP;
    ck_assert(!plumb_can_gather(&p));
    p = q;
    p.op.sink = PLUMB_SINK_KEY0_BIAS;
    ck_assert(!plumb_can_gather(&p));
    p.op.sink = PLUMB_SINK_FIRST_KEYS;
    ck_assert(!plumb_can_gather(&p));
    p = q;
    p.mask.in_cache = true;
    ck_assert(!plumb_can_gather(&p));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/gathered");
    TCase *tests = tcase_create("gathered");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, gathered_rows_have_the_values_of_all);
    tcase_add_test(tests, what_needs_all_keys_is_not_gathered);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
