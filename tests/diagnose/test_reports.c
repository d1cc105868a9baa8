/* test_reports.c - diagnoses of a few wrong engines as text, and some as JSON; statements about many places of wrong
   elements; and the rows that are tried first: compared with reports.txt, concentrations.txt and probes.txt.  The JSON
   of all has a valid format and the content of the diagnosis.

   PLUMB_TEST_UPDATE=1 build/tests/diagnose/test_reports updates them (tests/support/snapshot.h). */
#include "diagnose/concentration.h"
#include "diagnose/probe.h"
#include "diagnose/diagnose.h"
#include "exact/visible.h"
#include "tests/diagnose/report_members.h"
#include "tests/diagnose/stated_tables.h"
#include "tests/support/json_snapshot.h"
#include <flint/flint.h>

/* ---- whole diagnoses ---- */

/* What happens to the answers after all. */
typedef void spoiling(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]);

typedef struct {
    stated_case of;
    spoiling *spoils;        /* after they are rounded */
    bool pairs;              /* of the first changes of the lists of masks and scores alone */
    bool repeats;            /* the list of masks, five times over */
    void (*ends)(plumb_diagnosis *diagnosis); /* as it may end where time is up, or much cannot be judged */
    const char *engine_name, *engine_version, *note;
    bool json; /* whole, too */
} diagnosed_case;

static void spoil_one(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    value[PLUMB_OUTPUT][3 * p->value_dim + 1] += 1;
}

static void spoil_row(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    for (size_t c = 0; c < p->value_dim; c++)
        value[PLUMB_OUTPUT][4 * p->value_dim + c] = c % 2 == 0 ? NAN : INFINITY;
}

static void spoil_two_ways(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    for (size_t c = 0; c < p->value_dim; c++)
        value[PLUMB_OUTPUT][4 * p->value_dim + c] = NAN;
    for (size_t i = p->query_length * p->value_dim; i < 2 * p->query_length * p->value_dim; i++)
        value[PLUMB_OUTPUT][i] *= 2;
}

static void spoil_head(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    for (size_t i = 0; i < p->query_length * p->value_dim; i++)
        value[PLUMB_OUTPUT][i] = 0.5;
}

static void spoil_slightly(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    for (size_t i = 0; i < rows_of(p) * p->value_dim; i += 5)
        value[PLUMB_OUTPUT][i] *= 1 + 0x1p-19;
}

static void round_to_bfloat16(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    for (size_t i = 0; i < rows_of(p) * p->value_dim; i++)
        value[PLUMB_OUTPUT][i] = plumb_round_double(value[PLUMB_OUTPUT][i], PLUMB_BF16);
}

static void scale_and_see_all(plumb_problem *asked) {
    scale_by_1(asked);
    see_all(asked);
}

static void cap_and_see_less(plumb_problem *asked) {
    cap_at_3(asked);
    asked->causal.offset = 0;
}

static void end_early(plumb_diagnosis *diagnosis) {
    diagnosis->explanations.list[0].rows = 8;
    diagnosis->undecided = 1;
    diagnosis->untried = 17;
}

static void end_before_pairs(plumb_diagnosis *diagnosis) {
    diagnosis->pairs_tried = 3;
}

static void leave_unjudged(plumb_diagnosis *diagnosis) {
    diagnosis->explanations.list[0].unjudged = 12;
}

/* More explanations than a text lists, which only differ in their rows. */
static void explain_often(plumb_diagnosis *diagnosis) {
    enum { TIMES = 11 };
    plumb_explanations *all = &diagnosis->explanations;
    all->list = realloc(all->list, TIMES * sizeof *all->list);
    for (size_t i = 1; i < TIMES; i++) {
        all->list[i] = all->list[0];
        all->list[i].rows = i;
    }
    all->count = all->capacity = TIMES;
}

