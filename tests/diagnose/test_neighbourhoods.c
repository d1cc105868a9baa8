/* test_neighbourhoods.c - the neighbours of stated cases, in the order of their lists: the words of each, how a case
   states it, and what it changes; compared with neighbourhoods.txt.  What was printed for an earlier case is not
   repeated.  For lists that do not concern a case, only how many neighbours they have and how many apply; the same for
   random cases (neighbourhoods_drawn.txt), with the effect of the previous case's neighbours.  For encodings in several
   circumstances (neighbourhoods_encoded.txt) only the lists of positions and rotations.

   After a change of a list, update these files with PLUMB_TEST_UPDATE=1 build/tests/diagnose/test_neighbourhoods; git
   diff then shows which neighbours changed. */
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
    plumb_storage storage = {0};
    plumb_case changed;
    int result = plumb_change_case(e->stated, &neighbour, 1, &storage, &changed);
    if (result != 0 && result != 1)
        ck_abort_msg("%s: %d", neighbour->does, result);
    e->applies = result == 1;
    if (e->applies)
        fields_of_case(&e->after, e->before, &changed);
    plumb_storage_free(&storage);
}

/* One line, if it has room for all. */
static void print_neighbour(effect *e, const plumb_neighbour *neighbour, FILE *stream) {
    enum { COLUMNS = 120 };
    char *changes;
    size_t size;
    FILE *differences = open_memstream(&changes, &size);
    if (e->applies)
        print_differences(e->before, &e->after, differences);
    else
        fputs(" does not apply", differences);
    fclose(differences);
    int column = fprintf(stream, "%s, %s: %s", kinds[neighbour->kind], neighbour->axis, neighbour->does);
    if (neighbour->member[0] != 0)
        column += fprintf(stream, " {%s}", neighbour->member);
    fprintf(stream, "%s =>%s\n", (size_t)column + size + 3 > COLUMNS ? "\n   " : "", changes);
    free(changes);
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

/* Of a list that the case is about the neighbours that are new. */
static void print_list(effect *e, size_t family, FILE *stream) {
    plumb_neighbourhood neighbourhood = {.list = NULL};
    families[family].list(e->stated, &neighbourhood);
    for (size_t i = 0; i < neighbourhood.count; i++) {
        const plumb_neighbour *neighbour = &neighbourhood.list[i];
        apply(e, neighbour);
        if (is_new(sum_words(e, neighbour)))
            print_neighbour(e, neighbour, stream);
    }
    plumb_neighbourhood_free(&neighbourhood);
}

/* " masks 5/8": how many neighbours of the list apply, of how many. */
static void print_counts(effect *e, size_t family, FILE *stream) {
    plumb_neighbourhood neighbourhood = {.list = NULL};
    size_t applied = 0;
    families[family].list(e->stated, &neighbourhood);
    for (size_t i = 0; i < neighbourhood.count; i++) {
        apply(e, &neighbourhood.list[i]);
        applied += e->applies;
    }
    fprintf(stream, " %s %zu/%zu", families[family].name, applied, neighbourhood.count);
    plumb_neighbourhood_free(&neighbourhood);
}

static effect begin_effects(const plumb_case *stated) {
    static case_fields before;
    fields_of_case(&before, NULL, stated);
    return (effect){.stated = stated, .before = &before};
}

/* There are more models of precision from time to time: they are counted where the case is about them. */
static void print_case(const plumb_case *stated, neighbour_list *list, FILE *stream) {
    effect e = begin_effects(stated);
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].list != plumb_neighbours_of_precision || families[i].list == list)
            print_counts(&e, i, stream);
    fputc('\n', stream);
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].list == list)
            print_list(&e, i, stream);
}

/* ---- the whole ---- */

static void print_stated(const char *table, const stated_case *of, neighbour_list *list, FILE *stream) {
    random_cases cases = numbers_of(of->name);
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, of);
    answered_case answered = answer_stated(&cases, of, &drawn);
    fprintf(stream, SNAPSHOT_HEADING "%s: %s:", table, of->name);
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

static bool is_about_positions(size_t family) {
    return families[family].list == plumb_neighbours_of_positions || families[family].list == plumb_neighbours_of_rope;
}

/* The lists of positions and rotations, of every encoding in every circumstance. */
static void print_encoding(size_t encoding, size_t number, FILE *stream) {
    stated_case of = encoding_in(encoding, number);
    random_cases cases = numbers_of(of.name);
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, &of);
    answered_case answered = answer_stated(&cases, &of, &drawn);
    fprintf(stream, SNAPSHOT_HEADING "%s: %s:", of.name, circumstances[number].name);
    effect e = begin_effects(&answered.stated);
    for (size_t i = 0; i < FAMILIES; i++)
        if (is_about_positions(i))
            print_counts(&e, i, stream);
    fputc('\n', stream);
    for (size_t i = 0; i < FAMILIES; i++)
        if (is_about_positions(i))
            print_list(&e, i, stream);
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

/* And of all neighbours of another case, which may not be its own. */
static void print_drawn(const plumb_case *stated, const plumb_neighbourhood *of_other, FILE *stream) {
    effect e = begin_effects(stated);
    size_t applied = 0;
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].list != plumb_neighbours_of_precision)
            print_counts(&e, i, stream);
    for (size_t i = 0; i < of_other->count; i++) {
        apply(&e, &of_other->list[i]);
        applied += e.applies && of_other->list[i].kind != PLUMB_NEIGHBOUR_PRECISION;
    }
    fprintf(stream, " of the case before %zu\n", applied);
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
            fprintf(s.stream, SNAPSHOT_HEADING "case %d:", ++number);
            print_drawn(&one.stated, &other, s.stream);
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
