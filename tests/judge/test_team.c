/* test_team.c - processes that share the rows of a case, each of them a thread here: whatever their number, the report
   and the picture of errors are those of one process alone. */
#include "report/error_map.h"
#include "report/report.h"
#include "judge/team.h"
#include "tests/simulate/drawn_case.h"
#include "tests/support/suite.h"
#include <pthread.h>

enum { MEMBERS = 5, HEADS = 2, QUERIES = 45, DIM = 6 };

/* ---- a team of threads ---- */

static pthread_barrier_t all_are_here;
static const void *shown[MEMBERS];
static _Thread_local plumb_team team;

/* What all members show at a time, until each has seen it. */
static void begin_showing(const void *own) {
    shown[team.member] = own;
    pthread_barrier_wait(&all_are_here);
}

static void end_showing(void) {
    pthread_barrier_wait(&all_are_here);
}

static int gather(const void *own, size_t size, void *all) {
    begin_showing(own);
    for (size_t member = 0; member < team.members; member++)
        memcpy((char *)all + member * size, shown[member], size);
    end_showing();
    return 0;
}

static int agree(int status, plumb_error *error) {
    int statuses[MEMBERS];
    gather(&status, sizeof status, statuses);
    for (size_t member = 0; member < team.members; member++)
        if (statuses[member] != 0)
            return plumb_fail(error, "member %zu failed", member);
    return 0;
}

static int unite(double *numbers, size_t count) {
    begin_showing(numbers);
    for (size_t member = 1; team.member == 0 && member < team.members; member++)
        for (size_t i = 0; i < count; i++)
            numbers[i] = numbers[i] != 0 ? numbers[i] : ((const double *)shown[member])[i];
    end_showing();
    return 0;
}

static int unite_cells(unsigned char *cells, size_t count) {
    begin_showing(cells);
    for (size_t member = 1; team.member == 0 && member < team.members; member++)
        for (size_t i = 0; i < count; i++) {
            unsigned char other = ((const unsigned char *)shown[member])[i];
            cells[i] = cells[i] > other ? cells[i] : other;
        }
    end_showing();
    return 0;
}

/* ---- reports ---- */

/* The judged case, who judges it, and what that one reports. */
typedef struct {
    const plumb_case *judged;
    size_t member, members;
    pthread_t thread;
    char *text;
} member;

static void *judge_as_member(void *context) {
    member *m = context;
    plumb_error_map map;
    plumb_report report;
    plumb_error error = {""};
    size_t size;
    team = (plumb_team){m->member, m->members, agree, gather, unite, unite_cells};
    const plumb_team *with = m->members > 0 ? &team : NULL;
    const plumb_compare_options how = {.threads = 1, .team = with, .element = plumb_error_map_element,
                                       .element_context = &map};
    demand(plumb_error_map_init(&map, m->judged), "memory is short");
    demand(plumb_compare(m->judged, &how, &report, &error) == 0, error.text);
    demand(plumb_error_map_unite(&map, with) == 0, "memory is short");
    report.seconds = 0;
    FILE *stream = open_memstream(&m->text, &size);
    plumb_report_json(&report, stream);
    if (m->member == 0)
        plumb_report_html(&report, &map, &(plumb_report_origin){"0", "0", "0", "0", "0"}, stream);
    fclose(stream);
    plumb_error_map_free(&map);
    return NULL;
}

static void check_members(const plumb_case *judged, size_t members, const char *alone) {
    member all[MEMBERS];
    pthread_barrier_init(&all_are_here, NULL, (unsigned)members);
    for (size_t i = 0; i < members; i++) {
        all[i] = (member){.judged = judged, .member = i, .members = members};
        ck_assert_int_eq(pthread_create(&all[i].thread, NULL, judge_as_member, &all[i]), 0);
    }
    for (size_t i = 0; i < members; i++) {
        pthread_join(all[i].thread, NULL);
        ck_assert_msg(strncmp(alone, all[i].text, strlen(all[i].text)) == 0, "member %zu of %zu: %s", i, members,
                      all[i].text);
        free(all[i].text);
    }
    pthread_barrier_destroy(&all_are_here);
}

typedef void spoil(double *output);

static void as_it_is(double *output) {
    (void)output;
}

static void some_wrong(double *output) {
    output[7 * DIM + 2] += 1;
    output[(QUERIES + 40) * DIM + 1] = NAN;
}

static void all_off(double *output) {
    for (size_t i = 0; i < HEADS * QUERIES * DIM; i++)
        output[i] = in_format(PLUMB_BF16, output[i] * 1.02);
}

START_TEST(a_team_reports_what_one_alone_does) {
    static spoil *const spoils[] = {as_it_is, some_wrong, all_off};
    static const drawn_size size = {.heads = HEADS, .queries = QUERIES, .keys = QUERIES, .dim = DIM, .largest = 8,
                                    .model = "bf16-eager", .format = PLUMB_BF16};
    random_cases cases = random_begin("teams", 2);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        double output[HEADS * QUERIES * DIM];
        simulated_engine engine = draw_engine(&cases, &size);
        answer_case(&drawn.problem, &engine, size.format, output);
        spoils[_i](output);
        plumb_case judged = {.problem = drawn.problem, .input_format = size.format, .precision = size.model,
                             .source = "drawn", .output = {true, size.format, HEADS * QUERIES * DIM, output}};
        member alone = {.judged = &judged};
        judge_as_member(&alone);
        for (size_t members = 1; members <= MEMBERS; members++)
            check_members(&judged, members, alone.text);
        free(alone.text);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("team");
    TCase *cases = tcase_create("team");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, a_team_reports_what_one_alone_does, 0, 3);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