static const diagnosed_case diagnosed[] = {
    {.of = {.name = "right", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap}},
    {.of = {.name = "right, zero values", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap,
            .gives = VALUES_ARE_0, .holds = OUTPUT}},
    {.of = {.name = "no causal mask", .shape = {LONG, AT_THE_END}, .mistake = see_all},
     .engine_name = "an engine", .engine_version = "1.2", .note = "why it exists", .json = true},
    {.of = {.name = "no causal mask, and time is up", .shape = {LONG, AT_THE_END}, .mistake = see_all},
     .ends = end_early},
    {.of = {.name = "no causal mask, and elements are unjudged", .shape = {LONG, AT_THE_END}, .mistake = see_all},
     .ends = leave_unjudged},
    {.of = {.name = "no causal mask, said in many ways", .shape = {LONG, AT_THE_END}, .mistake = see_all},
     .ends = explain_often},
    {.of = {.name = "another scale, output alone", .shape = {LONG, AT_THE_END}, .mistake = scale_by_1,
            .holds = OUTPUT}},
    {.of = {.name = "log of the sum", .shape = {LONG, AT_THE_END}, .tells = tell_log_of_sum}},
    {.of = {.name = "one element is wrong", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap,
            .holds = OUTPUT}, .spoils = spoil_one},
    {.of = {.name = "one row is not finite", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap},
     .spoils = spoil_row},
    {.of = {.name = "one row is NaN, and a head doubled", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap,
            .holds = OUTPUT}, .spoils = spoil_two_ways},
    {.of = {.name = "one head is wrong", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap, .holds = OUTPUT},
     .spoils = spoil_head},
    {.of = {.name = "nearly explained", .shape = {LONG, AT_THE_END}, .mistake = see_all, .holds = OUTPUT},
     .spoils = spoil_one},
    {.of = {.name = "nearly explained by five changes", .shape = {LONG, AT_THE_END}, .mistake = see_all,
            .holds = OUTPUT}, .spoils = spoil_one, .repeats = true},
    {.of = {.name = "nearly explained by a scale", .shape = {LONG, AT_THE_END}, .mistake = scale_otherwise},
     .spoils = spoil_one},
    {.of = {.name = "bfloat16 outputs", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap, .holds = OUTPUT},
     .spoils = round_to_bfloat16},
    {.of = {.name = "small errors", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap, .holds = OUTPUT,
            .precision = "f32"}, .spoils = spoil_slightly},
    {.of = {.name = "drawn answers", .shape = {LONG, AT_THE_END}}},
    {.of = {.name = "two mistakes", .shape = {LONG, AT_THE_END}, .mistake = scale_and_see_all, .holds = OUTPUT},
     .pairs = true, .json = true},
    {.of = {.name = "two other mistakes", .shape = {LONG, AT_THE_END}, .mistake = cap_and_see_less},
     .pairs = true},
    {.of = {.name = "two mistakes and bfloat16", .shape = {LONG, AT_THE_END}, .mistake = scale_and_see_all,
            .holds = OUTPUT}, .spoils = round_to_bfloat16, .pairs = true},
    {.of = {.name = "drawn answers, and time is up", .shape = {LONG, AT_THE_END}}, .pairs = true,
     .ends = end_before_pairs},
    {.of = {.name = "a mistake that is listed", .shape = {LONG, AT_THE_END}, .mistake = scale_by_1}, .pairs = true},
};

enum { DIAGNOSED = sizeof diagnosed / sizeof *diagnosed };

/* So few that all pairs are tried before anyone looks at the clock. */
enum { FEW = 18 };

static void add_few(plumb_neighbourhood *few, const plumb_case *stated, neighbour_list *list, size_t most) {
    plumb_neighbourhood all = {.list = NULL};
    list(stated, &all);
    for (size_t i = 0; i < all.count && i < most; i++)
        plumb_neighbourhood_add(few, &all.list[i]);
    plumb_neighbourhood_free(&all);
}

static void diagnose(const diagnosed_case *d, const plumb_case *stated, plumb_diagnosis *diagnosis) {
    const plumb_diagnose_options options = {.threads = 1, .without_pairs = !d->pairs, .seconds = 600};
    plumb_neighbourhood neighbourhood = {.list = NULL};
    plumb_error error = {""};
    if (d->pairs) {
        add_few(&neighbourhood, stated, plumb_neighbours_of_masks, FEW / 2);
        add_few(&neighbourhood, stated, plumb_neighbours_of_scores, FEW / 2);
        add_few(&neighbourhood, stated, plumb_neighbours_of_precision, 3);
    } else if (d->repeats) {
        for (int i = 0; i < 5; i++)
            add_few(&neighbourhood, stated, plumb_neighbours_of_masks, SIZE_MAX);
    } else {
        plumb_neighbours_of(stated, &neighbourhood);
    }
    ck_assert_msg(plumb_diagnose_among(stated, &neighbourhood, &options, diagnosis, &error) == 0, "%s", error.text);
    diagnosis->seconds = 0.25;
}

static void print_text(snapshot *s, const plumb_diagnosis *diagnosis) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    plumb_diagnosis_text(diagnosis, stream);
    fclose(stream);
    snapshot_rounded(s, text);
    free(text);
}

