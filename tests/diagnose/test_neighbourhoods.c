/* test_neighbourhoods.c - every neighbour of stated cases, in the order of its list: what it says, whether its change
   applies, and what it changes; held against neighbourhoods.txt.  Of the lists that a case is not about, checksums of
   the same; and of drawn cases (neighbourhoods_drawn.txt), beside what the neighbours of the case before do to them.
   Of encodings in several circumstances (neighbourhoods_encoded.txt) only the lists of positions and rotations.

   A change of a list is a change of that file: PLUMB_TEST_UPDATE=1 build/tests/diagnose/test_neighbourhoods writes it
   anew, and what git says of it then says which neighbours are others now. */
#include "diagnose/changed.h"
#include "tests/diagnose/case_checks.h"
#include "tests/diagnose/case_fields.h"
#include "tests/diagnose/stated_tables.h"
#include "tests/support/snapshot.h"
#include <flint/flint.h>

static const struct {
    const char *name;
    neighbour_list *list;
} families[] = {
    {"masks", plumb_neighbours_of_masks},         {"rope", plumb_neighbours_of_rope},
    {"scores", plumb_neighbours_of_scores},       {"positions", plumb_neighbours_of_positions},
    {"operators", plumb_neighbours_of_operators}, {"heads", plumb_neighbours_of_heads},
    {"keys", plumb_neighbours_of_keys},           {"added", plumb_neighbours_of_added},
    {"claims", plumb_neighbours_of_claims},       {"precision", plumb_neighbours_of_precision},
};

enum { FAMILIES = sizeof families / sizeof *families };

static const char *const kinds[] = {"convention", "fault", "precision"};

/* ---- one neighbour ---- */

/* What it makes of a case, and in which fields that is another. */
typedef struct {
    const plumb_case *stated;
    const case_fields *before;
    case_fields after;
    bool applies;
} effect;

static void apply(effect *e, const plumb_neighbour *neighbour) {
    plumb_storage storage = {NULL};
    plumb_case changed;
    int result = plumb_change_case(e->stated, &neighbour, 1, &storage, &changed);
    if (result != 0 && result != 1)
        ck_abort_msg("%s: %d", neighbour->does, result);
    e->applies = result == 1;
    if (e->applies)
        fields_of_case(&e->after, e->before, &changed);
    plumb_storage_free(&storage);
}

static void print_neighbour(effect *e, const plumb_neighbour *neighbour, FILE *stream) {
    apply(e, neighbour);
    fprintf(stream, "%s, %s: %s\n", kinds[neighbour->kind], neighbour->axis, neighbour->does);
    if (neighbour->member[0] != 0)
        fprintf(stream, "    %s\n", neighbour->member);
    fputs("   ", stream);
    if (e->applies)
        print_differences(e->before, &e->after, stream);
    else
        fputs(" does not apply", stream);
    fputc('\n', stream);
}

static uint64_t sum_effect(uint64_t sum, effect *e, const plumb_neighbour *neighbour) {
    apply(e, neighbour);
    sum = checksum_integer(sum, e->applies);
    return e->applies ? checksum_of_differences(sum, e->before, &e->after) : sum;
}

static uint64_t sum_neighbour(uint64_t sum, effect *e, const plumb_neighbour *neighbour) {
    sum = checksum_text(checksum_integer(sum, neighbour->kind), neighbour->axis);
    sum = checksum_text(checksum_text(sum, neighbour->does), neighbour->member);
    return sum_effect(sum, e, neighbour);
}

/* ---- one case ---- */

/* What was printed before, by checksums: a neighbour that is the same in several cases is written out
   in the first. */
enum { SHOWN = 1 << 14 };

static uint64_t shown[SHOWN];
static size_t shown_count;

static void forget_shown(void) {
    memset(shown, 0, sizeof shown);
    shown_count = 0;
}

static bool is_new(uint64_t sum) {
    size_t at = (size_t)(sum % SHOWN);
    for (; shown[at] != 0; at = (at + 1) % SHOWN)
        if (shown[at] == sum)
            return false;
    must(++shown_count < SHOWN / 2);
    shown[at] = sum;
    return true;
}

/* The same but for the numbers of tensors. */
static uint64_t sum_words(const effect *e, const plumb_neighbour *neighbour) {
    uint64_t sum = checksum_text(checksum_integer(checksum_begin(), neighbour->kind), neighbour->axis);
    sum = checksum_text(checksum_text(sum, neighbour->does), neighbour->member);
    for (size_t i = 0; e->applies && i < e->before->count; i++) {
        const char *before = e->before->of[i].text, *after = e->after.of[i].text;
        if (strcmp(before, after) != 0)
            sum = checksum_text(checksum_text(sum, e->after.of[i].name), *after == '#' ? "#" : after);
    }
    return sum;
}

/* " masks 12 #0123abcd": how many neighbours, and a checksum of all, in their order. */
static void print_list(effect *e, size_t family, bool in_full, FILE *stream) {
    plumb_neighbourhood neighbourhood = {.list = NULL};
    uint64_t sum = checksum_begin();
    families[family].list(e->stated, &neighbourhood);
    for (size_t i = 0; i < neighbourhood.count; i++) {
        const plumb_neighbour *neighbour = &neighbourhood.list[i];
        uint64_t of_one = sum_neighbour(checksum_begin(), e, neighbour);
        sum = checksum_integer(sum, (int64_t)(of_one >> 1));
        if (in_full && is_new(sum_words(e, neighbour)))
            print_neighbour(e, neighbour, stream);
    }
    fprintf(stream, " %s %zu #%08" PRIx32 "%s", families[family].name, neighbourhood.count,
            (uint32_t)(sum ^ sum >> 32), in_full || family == FAMILIES / 2 ? "\n" : "");
    plumb_neighbourhood_free(&neighbourhood);
}

