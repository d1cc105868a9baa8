/* test_report_page.c - the reports for other programs to show: JUnit XML, HTML, and the map in it. */
#include "case/read.h"
#include "judge/compare.h"
#include "report/error_map.h"
#include "report/report.h"
#include "tests/support/check.h"
#include "tests/support/markup.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Softmax over equal keys: row t of a causal mask is the mean of the values 0 .. t.  One of the
   engine's numbers, if any, is replaced. */
enum { ROWS = 60, COLUMNS = 3 };

static double zeros[ROWS], values[ROWS * COLUMNS], output[ROWS * COLUMNS], lse[ROWS];

static plumb_case make_case(void) {
    for (size_t t = 0; t < ROWS; t++) {
        lse[t] = log((double)t + 1);
        for (size_t c = 0; c < COLUMNS; c++) {
            values[t * COLUMNS + c] = (double)(t + c);
            output[t * COLUMNS + c] = (double)t / 2 + (double)c;
        }
    }
    return (plumb_case){
        .problem = {.batch = 1, .query_heads = 1, .key_heads = 1, .query_length = ROWS,
                    .key_length = ROWS, .head_dim = 1, .value_dim = COLUMNS, .query = zeros,
                    .key = zeros, .value = values, .causal = {true, 0}},
        .output = {true, PLUMB_F64, ROWS * COLUMNS, output},
        .lse = {true, PLUMB_F64, ROWS, lse},
        .engine_name = "<engine> & sons",
        .source = "a\"b.safetensors"};
}

typedef struct {
    plumb_case judged;
    plumb_error_map map;
    plumb_report report;
    char *text;
    size_t size;
} page;

static const plumb_report_origin origin = {.version = "0.0.7",
                                           .date = "2026-01-31T23:59:59Z",
                                           .command = "plumb diff 'a\"b.safetensors'",
                                           .diagnose = "plumb diagnose 'a\"b.safetensors'",
                                           .diagnosis = "it hides <key> 3"};

static void judge(page *p) {
    plumb_error error;
    ck_assert(plumb_error_map_init(&p->map, &p->judged));
    plumb_compare_options how = {.element = plumb_error_map_element, .element_context = &p->map};
    ck_assert_msg(plumb_compare(&p->judged, &how, &p->report, &error) == 0, "%s", error.text);
}

static void write_html(page *p) {
    FILE *stream = open_memstream(&p->text, &p->size);
    ck_assert_int_eq(plumb_report_html(&p->report, &p->map, &origin, stream), 0);
    fclose(stream);
    markup_check(p->text);
}

static void write_junit(page *p) {
    FILE *stream = open_memstream(&p->text, &p->size);
    ck_assert_int_eq(plumb_report_junit(&p->report, &origin, stream), 0);
    fclose(stream);
    markup_check(p->text);
}

static void end(page *p) {
    plumb_error_map_free(&p->map);
    free(p->text);
}

static void assert_has(const page *p, const char *part) {
    ck_assert_msg(strstr(p->text, part) != NULL, "no '%s' in:\n%s", part, p->text);
}

START_TEST(junit_passes) {
    page p = {.judged = make_case()};
    judge(&p);
    write_junit(&p);
    assert_has(&p, "tests=\"2\" failures=\"0\"");
    assert_has(&p, "<testcase classname=\"a&#34;b.safetensors\" name=\"output\"/>");
    assert_has(&p, "name=\"plumb diff: &#60;engine&#62; &#38; sons, f64\"");
    end(&p);
}
END_TEST

START_TEST(junit_fails) {
    page p = {.judged = make_case()};
    output[7 * COLUMNS + 1] = 5;
    judge(&p);
    write_junit(&p);
    assert_has(&p, "tests=\"2\" failures=\"1\"");
    assert_has(&p, "timestamp=\"2026-01-31T23:59:59Z\"");
    assert_has(&p, "<property name=\"plumb\" value=\"0.0.7\"/>");
    assert_has(&p, "<property name=\"simulated\" value=\"output errors are ");
    assert_has(&p, "<property name=\"diagnose\" value=\"plumb diagnose &#39;a&#34;b.safetensors&#39;\"/>");
    assert_has(&p, "<failure type=\"FAIL\" message=\"1 beyond the expected error, 1 impossible, 0 unjudged of 180; [0, "
                   "0, 7, 1]: impossible: no correct kernel of this precision can return it\">engine 5; exact between "
                   "4.");
    assert_has(&p, "name=\"lse\"/>");
    end(&p);
}
END_TEST

START_TEST(every_report_counts_what_is_not_a_number) {
    page p = {.judged = make_case()};
    output[7 * COLUMNS + 1] = output[8 * COLUMNS] = NAN;
    judge(&p);
    write_junit(&p);
    assert_has(&p, "; 2 elements of output are NaN\">");
    free(p.text);
    write_html(&p);
    assert_has(&p, "<p>2 elements of output are NaN</p>");
    end(&p);
}
END_TEST