static void print_json(snapshot *s, const plumb_diagnosis *diagnosis, bool shown) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(plumb_diagnosis_json(diagnosis, stream), 0);
    fclose(stream);
    json_t *object = check_diagnosis_json(text, diagnosis);
    if (shown)
        snapshot_json(s, object);
    json_decref(object);
    free(text);
}

START_TEST(diagnoses_read_so) {
    snapshot s;
    snapshot_begin(&s);
    for (size_t i = 0; i < DIAGNOSED; i++) {
        const diagnosed_case *d = &diagnosed[i];
        random_cases cases = numbers_of(d->of.name);
        plumb_diagnosis diagnosis;
        random_next(&cases);
        drawn_problem drawn = draw_stated_problem(&cases, &d->of);
        answered_case answered = answer_stated(&cases, &d->of, &drawn);
        if (d->spoils != NULL)
            d->spoils(&drawn.problem, answered.value);
        answered.stated.engine_name = d->engine_name;
        answered.stated.engine_version = d->engine_version;
        answered.stated.note = d->note;
        diagnose(d, &answered.stated, &diagnosis);
        if (d->ends != NULL)
            d->ends(&diagnosis);
        fprintf(s.stream, SNAPSHOT_HEADING "%s\n", d->of.name);
        print_text(&s, &diagnosis);
        print_json(&s, &diagnosis, d->json);
        plumb_diagnosis_free(&diagnosis);
        free_answers(&answered);
        free_problem(&drawn);
    }
    snapshot_check(&s, "tests/diagnose/reports.txt");
}
END_TEST

/* ---- where wrong elements stand ---- */

/* Places along an axis, of so many, by name. */
typedef bool chosen(size_t i, size_t count);

static bool is_first(size_t i, size_t count) {
    return i < count && i == 0;
}

static bool is_last(size_t i, size_t count) {
    return i + 1 == count;
}

static bool is_in_the_middle(size_t i, size_t count) {
    return i == count / 2;
}

static bool is_early(size_t i, size_t count) {
    return i < count / 2;
}

static bool is_late(size_t i, size_t count) {
    return i >= count / 2;
}

static bool is_inner(size_t i, size_t count) {
    return i > 0 && i + 1 < count;
}

static bool is_not_the_first(size_t i, size_t count) {
    return i < count && i != 0;
}

static bool is_not_third(size_t i, size_t count) {
    return i < count && i != 2;
}

static bool is_neither_1_nor_3(size_t i, size_t count) {
    return i < count && i != 1 && i != 3;
}

static bool is_odd(size_t i, size_t count) {
    return i < count && i % 2 == 1;
}

static bool is_every_third(size_t i, size_t count) {
    return i < count && i % 3 == 0;
}

static bool is_at_either_end(size_t i, size_t count) {
    return i < count / 4 || i >= count - count / 4;
}

static bool is_irregular(size_t i, size_t count) {
    return i < count && (i == 0 || i == 3 || i == 5 || i == 6 || i == 12 || i == 13 || i == 17);
}

static bool is_in_two_runs(size_t i, size_t count) {
    return (i >= 2 && i <= 4) || (i >= 7 && i <= 9 && i < count);
}

static bool is_any(size_t i, size_t count) {
    return i < count;
}

static const struct {
    const char *name;
    chosen *chooses;
} sets[] = {
    {"the first", is_first},
    {"the last", is_last},
    {"the middle", is_in_the_middle},
    {"the first half", is_early},
    {"the second half", is_late},
    {"the inner ones", is_inner},
    {"all but the first", is_not_the_first},
    {"all but 2", is_not_third},
    {"all but 1 and 3", is_neither_1_nor_3},
    {"every other", is_odd},
    {"every third", is_every_third},
    {"both ends", is_at_either_end},
    {"no order", is_irregular},
    {"two runs", is_in_two_runs},
    {"all", is_any},
};

enum { SETS = sizeof sets / sizeof *sets, PLACES = 5 };

static const char *const axis_names[PLACES] = {"entries", "heads", "queries", "keys seen", "columns"};

/* The findings of a case that holds one tensor. */
typedef struct {
    plumb_problem shape;
    plumb_quantity quantity;
    size_t axis;
    chosen *chooses;
    size_t rows;   /* wrong ones, at most */
    size_t things; /* of each row wrong ones, at most */
    plumb_finding finding;
} placed;

