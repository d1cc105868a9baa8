/* test_infer.c - of kernels with a fault what they did is said, and where: in one row, in one column, beside what is no
   number.  The faults of docs/kernel-faults.md are those of told_part.h. */
#include "tests/infer/told_fault.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

/* The faults that must be named or placed, of a hundred. */
enum { LEAST_SHARE = 80 };

static void tile_lost_in_row(faulty_case *c) {
    decode(c);
    tile_of_keys(c, LOST);
    c->kernel.fault.batch = 1;
    c->kernel.fault.head = 2;
    c->kernel.fault.query = 3;
    c->kernel.fault.query_end = 4;
    WHERE("in batch entry 1, head 2, for query 3");
}

/* Some numbers of a row are nearly right all the same: that is no place. */
START_TEST(columns_right_by_chance_are_not_told) {
    static const kernel_fault_row row = {"keys", "a tile lost in a row", tile_lost_in_row};
    size_t some_right = 0;
    for (uint64_t draw = 0; draw < 8; draw++) {
        outcome_of_kernel out = infer_fault(&row, PLUMB_BF16, draw);
        some_right += out.inferences.count > 0 && out.inferences.failed < 32;
        ck_assert_msg(out.inferences.count == 0 || strstr(out.inferences.list[0].where, "column") == NULL, "%s",
                      out.inferences.list[0].where);
    }
    ck_assert_uint_gt(some_right, 0);
}
END_TEST

static void element_nan(faulty_case *c) {
    tile_lost_in_row(c);
    c->kernel.fault.block[0].to = 0;
    c->kernel.fault.nan = true;
    c->kernel.fault.column = 9;
    c->kernel.fault.column_end = 10;
    SAYS("the output is NaN");
    WHERE("in batch entry 1, head 2, for query 3, column 9");
}

START_TEST(one_column_is_told) {
    static const kernel_fault_row row = {"rows", "an element is NaN", element_nan};
    ck_assert_int_eq(try_fault(&row, PLUMB_F32, 0).result, NAMED);
}
END_TEST

/* The row that a faulty kernel gets most wrong. */
static size_t worst_row(const kernel *faulty, const double *out) {
    kernel right = *faulty;
    right.fault = no_fault();
    double *exact = run_kernel(&right), most = -1;
    size_t worst = 0, width = faulty->p->value_dim;
    for (size_t row = 0; row < plumb_rows_of(faulty->p); row++) {
        double sum = 0;
        for (size_t i = row * width; i < (row + 1) * width; i++)
            sum += fabs(out[i] - exact[i]);
        worst = sum > most ? row : worst;
        most = fmax(sum, most);
    }
    free(exact);
    return worst;
}

/* A kernel that loses some keys; one number of the row that says most is none. */
START_TEST(what_is_no_number_hides_no_other_fault) {
    static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    random_cases cases = random_begin("no numbers", 1);
    while (random_next(&cases)) {
        faulty_case c = {.cases = &cases, .kernel = {.format = PLUMB_F32}};
        fault_unaligned_keys_lost(&c);
        double *out = run_kernel(&c.kernel);
        out[worst_row(&c.kernel, out) * c.kernel.p->value_dim + 9] = none[_i];
        plumb_case judged = case_of_kernel(&c.kernel, out);
        plumb_inferences inferences;
        plumb_concentration where;
        ck_assert_int_eq(infer_from(&judged, &inferences, &where), PLUMB_FAIL);
        ck_assert_uint_gt(inferences.count, 0);
        ck_assert_msg(says(inferences.list[0].says, c.says), "not \"%s\" but \"%s\"", c.says,
                      inferences.list[0].says);
        free(out);
        free_problem(&c.drawn);
    }
}
END_TEST

static size_t rows_with(const char *page, const char *words) {
    size_t rows = 0;
    for (const char *at = strstr(page, words); at != NULL; at = strstr(at + 1, words))
        rows++;
    return rows;
}

START_TEST(nearly_all_are_named_or_placed) {
    char *page = read_page();
    size_t told = rows_with(page, " | named") + rows_with(page, " | placed");
    ck_assert_uint_ge(KERNEL_FAULTS, 60);
    ck_assert_msg(100 * told >= LEAST_SHARE * 2 * KERNEL_FAULTS, "%zu of %zu", told, 2 * (size_t)KERNEL_FAULTS);
    ck_assert_ptr_null(strstr(page, "| wrong"));
    free(page);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer");
    TCase *tests = tcase_create("infer");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, columns_right_by_chance_are_not_told);
    tcase_add_test(tests, one_column_is_told);
    tcase_add_loop_test(tests, what_is_no_number_hides_no_other_fault, 0, 3);
    tcase_add_test(tests, nearly_all_are_named_or_placed);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