START_TEST(html_passes) {
    page p = {.judged = make_case()};
    judge(&p);
    write_html(&p);
    assert_has(&p, "<span class=\"verdict PASS\">PASS</span> a&#34;b.safetensors");
    assert_has(&p, "&#60;engine&#62; &#38; sons");
    ck_assert_ptr_null(strstr(p.text, "first impossible"));
    ck_assert_ptr_null(strstr(p.text, "fill=\"var(--far)\""));
    end(&p);
}
END_TEST

START_TEST(html_fails) {
    page p = {.judged = make_case()};
    output[7 * COLUMNS + 1] = 5;
    judge(&p);
    write_html(&p);
    assert_has(&p, "verdict FAIL");
    assert_has(&p, "<td>first impossible</td><td class=\"number\">output[0, 0, 7, 1]</td>");
    assert_has(&p, "<path d=\"M1 7h1v1H1z\" fill=\"var(--far)\"/>");
    assert_has(&p, "y=\"7\" width=\"3\" height=\"1\"><title>query 7: dimension 1: more than 10 times the expected "
                   "error</title>");
    assert_has(&p, "<td class=\"number\">0, 0</td><td class=\"number\">1</td><td class=\"number\">0</td>");
    assert_has(&p, "plumb 0.0.7, 2026-01-31T23:59:59Z");
    assert_has(&p, "<th>command</th><td><code>plumb diff &#39;a&#34;b.safetensors&#39;</code>");
    assert_has(&p, "<th>diagnose</th><td><code>plumb diagnose &#39;a&#34;b.safetensors&#39;</code>");
    /* Equal keys: query 59 gives each of its 60 keys as much as the others. */
    assert_has(&p, "<title>query 59: most on key 0, 0.0167</title>");
    end(&p);
}
END_TEST

/* 2 queries of 60 dimensions: 8 pixels each, too little for a number beside the second. */
START_TEST(numbers_beside_low_maps_do_not_meet) {
    page p = {.judged = make_case()};
    p.judged.problem.query_length = 2;
    p.judged.problem.key_length = COLUMNS;
    p.judged.problem.value_dim = ROWS;
    p.judged.output.count = 2 * ROWS;
    p.judged.lse = (plumb_claim){.present = false};
    judge(&p);
    write_html(&p);
    char *map = strstr(p.text, "aria-label=\"errors\"");
    ck_assert_ptr_nonnull(map);
    *strstr(map, "<rect") = 0;
    ck_assert_ptr_nonnull(strstr(map, "end\">0</text>"));
    ck_assert_ptr_nonnull(strstr(map, "end\">59</text>"));
    ck_assert_ptr_null(strstr(map, "end\">1</text>"));
    end(&p);
}
END_TEST

static size_t cells_of(const plumb_tensor_map *map, plumb_cell kind) {
    size_t count = 0;
    for (size_t row = 0; row < map->rows; row++)
        for (size_t column = 0; column < map->columns; column++)
            count += plumb_error_map_cell(map, 0, row, column) == kind;
    return count;
}

START_TEST(map_keeps_the_worst) {
    page p = {.judged = make_case()};
    output[7 * COLUMNS + 1] = NAN;
    output[6 * COLUMNS + 1] = 100; /* the cell above */
    output[59 * COLUMNS + 2] = 100;
    lse[0] = 1;
    judge(&p);
    ck_assert_uint_eq(p.map.of[PLUMB_OUTPUT].rows, ROWS);
    ck_assert_uint_eq(p.map.of[PLUMB_OUTPUT].columns, COLUMNS);
    ck_assert_uint_eq(p.map.of[PLUMB_WEIGHTS].columns, 0);
    ck_assert_int_eq(plumb_error_map_cell(&p.map.of[PLUMB_OUTPUT], 0, 7, 1), PLUMB_CELL_NOT_FINITE);
    ck_assert_int_eq(plumb_error_map_cell(&p.map.of[PLUMB_OUTPUT], 0, 59, 2), PLUMB_CELL_FAR);
    ck_assert_uint_eq(cells_of(&p.map.of[PLUMB_OUTPUT], PLUMB_CELL_NOT_FINITE), 1);
    ck_assert_uint_eq(cells_of(&p.map.of[PLUMB_OUTPUT], PLUMB_CELL_FAR), 2);
    ck_assert_uint_eq(cells_of(&p.map.of[PLUMB_LSE], PLUMB_CELL_FAR), 1);
    ck_assert_uint_eq(cells_of(&p.map.of[PLUMB_OUTPUT], PLUMB_CELL_NONE), 0);
    end(&p);
}
END_TEST