static bool is_chosen(const placed *p, plumb_row_place at, size_t column, size_t width) {
    const size_t place[PLACES] = {at.b, at.h, at.t, plumb_exact_visible_count(&p->shape, at.b, at.h, at.t), column};
    const size_t count[PLACES] = {p->shape.batch, p->shape.query_heads, p->shape.query_length,
                                  p->shape.key_length + 1, width};
    return p->chooses(place[p->axis], count[p->axis]);
}

static void note_row(const placed *p, plumb_findings *findings, size_t row, size_t *rows) {
    plumb_row_place at = plumb_place_of_row(&p->shape, row);
    size_t width = findings->width[p->quantity], things = 0;
    for (size_t column = 0; column < width; column++) {
        bool wrong = *rows < p->rows && things < p->things && is_chosen(p, at, column, width);
        things += wrong;
        plumb_element element = {.present = true, .batch = at.b, .head = at.h, .query = at.t, .column = column,
                                 .finding = wrong ? p->finding : PLUMB_WITHIN, .ratio = 2};
        plumb_findings_note(findings, p->quantity, &element);
    }
    *rows += things > 0;
}

/* Rows are wrong in an order that leads all over the tensor; it has no divisor in common with their numbers. */
enum { STEP = 37 };

static bool is_failure(plumb_finding finding) {
    return plumb_is_wrong(finding) && finding != PLUMB_IMPROBABLE && finding != PLUMB_MAY_OVERFLOW;
}

static plumb_concentration find(const placed *p) {
    static const double nothing;
    plumb_case c = {.problem = p->shape};
    plumb_findings findings;
    plumb_concentration where;
    size_t rows = 0;
    *answer_of(&c, p->quantity) = (plumb_claim){true, PLUMB_F32, 0, &nothing};
    if (plumb_findings_init(&findings, &c) != 0)
        ck_abort_msg("no memory");
    for (size_t i = 0; i < findings.rows; i++)
        note_row(p, &findings, i * STEP % findings.rows, &rows);
    plumb_verdict verdict = is_failure(p->finding) ? PLUMB_FAIL : PLUMB_SUSPECT;
    if (plumb_concentration_find(&findings, verdict, &where) != 0)
        ck_abort_msg("no memory");
    plumb_findings_free(&findings);
    return where;
}

static bool same_statements(const plumb_concentration *a, const plumb_concentration *b) {
    bool same = a->statements == b->statements;
    for (size_t i = 0; same && i < a->statements; i++)
        same = strcmp(a->text[i], b->text[i]) == 0;
    return same;
}

static void print_statements(const placed *p, const plumb_concentration *where, FILE *stream) {
    fprintf(stream, "    %zu rows: %zu of %zu elements of %s:", p->rows, where->wrong, where->compared,
            plumb_quantity_name(where->quantity));
    for (size_t i = 0; i < where->statements; i++)
        fprintf(stream, "%s %s", i == 0 ? "" : ";", where->text[i]);
    fputs(where->statements == 0 ? " nothing\n" : "\n", stream);
}

/* With more and more wrong rows, from so many on: each time that other words are found. */
static void print_places(placed *p, size_t from, FILE *stream) {
    plumb_concentration last = {.statements = SIZE_MAX};
    size_t most = p->shape.batch * p->shape.query_heads * p->shape.query_length, wrong = SIZE_MAX;
    for (p->rows = from; p->rows <= most; p->rows++) {
        plumb_concentration where = find(p);
        if (where.wrong == wrong)
            break; /* there are no more */
        wrong = where.wrong;
        if (!same_statements(&where, &last))
            print_statements(p, &where, stream);
        last = where;
    }
}

static plumb_problem placed_shape(size_t number) {
    plumb_problem shapes[] = {one_head(20, 20, 4, 18), one_head(9, 12, 4, 6), one_head(6, 6, 4, 3)};
    shapes[0].query_heads = 6;
    shapes[0].key_heads = 3;
    shapes[0].causal = (plumb_causal){true, 0};
    shapes[1].batch = 18;
    shapes[1].causal = (plumb_causal){true, 3};
    shapes[2].batch = 2;
    shapes[2].query_heads = 18;
    shapes[2].key_heads = 9;
    return shapes[number];
}

