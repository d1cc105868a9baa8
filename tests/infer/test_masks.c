/* test_masks.c - masks that an engine reads otherwise, named from its numbers: a causal mask in place of a boolean one,
   one whose rows are read at another distance, and those of another entry, head or query. */
#include "tests/faults/diagnosed.h"
#include "tests/infer/judged.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

static bool sees_causally(const engine *e, place at, size_t j) {
    (void)e;
    return j <= at.t;
}

static bool allows(const engine *e, size_t b, size_t h, size_t t, size_t apart, size_t j) {
    const plumb_mask *m = &e->p->mask;
    size_t at = b * m->allowed_batch + h * m->allowed_head + t * apart + j;
    size_t end = (e->p->batch - 1) * m->allowed_batch + (e->p->query_heads - 1) * m->allowed_head +
                 (e->p->query_length - 1) * m->allowed_query + e->p->key_length;
    return at < end && m->allowed[at] != 0;
}

static bool sees_rows_too_far(const engine *e, place at, size_t j) {
    return allows(e, at.b, at.h, at.t, e->p->mask.allowed_query + 3, j);
}

static bool sees_next_head(const engine *e, place at, size_t j) {
    return allows(e, at.b, (at.h + 1) % e->p->query_heads, at.t, e->p->mask.allowed_query, j);
}

static bool sees_first_of_tile(const engine *e, place at, size_t j) {
    return allows(e, at.b, at.h, at.t / 4 * 4, e->p->mask.allowed_query, j);
}

static const struct {
    bool (*sees)(const engine *e, place at, size_t j);
    const char *says;
} masks[] = {
    {sees_causally, "sees keys 0 to p, whatever the mask says: a causal mask aligned to the first key"},
    {sees_rows_too_far, "rows of the boolean mask are read 67 apart, not 64"},
    {sees_next_head, "head 0 has the mask of head 1"},
    {sees_first_of_tile, "rows have the mask of the first query of their tile of 4"},
};
enum { MASKS = sizeof masks / sizeof *masks };

START_TEST(masks_are_named) {
    random_cases cases = random_begin("masks", 1);
    random_next(&cases);
    scenario_size size = {64, 32, _i % 2 == 0 ? PLUMB_F32 : PLUMB_BF16, &cases};
    scenario s;
    plumb_inferences inferences;
    plumb_concentration where;
    boolean(&s, &size);
    for (size_t row = 0; row < plumb_rows_of(&s.drawn.problem); row++) /* none is empty */
        s.drawn.allowed[row * s.drawn.problem.key_length] = 1;
    s.engine.sees = masks[_i / 2].sees;
    narrow_answers wrong = answer(&s.engine);
    plumb_case stated = case_of(&s.drawn.problem, size.format, &wrong);
    ck_assert_int_ne(infer_from(&stated, &inferences, &where), PLUMB_PASS);
    ck_assert_msg(inferences.count > 0 && strstr(inferences.list[0].says, masks[_i / 2].says) != NULL,
                  "not \"%s\" but \"%s\"", masks[_i / 2].says, inferences.count > 0 ? inferences.list[0].says : "");
    free_answers(&wrong);
    free_problem(&s.drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/masks");
    TCase *tests = tcase_create("masks");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, masks_are_named, 0, 2 * MASKS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
