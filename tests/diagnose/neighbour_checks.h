/* neighbour_checks.h - every neighbour of random cases: it applies or not, leaves the stated case
   as it was, makes a case that reading accepts, and that kernels and reference agree on; and among the
   cases to which it applies are some of which it asks something else. */
#ifndef PLUMB_TESTS_DIAGNOSE_NEIGHBOUR_CHECKS_H
#define PLUMB_TESTS_DIAGNOSE_NEIGHBOUR_CHECKS_H
#include "exact/reference.h"
#include "tests/diagnose/neighbour_cases.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <ctype.h>

/* What a neighbour does, whatever its numbers, and how often it applied and differed. */
typedef struct {
    char what[PLUMB_NEIGHBOUR_TEXT];
    size_t applied, differed;
} tally;

enum { TALLIES = 400 };

typedef struct {
    tally of[TALLIES];
    size_t count;
} tallies;

/* The text with # for each number. */
static inline void without_numbers(const char *does, char *what) {
    bool in_number = false;
    for (; *does != '\0'; does++) {
        bool sign = *does == '-' && isdigit((unsigned char)does[1]);
        bool digit =
            sign || isdigit((unsigned char)*does) || (in_number && strchr(".e+", *does) != NULL);
        if (!digit)
            *what++ = *does;
        else if (!in_number)
            *what++ = '#';
        in_number = digit;
    }
    *what = '\0';
}

static inline tally *tally_of(tallies *all, const char *does) {
    char what[PLUMB_NEIGHBOUR_TEXT];
    without_numbers(does, what);
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->of[i].what, what) == 0)
            return &all->of[i];
    ck_assert_uint_lt(all->count, TALLIES);
    memcpy(all->of[all->count].what, what, sizeof what);
    return &all->of[all->count++];
}

static inline void fail_neighbour(const random_cases *cases, const plumb_neighbour *neighbour,
                                  const plumb_problem *changed, const char *why) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " the engine %s: %s", neighbour->does, why);
    reproduce_problem(&line, changed);
    reproduce_fail(&line);
}

static inline bool rows_agree(const plumb_problem *p, const plumb_row *row,
                              const plumb_row *exact) {
    for (size_t i = 0; i < p->key_length; i++)
        if (!balls_overlap(row->weight[i], exact->weight[i]) ||
            (row->visible[i] && !balls_overlap(row->score[i], exact->score[i])))
            return false;
    for (size_t c = 0; c < p->value_dim; c++)
        if (!balls_overlap(row->output[c], exact->output[c]))
            return false;
    return balls_overlap(row->lse, exact->lse);
}

/* One row, by the kernels and by the reference. */
static inline bool evaluates(random_cases *cases, const plumb_problem *p) {
    size_t b = random_below(cases, p->batch), h = random_below(cases, p->query_heads);
    size_t t = random_below(cases, p->query_length);
    plumb_row row, exact;
    plumb_reference reference;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    ck_assert_int_eq(plumb_row_init(&exact, p), 0);
    plumb_reference_init(&reference, p);
    plumb_evaluate_row(p, plumb_problem_scale(p), b, h, t, &row);
    plumb_reference_row(&reference, b, h, t, PLUMB_REFERENCE_FIRST, &exact);
    bool agree = rows_agree(p, &row, &exact);
    plumb_reference_clear(&reference);
    plumb_row_free(&row);
    plumb_row_free(&exact);
    return agree;
}

/* Whether some output, or log-sum-exp, of a row is another number. */
static inline bool row_differs(plumb_reference *a, plumb_reference *b, size_t row) {
    const plumb_problem *p = a->problem;
    size_t t = row % p->query_length, h = row / p->query_length % p->query_heads;
    size_t batch = row / p->query_length / p->query_heads;
    static const plumb_quantity quantities[] = {PLUMB_OUTPUT, PLUMB_WEIGHTS, PLUMB_LSE};
    for (size_t i = 0; i < 3; i++)
        for (size_t c = 0; c < plumb_quantity_width(quantities[i], p); c++) {
            arb_srcptr x = plumb_reference_element(a, batch, h, t, quantities[i], c, PLUMB_REFERENCE_FIRST);
            arb_srcptr y = plumb_reference_element(b, batch, h, t, quantities[i], c, PLUMB_REFERENCE_FIRST);
            if (!arb_overlaps(x, y))
                return true;
        }
    return false;
}

static inline bool differs(const plumb_problem *stated, const plumb_problem *changed) {
    size_t rows = stated->batch * stated->query_heads * stated->query_length;
    plumb_reference a, b;
    plumb_reference_init(&a, stated);
    plumb_reference_init(&b, changed);
    bool other = false;
    for (size_t row = 0; row < rows && !other; row++)
        other = row_differs(&a, &b, row);
    plumb_reference_clear(&a);
    plumb_reference_clear(&b);
    return other;
}