START_TEST(places_are_told_so) {
    static const plumb_quantity quantities[] = {PLUMB_OUTPUT, PLUMB_WEIGHTS, PLUMB_LSE};
    snapshot s;
    snapshot_begin(&s);
    for (size_t shape = 0; shape < 3; shape++)
        for (size_t axis = 0; axis < PLACES; axis++)
            for (size_t set = 0; set < SETS; set++) {
                placed p = {.shape = placed_shape(shape), .quantity = quantities[shape], .axis = axis,
                            .chooses = sets[set].chooses, .things = axis + 1 == PLACES ? SIZE_MAX : 1,
                            .finding = set % 2 == 0 ? PLUMB_EXCLUDED : PLUMB_IMPROBABLE};
                fprintf(s.stream, SNAPSHOT_HEADING "shape %zu, %s: %s\n", shape, axis_names[axis], sets[set].name);
                print_places(&p, set == 0 ? 1 : 4, s.stream);
            }
    snapshot_check(&s, "tests/diagnose/concentrations.txt");
}
END_TEST

/* ---- which rows a change is tried on first ---- */

/* Which rows have wrong elements. */
static bool none_is_wrong(size_t row, size_t rows) {
    return row > rows;
}

static bool two_are_wrong(size_t row, size_t rows) {
    return row == rows / 5 || row == rows - rows / 4;
}

static bool many_are_wrong(size_t row, size_t rows) {
    return row > rows / 3 && row % 3 != 1 && row + 4 < rows;
}

static bool all_are_wrong(size_t row, size_t rows) {
    return row < rows;
}

static const struct {
    const char *name;
    bool (*is_wrong)(size_t row, size_t rows);
} row_sets[] = {{"none", none_is_wrong}, {"two", two_are_wrong}, {"many", many_are_wrong}, {"all", all_are_wrong}};

/* Wrong elements of a row, and how wrong: each the most in another row. */
static void note_rows(plumb_findings *findings, size_t set) {
    for (size_t row = 0; row < findings->rows; row++) {
        plumb_row_place at = plumb_place_of_row(findings->problem, row);
        for (size_t column = 0; column < findings->width[PLUMB_OUTPUT]; column++) {
            bool wrong = row_sets[set].is_wrong(row, findings->rows) && column <= row % 5;
            plumb_element element = {.present = true, .batch = at.b, .head = at.h, .query = at.t, .column = column,
                                     .finding = wrong ? PLUMB_EXCLUDED : PLUMB_WITHIN,
                                     .ratio = wrong ? 2 + (double)(row % 7) : 0.5};
            plumb_findings_note(findings, PLUMB_OUTPUT, &element);
        }
    }
}

static void print_probe(const plumb_problem *shape, FILE *stream) {
    static const double nothing;
    plumb_case c = {.problem = *shape, .output = {true, PLUMB_F32, 0, &nothing}};
    for (size_t set = 0; set < sizeof row_sets / sizeof *row_sets; set++) {
        plumb_findings findings;
        plumb_probe probe;
        if (plumb_findings_init(&findings, &c) != 0)
            ck_abort_msg("no memory");
        note_rows(&findings, set);
        plumb_probe_choose(&c, &findings, &probe);
        fprintf(stream, "%s: %zu of %zu:", row_sets[set].name, probe.probes, probe.rows);
        for (size_t i = 0; i < probe.rows; i++)
            fprintf(stream, " %zu", probe.row[i]);
        fputc('\n', stream);
        plumb_findings_free(&findings);
    }
}

START_TEST(these_rows_are_tried_first) {
    static const stated_case others[] = {
        {.name = "long", .shape = {SIZES(2, 3, 1, 1000, 1000, 4, 6), .causal = {true, 0}}},
        {.name = "long, window", .shape = {SIZES(1, 2, 1, 3000, 3000, 4, 6), .causal = {true, 0}, WINDOW_OF(500)}},
        {.name = "one row", .shape = {SIZES(1, 1, 1, 1, 4, 4, 6)}},
        {.name = "two rows", .shape = {SIZES(1, 2, 1, 1, 4, 4, 6)}},
        {.name = "odd numbers", .shape = {SIZES(3, 5, 1, 7, 4, 4, 6)}},
    };
    snapshot s;
    snapshot_begin(&s);
    for (size_t n = 0; n < sizeof masks / sizeof *masks; n++) {
        fprintf(s.stream, SNAPSHOT_HEADING "%s\n", masks[n].name);
        print_probe(&masks[n].shape, s.stream);
    }
    for (size_t n = 0; n < sizeof others / sizeof *others; n++) {
        fprintf(s.stream, SNAPSHOT_HEADING "%s\n", others[n].name);
        print_probe(&others[n].shape, s.stream);
    }
    snapshot_check(&s, "tests/diagnose/probes.txt");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/reports");
    TCase *tests = tcase_create("reports");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, diagnoses_read_so);
    tcase_add_test(tests, places_are_told_so);
    tcase_add_test(tests, these_rows_are_tried_first);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
