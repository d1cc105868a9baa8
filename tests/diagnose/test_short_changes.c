/* test_short_changes.c - memory that runs out at any one allocation while a case is changed: -1, or the whole change by
   who needs less memory (bundle/rows.h), and never half a change; while neighbours are listed: others of them, and
   never a crash. */
#include "tests/support/short_memory.h"
#include "judge/compare.h"
#include "diagnose/gather.h"
#include "tests/diagnose/stated_tables.h"
#include <flint/flint.h>

#ifdef OWN_MEMORY
/* A change made with enough memory. */
typedef struct {
    plumb_storage storage;
    plumb_case changed;
    int result;
} made_change;

static made_change make_change(const plumb_case *stated, const plumb_neighbour *neighbour) {
    made_change made = {.storage = {0}, .changed = *stated};
    made.result = plumb_neighbour_make(neighbour, &made.storage, &made.changed);
    return made;
}

static bool claims_same(const plumb_case *one, const plumb_case *other) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_claim *a = plumb_claim_of(one, (plumb_quantity)q), *b = plumb_claim_of(other, (plumb_quantity)q);
        if (a->count != b->count || (a->count > 0 && !plumb_same_numbers(a->value, b->value, a->count)))
            return false;
    }
    return true;
}

/* Every allocation of one change. */
static void check_change(const plumb_case *stated, const plumb_neighbour *neighbour) {
    made_change whole = make_change(stated, neighbour);
    bool refused = true;
    for (size_t allocations = 0; refused; allocations++) {
        run_short(allocations);
        made_change made = make_change(stated, neighbour);
        refused = ran_short();
        if (made.result != (refused ? -1 : whole.result) &&
            (made.result != whole.result || !claims_same(&made.changed, &whole.changed)))
            ck_abort_msg("%s: %s: allocation %zu fails, and the result is %d", stated->source, neighbour->does,
                         allocations, made.result);
        plumb_storage_free(&made.storage);
    }
    plumb_storage_free(&whole.storage);
}

static size_t count_neighbours(const plumb_case *stated, neighbour_list *list, size_t allocations, bool *refused) {
    plumb_neighbourhood fewer = {.list = NULL};
    run_short(allocations);
    list(stated, &fewer);
    *refused = ran_short();
    size_t count = fewer.count;
    plumb_neighbourhood_free(&fewer);
    return count;
}

static void check_list(const plumb_case *stated, neighbour_list *list) {
    plumb_neighbourhood all = {.list = NULL};
    list(stated, &all);
    for (size_t i = 0; i < all.count; i++)
        check_change(stated, &all.list[i]);
    bool refused = true;
    /* fits ask for the same a hundred times */
    for (size_t allocations = 0; refused; allocations += 1 + allocations / 3) {
        size_t count = count_neighbours(stated, list, allocations, &refused);
        if (!refused && count != all.count)
            ck_abort_msg("%s: %zu neighbours, not %zu", stated->source, count, all.count);
    }
    plumb_neighbourhood_free(&all);
}

static void check_case(const stated_case *of, neighbour_list *list) {
    random_cases cases = numbers_of(of->name);
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, of);
    answered_case answered = answer_stated(&cases, of, &drawn);
    check_list(&answered.stated, list);
    free_answers(&answered);
    free_problem(&drawn);
}

START_TEST(changes_run_short) {
    omp_set_num_threads(1);
    for (size_t n = 0; n < stated_tables[_i].count; n++)
        check_case(&stated_tables[_i].cases[n], stated_tables[_i].list);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/short_changes");
    TCase *tests = tcase_create("short_changes");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, changes_run_short, 0, STATED_TABLES);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
#endif
