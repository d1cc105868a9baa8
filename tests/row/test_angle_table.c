/* test_angle_table.c - angles are found where they were left, those of another position never. */
#include "row/angle_table.h"
#include "tests/support/suite.h"
#include <string.h>

enum { PAIRS = 3 };

static plumb_point at(int64_t position, int64_t other) {
    return (plumb_point){{position, other}};
}

/* Writes what stands for the angles of a position if they are not there; whether they were. */
static bool find(plumb_angle_table *table, plumb_point point) {
    bool known;
    plumb_ball *angle = plumb_angle_table_at(table, point, &known);
    for (size_t i = 0; i < 2 * PAIRS; i++) {
        double number = (double)(100 * point.on[0] + 10 * point.on[1]) + (double)i;
        if (known)
            ck_assert_double_eq(angle[i].mid, number);
        angle[i] = plumb_ball_of(number);
    }
    return known;
}

START_TEST(angles_are_kept) {
    plumb_angle_table table;
    ck_assert_int_eq(plumb_angle_table_init(&table, PAIRS, 5), 0);
    ck_assert_uint_eq(table.places, 8);
    for (int64_t position = -3; position < 5; position++)
        ck_assert(!find(&table, at(position, 0)));
    for (int64_t position = -3; position < 5; position++)
        ck_assert(find(&table, at(position, 0)));
    plumb_angle_table_free(&table);
}
END_TEST

START_TEST(another_position_takes_the_place) {
    plumb_angle_table table;
    ck_assert_int_eq(plumb_angle_table_init(&table, PAIRS, 4), 0);
    /* A table of zeros knows nothing of position 0. */
    ck_assert(!find(&table, at(0, 0)));
    ck_assert(!find(&table, at(4, 0)));
    ck_assert(!find(&table, at(0, 0)));
    ck_assert(!find(&table, at(0, 7)));
    ck_assert(find(&table, at(0, 7)));
    plumb_angle_table_free(&table);
}
END_TEST

START_TEST(long_tables_end) {
    plumb_angle_table table;
    ck_assert_int_eq(plumb_angle_table_init(&table, 64, 131072), 0);
    ck_assert_uint_le(2 * table.pairs * table.places, (size_t)1 << 20);
    plumb_angle_table_free(&table);
    ck_assert_int_eq(plumb_angle_table_init(&table, 0, 0), 0);
    plumb_angle_table_free(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/angle table");
    TCase *cases = tcase_create("angle_table");
    tcase_add_test(cases, angles_are_kept);
    tcase_add_test(cases, another_position_takes_the_place);
    tcase_add_test(cases, long_tables_end);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