/* 300 queries in 128 cells: several share one, which is as bad as the worst of them. */
START_TEST(cells_of_several_numbers) {
    enum { MANY = 300 };
    plumb_error_map map;
    plumb_case judged = {.problem = {.batch = 1, .query_heads = 2, .query_length = MANY, .key_length = MANY,
                                     .value_dim = 1},
                         .output = {true, PLUMB_F64, 2 * MANY, zeros}};
    ck_assert(plumb_error_map_init(&map, &judged));
    ck_assert_uint_eq(map.of[PLUMB_OUTPUT].rows, PLUMB_MAP_SIDE);
    size_t covered = 0;
    for (size_t cell = 0; cell < map.of[PLUMB_OUTPUT].rows; cell++) {
        size_t first = plumb_error_map_first(cell, MANY, map.of[PLUMB_OUTPUT].rows);
        size_t last = plumb_error_map_first(cell + 1, MANY, map.of[PLUMB_OUTPUT].rows) - 1;
        ck_assert_uint_eq(first, covered);
        plumb_element within = {.present = true, .head = 1, .query = first, .probable = 1},
                      failed = {.present = true, .head = 1, .query = last, .probable = 1, .error_low = 50,
                                .error_high = 50, .finding = PLUMB_EXCLUDED};
        plumb_error_map_element(&map, PLUMB_OUTPUT, cell % 2 ? &failed : &within);
        plumb_error_map_element(&map, PLUMB_OUTPUT, cell % 2 ? &within : &failed);
        ck_assert_int_eq(plumb_error_map_cell(&map.of[PLUMB_OUTPUT], 1, cell, 0), PLUMB_CELL_FAR);
        covered = last + 1;
    }
    ck_assert_uint_eq(covered, MANY);
    ck_assert_uint_eq(map.of[PLUMB_OUTPUT].counts.head[1].count[PLUMB_BAD_BEYOND], map.of[PLUMB_OUTPUT].rows);
    ck_assert_uint_eq(map.of[PLUMB_OUTPUT].counts.head[0].count[PLUMB_BAD_BEYOND], 0);
    plumb_error_map_free(&map);
}
END_TEST

static plumb_element element_at(size_t query, size_t column, plumb_finding finding, double error) {
    return (plumb_element){.present = true, .query = query, .column = column, .finding = finding, .error_low = error,
                           .probable = 1};
}

START_TEST(heads_are_sorted_worst_first) {
    static const struct {
        size_t head;
        plumb_element element;
    } noted[] = {{4, {.finding = PLUMB_NO_JUDGEMENT}}, {3, {.finding = PLUMB_WITHIN}}};
    plumb_error_counts counts;
    size_t order[6];
    ck_assert(plumb_error_counts_init(&counts, 6, 10));
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        plumb_error_counts_element(&counts, noted[i].head, &noted[i].element);
    plumb_element twice = element_at(8, 3, PLUMB_EXCLUDED, 20), first = element_at(2, 9, PLUMB_NAN, NAN),
                  once = element_at(1, 1, PLUMB_EXCLUDED, 1e9), suspect = element_at(5, 5, PLUMB_IMPROBABLE, 2),
                  near = element_at(0, 0, PLUMB_WITHIN, 0.5);
    plumb_error_counts_element(&counts, 2, &twice);
    plumb_error_counts_element(&counts, 2, &first);
    plumb_error_counts_element(&counts, 5, &once);
    plumb_error_counts_element(&counts, 0, &suspect);
    plumb_error_counts_element(&counts, 1, &near);
    static const size_t expected[] = {2, 5, 0, 4, 1, 3};
    for (size_t most = 1; most <= 6; most++) {
        ck_assert_uint_eq(plumb_error_counts_sort(&counts, most, order), most);
        for (size_t i = 0; i < most; i++)
            ck_assert_uint_eq(order[i], expected[i]);
    }
    plumb_bad kind;
    size_t place;
    ck_assert(plumb_head_first_bad(&counts.head[2], &kind, &place));
    ck_assert_int_eq(kind, PLUMB_BAD_BEYOND);
    ck_assert_uint_eq(place, 29);
    ck_assert(!plumb_head_first_bad(&counts.head[1], &kind, &place));
    static const size_t bins[PLUMB_ERROR_BINS] = {1, 0, 0, 0, 0, 1, 1, 0, 1, 2};
    for (size_t bin = 0; bin < PLUMB_ERROR_BINS; bin++)
        ck_assert_uint_eq(counts.bin[bin], bins[bin]);
    plumb_error_counts_free(&counts);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report pages");
    TCase *tests = tcase_create("report pages");
    tcase_add_test(tests, junit_passes);
    tcase_add_test(tests, junit_fails);
    tcase_add_test(tests, every_report_counts_what_is_not_a_number);
    tcase_add_test(tests, html_passes);
    tcase_add_test(tests, html_fails);
    tcase_add_test(tests, numbers_beside_low_maps_do_not_meet);
    tcase_add_test(tests, map_keeps_the_worst);
    tcase_add_test(tests, cells_of_several_numbers);
    tcase_add_test(tests, heads_are_sorted_worst_first);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