static void print_case(const plumb_case *stated, neighbour_list *list, FILE *stream) {
    static case_fields before;
    static effect e;
    fields_of_case(&before, NULL, stated);
    e.stated = stated;
    e.before = &before;
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].list == list)
            print_list(&e, i, true, stream);
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].list != list)
            print_list(&e, i, false, stream);
    fputc('\n', stream);
}

/* ---- the whole ---- */

static void print_stated(const char *table, const stated_case *of, neighbour_list *list, FILE *stream) {
    random_cases cases = numbers_of(of->name);
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, of);
    answered_case answered = answer_stated(&cases, of, &drawn);
    fprintf(stream, SNAPSHOT_HEADING "%s: %s\n", table, of->name);
    print_case(&answered.stated, list, stream);
    free_answers(&answered);
    free_problem(&drawn);
}

START_TEST(stated_cases_have_these_neighbours) {
    snapshot s;
    forget_shown();
    snapshot_begin(&s);
    for (size_t i = 0; i < STATED_TABLES; i++)
        for (size_t n = 0; n < stated_tables[i].count; n++)
            print_stated(stated_tables[i].name, &stated_tables[i].cases[n], stated_tables[i].list, s.stream);
    snapshot_check(&s, "tests/diagnose/neighbourhoods.txt");
}
END_TEST

/* The lists of positions and rotations, of every encoding in every circumstance. */
static void print_encoding(size_t encoding, size_t number, FILE *stream) {
    static case_fields before;
    static effect e;
    stated_case of = encoding_in(encoding, number);
    random_cases cases = numbers_of(of.name);
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, &of);
    answered_case answered = answer_stated(&cases, &of, &drawn);
    fprintf(stream, SNAPSHOT_HEADING "%s: %s\n", of.name, circumstances[number].name);
    fields_of_case(&before, NULL, &answered.stated);
    e.stated = &answered.stated;
    e.before = &before;
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].list == plumb_neighbours_of_positions || families[i].list == plumb_neighbours_of_rope)
            print_list(&e, i, true, stream);
    free_answers(&answered);
    free_problem(&drawn);
}

START_TEST(encodings_have_these_neighbours) {
    snapshot s;
    forget_shown();
    snapshot_begin(&s);
    for (size_t i = 0; i < ENCODINGS; i++)
        for (size_t n = 0; n < CIRCUMSTANCES; n++)
            print_encoding(i, n, s.stream);
    snapshot_check(&s, "tests/diagnose/neighbourhoods_encoded.txt");
}
END_TEST

/* ---- drawn cases ---- */

/* What all neighbours of one case do to another one, of which they may not be. */
static void print_foreign(const plumb_neighbourhood *of_other, const plumb_case *stated, FILE *stream) {
    static case_fields before;
    static effect e;
    uint64_t sum = checksum_begin();
    size_t applied = 0;
    fields_of_case(&before, NULL, stated);
    e.stated = stated;
    e.before = &before;
    for (size_t i = 0; i < of_other->count; i++) {
        sum = sum_effect(sum, &e, &of_other->list[i]);
        applied += e.applies;
    }
    fprintf(stream, " of another case %zu of %zu #%08" PRIx32 "\n", applied, of_other->count,
            (uint32_t)(sum ^ sum >> 32));
}

typedef struct {
    drawn_problem drawn;
    drawn_answers answers;
    plumb_case stated;
} drawn_case;

static drawn_case draw_one(random_cases *cases) {
    drawn_case one;
    size_t variant = random_below(cases, OPERATOR_VARIANTS + 8);
    one.drawn = draw_operator_problem(cases, operator_of_variant(variant < OPERATOR_VARIANTS ? variant : 0), ORDINARY);
    state_one_rule(&one.drawn.problem.position.rope);
    one.stated = draw_case(cases, &one.drawn.problem, &one.answers);
    return one;
}

static void free_one(drawn_case *one) {
    for (size_t i = 0; i < 4; i++)
        free(one->answers.value[i]);
    free_problem(&one->drawn);
}

enum { DRAWN = 80 };

START_TEST(drawn_cases_have_these_neighbours) {
    plumb_neighbourhood other = {.list = NULL};
    random_cases cases = numbers_of("drawn");
    snapshot s;
    snapshot_begin(&s);
    for (int number = 0; number < DRAWN;) {
        plumb_error error;
        random_next(&cases);
        drawn_case one = draw_one(&cases);
        if (case_is_accepted(&one.stated, &error)) {
            fprintf(s.stream, SNAPSHOT_HEADING "case %d\n", ++number);
            print_case(&one.stated, NULL, s.stream);
            print_foreign(&other, &one.stated, s.stream);
            plumb_neighbourhood_free(&other);
            plumb_neighbours_of(&one.stated, &other);
        }
        free_one(&one);
    }
    plumb_neighbourhood_free(&other);
    snapshot_check(&s, "tests/diagnose/neighbourhoods_drawn.txt");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbourhoods");
    TCase *tests = tcase_create("neighbourhoods");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stated_cases_have_these_neighbours);
    tcase_add_test(tests, encodings_have_these_neighbours);
    tcase_add_test(tests, drawn_cases_have_these_neighbours);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
