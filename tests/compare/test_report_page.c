/* test_report_page.c - the reports for other programs to show: JUnit XML, HTML, and the map in it. */
#include "case/read.h"
#include "compare/compare.h"
#include "compare/error_map.h"
#include "compare/report_html.h"
#include "compare/report_junit.h"
#include "tests/support/markup.h"
#include "tests/support/suite.h"
#include <check.h>
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

static void judge(page *p) {
    plumb_error error;
    ck_assert(plumb_error_map_init(&p->map, &p->judged));
    plumb_compare_options how = {.element = plumb_error_map_element, .element_context = &p->map};
    ck_assert_msg(plumb_compare(&p->judged, &how, &p->report, &error) == 0, "%s", error.text);
}

static void write_html(page *p) {
    FILE *stream = open_memstream(&p->text, &p->size);
    ck_assert_int_eq(plumb_report_html(&p->report, &p->map, stream), 0);
    fclose(stream);
    markup_check(p->text);
}

static void write_junit(page *p) {
    FILE *stream = open_memstream(&p->text, &p->size);
    ck_assert_int_eq(plumb_report_junit(&p->report, stream), 0);
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
    assert_has(&p, "<failure type=\"FAIL\" message=\"1 failed, 0 suspect, 0 unjudged of 180; "
                   "[0, 0, 7, 1]: beyond the provable budget\">engine 5; exact between 4.");
    assert_has(&p, "name=\"lse\"/>");
    end(&p);
}
END_TEST

START_TEST(html_passes) {
    page p = {.judged = make_case()};
    judge(&p);
    write_html(&p);
    assert_has(&p, "<span class=\"verdict PASS\">PASS</span> a&#34;b.safetensors");
    assert_has(&p, "&#60;engine&#62; &#38; sons");
    ck_assert_ptr_null(strstr(p.text, "first failed"));
    ck_assert_ptr_null(strstr(p.text, "fill=\"var(--failed)\""));
    end(&p);
}
END_TEST

START_TEST(html_fails) {
    page p = {.judged = make_case()};
    output[7 * COLUMNS + 1] = 5;
    judge(&p);
    write_html(&p);
    assert_has(&p, "verdict FAIL");
    assert_has(&p, "<td>first failed</td><td class=\"number\">output[0, 0, 7, 1]</td>");
    /* 60 rows in 48 cells: row 7 lies in cell 5 (7 * 48 / 60). */
    assert_has(&p, "<path d=\"M1 5h1v1H1z\" fill=\"var(--failed)\"/>");
    end(&p);
}
END_TEST

static size_t cells_of(const plumb_error_map *map, plumb_quantity quantity, plumb_cell kind) {
    size_t count = 0;
    for (size_t row = 0; row < map->rows; row++)
        for (size_t column = 0; column < map->columns[quantity]; column++)
            count += plumb_error_map_cell(map, quantity, 0, row, column) == kind;
    return count;
}

START_TEST(map_keeps_the_worst) {
    page p = {.judged = make_case()};
    output[7 * COLUMNS + 1] = NAN;
    output[6 * COLUMNS + 1] = 100; /* the cell above */
    output[59 * COLUMNS + 2] = 100;
    lse[0] = 1;
    judge(&p);
    ck_assert_uint_eq(p.map.rows, PLUMB_MAP_SIDE);
    ck_assert_uint_eq(p.map.columns[PLUMB_OUTPUT], COLUMNS);
    ck_assert_uint_eq(p.map.columns[PLUMB_WEIGHTS], 0);
    ck_assert_int_eq(plumb_error_map_cell(&p.map, PLUMB_OUTPUT, 0, 5, 1), PLUMB_CELL_NOT_FINITE);
    ck_assert_int_eq(plumb_error_map_cell(&p.map, PLUMB_OUTPUT, 0, 47, 2), PLUMB_CELL_FAILED);
    ck_assert_uint_eq(cells_of(&p.map, PLUMB_OUTPUT, PLUMB_CELL_NOT_FINITE), 1);
    ck_assert_uint_eq(cells_of(&p.map, PLUMB_OUTPUT, PLUMB_CELL_FAILED), 2);
    ck_assert_uint_eq(cells_of(&p.map, PLUMB_LSE, PLUMB_CELL_FAILED), 1);
    ck_assert_uint_eq(cells_of(&p.map, PLUMB_OUTPUT, PLUMB_CELL_NONE), 0);
    end(&p);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report pages");
    TCase *tests = tcase_create("report pages");
    tcase_add_test(tests, junit_passes);
    tcase_add_test(tests, junit_fails);
    tcase_add_test(tests, html_passes);
    tcase_add_test(tests, html_fails);
    tcase_add_test(tests, map_keeps_the_worst);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