static inline void check_neighbour(random_cases *cases, const plumb_case *stated,
                                   const plumb_neighbour *neighbour, tallies *all) {
    plumb_storage storage = {0};
    plumb_error error;
    plumb_case changed;
    memcpy(&changed, stated, sizeof changed);
    int result = plumb_neighbour_make(neighbour, &storage, &changed);
    ck_assert_msg(result == 0 || result == 1, "%s: %d", neighbour->does, result);
    ck_assert_msg(neighbour->does[0] != '\0' && neighbour->axis != NULL,
                  "a neighbour says nothing");
    if (result == 1) {
        tally *of = tally_of(all, neighbour->does);
        of->applied++;
        if (!reading_accepts(&changed.problem, &error))
            fail_neighbour(cases, neighbour, &changed.problem, error.text);
        if (!evaluates(cases, &changed.problem))
            fail_neighbour(cases, neighbour, &changed.problem, "kernels and reference differ");
        of->differed += differs(&stated->problem, &changed.problem);
    }
    plumb_storage_free(&storage);
}

/* All neighbours that a list has for one problem. */
static inline void check_neighbours(random_cases *cases, neighbour_list *list,
                                    const drawn_problem *drawn, tallies *all) {
    plumb_neighbourhood neighbourhood = {.list = NULL};
    plumb_case stated = {.problem = drawn->problem, .input_format = PLUMB_F64};
    uint64_t hash = hash_drawn(drawn);
    list(&stated, &neighbourhood);
    ck_assert(!neighbourhood.short_of_memory);
    for (size_t i = 0; i < neighbourhood.count; i++) {
        check_neighbour(cases, &stated, &neighbourhood.list[i], all);
        if (hash_drawn(drawn) != hash)
            fail_neighbour(cases, &neighbourhood.list[i], &drawn->problem,
                           "tensors of the stated case changed");
    }
    plumb_neighbourhood_free(&neighbourhood);
}

/* Changes of any case, one after the other, made of any other: each applies or not, and what they make
   together reading accepts and kernels and reference agree on. */
static inline void check_foreign(random_cases *cases, const plumb_neighbourhood *pool,
                                 const drawn_problem *drawn, size_t changes) {
    plumb_case changed = {.problem = drawn->problem, .input_format = PLUMB_F64}, tried;
    plumb_storage storage = {0};
    plumb_error error;
    for (size_t i = 0; i < changes; i++) {
        const plumb_neighbour *neighbour = &pool->list[random_below(cases, pool->count)];
        memcpy(&tried, &changed, sizeof tried);
        int result = plumb_neighbour_make(neighbour, &storage, &tried);
        ck_assert_msg(result == 0 || result == 1, "%s: %d", neighbour->does, result);
        if (result == 0)
            continue;
        memcpy(&changed, &tried, sizeof changed);
        if (!reading_accepts(&changed.problem, &error))
            fail_neighbour(cases, neighbour, &changed.problem, error.text);
        if (!evaluates(cases, &changed.problem))
            fail_neighbour(cases, neighbour, &changed.problem, "kernels and reference differ");
    }
    plumb_storage_free(&storage);
}

static inline void show_tallies(const tallies *all) {
    for (size_t i = 0; getenv("PLUMB_SHOW_NEIGHBOURS") != NULL && i < all->count; i++)
        printf("%6zu of %6zu: %s\n", all->of[i].differed, all->of[i].applied, all->of[i].what);
}

/* Each that applied often asked something else now and then. */
static inline void check_tallies(const tallies *all) {
    show_tallies(all);
    for (size_t i = 0; i < all->count; i++)
        ck_assert_msg(all->of[i].applied < 25 || all->of[i].differed > 0,
                      "the engine %s: applied %zu times, and never differed", all->of[i].what,
                      all->of[i].applied);
}

/* What a list has for one problem, whether it applies or not. */
static inline void gather_neighbours(neighbour_list *list, const drawn_problem *drawn,
                                     tallies *all) {
    plumb_neighbourhood neighbourhood = {.list = NULL};
    plumb_case stated = {.problem = drawn->problem, .input_format = PLUMB_F64};
    list(&stated, &neighbourhood);
    for (size_t i = 0; i < neighbourhood.count; i++)
        tally_of(all, neighbourhood.list[i].does)->applied++;
    plumb_neighbourhood_free(&neighbourhood);
}

/* Numbers of a rotation that no case states together: a rule's, and what takes its place. */
static inline void state_one_rule(plumb_rope *rope) {
    if (rope->multiplier != 0 || rope->mscale == 0 || rope->mscale_all == 0)
        rope->mscale = rope->mscale_all = 0;
}

/* A problem whose positions a case can state, of the encoding. */
static inline bool draw_stated(random_cases *cases, plumb_position_kind kind,
                               drawn_problem *drawn) {
    plumb_error error;
    bool softmax = random_below(cases, 2) == 0;
    size_t variant = softmax ? 0 : random_below(cases, OPERATOR_VARIANTS);
    *drawn = draw_position_problem(cases, operator_of_variant(variant), kind, ORDINARY);
    state_one_rule(&drawn->problem.position.rope);
    if (drawn->problem.position.kind == kind && reading_accepts(&drawn->problem, &error))
        return true;
    free_problem(drawn);
    return false;
}
#endif
