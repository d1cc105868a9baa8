/* test_proof_row.c - what the mask gives a row of the theorem: its largest number of rescalings. */
#include "theorem/proof_row.h"
#include "budget/rescalings.h"
#include "exact/visible.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <stdlib.h>

#define CASES 2000

/* Blocks are gathered from anywhere where the precision says so, or where hidden keys raise the maximum, too. */
static plumb_key_order order_of(const plumb_precision *precision) {
    if (precision->shift.rule == PLUMB_SHIFT_HIDDEN)
        return PLUMB_MAXIMUM_OVER_HIDDEN;
    return precision->key_order == PLUMB_WALK_ANY ? PLUMB_KEYS_GATHERED : PLUMB_KEYS_IN_ORDER;
}

/* What takes part may be hidden, and a sink is one more; all keys of a row that is the mean of all values do.  A merge
   rescales three times. */
static size_t rescalings_of(const plumb_problem *p, const plumb_element *e, const plumb_precision *precision,
                            bool *hidden) {
    unsigned char *part = calloc(p->key_length + 1, 1);
    bool mean = plumb_exact_is_mean(p, plumb_exact_visible_count(p, e->batch, e->head, e->query));
    for (size_t j = 0; j < p->key_length; j++) {
        part[j] = mean || plumb_exact_takes_part(p, e->batch, e->head, e->query, j);
        *hidden |= part[j] && !mean && !plumb_exact_visible(p, e->batch, e->head, e->query, j);
    }
    int sink = plumb_exact_has_sink_logit(p);
    size_t most =
        plumb_most_rescalings(order_of(precision), part, p->key_length, precision->least_key_block, sink);
    free(part);
    return most + 3 * (precision->merge_levels - 1);
}

static plumb_precision draw_precision(random_cases *cases) {
    plumb_precision precision = *plumb_precision_find("f32");
    precision.least_key_block = 1 + random_below(cases, 4);
    precision.merge_levels = 1 + random_below(cases, 3);
    precision.key_order = random_below(cases, 2) ? PLUMB_WALK_ANY : PLUMB_WALK_STATED;
    precision.shift.rule = random_below(cases, 4) ? PLUMB_SHIFT_MAXIMUM : PLUMB_SHIFT_HIDDEN;
    return precision;
}

START_TEST(rescalings_of_its_mask) {
    random_cases cases = random_begin("rescalings of rows", CASES);
    size_t hiding = 0, sinks = 0;
    while (random_next(&cases)) {
        plumb_precision precision = draw_precision(&cases);
        drawn_problem drawn = draw_operator_problem(&cases, operator_of_variant(random_below(&cases, PLUMB_SINK_COUNT)),
                                                    ORDINARY);
        plumb_problem *p = &drawn.problem;
        p->op.softcap = random_below(&cases, 2) ? 20 : 0;
        p->op.softcap_order = (plumb_softcap_order)random_below(&cases, PLUMB_BIAS_MASK_CAP + 1);
        plumb_element e = {.batch = random_below(&cases, p->batch),
                           .head = random_below(&cases, p->query_heads),
                           .query = random_below(&cases, p->query_length)};
        plumb_proof_workspace workspace;
        ck_assert_int_eq(plumb_proof_workspace_init(&workspace, p, &precision), 0);
        plumb_proof_row row = plumb_proof_row_of(p, &precision, PLUMB_OUTPUT, &e, PLUMB_F32, &workspace);
        bool hidden = false;
        ck_assert_uint_eq(row.rescalings, rescalings_of(p, &e, &precision, &hidden));
        hiding += hidden;
        sinks += plumb_exact_has_sink_logit(p);
        plumb_proof_workspace_free(&workspace);
        free_problem(&drawn);
    }
    ck_assert(hiding > 20 && sinks > 20);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/proof_row");
    TCase *tests = tcase_create("proof row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, rescalings_of_its_mask);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
