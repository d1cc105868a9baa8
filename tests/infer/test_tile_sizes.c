/* test_tile_sizes.c - a fault of tiles is named with their size, whatever it is; heads and entries are among many. */
#include "tests/infer/told_fault.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

/* Each size that is tried. */
#define TILES_OF(size)                                                                                                 \
    static void tiles_of_##size(faulty_case *c) {                                                                      \
        begin_case(c, 12, 2 * size + 40, false);                                                                       \
        c->kernel.tile = size;                                                                                         \
        c->kernel.fault.rescaling = SUM_KEPT;                                                                          \
        SAYS("the sum of values is not rescaled when the maximum rises, in tiles of %d keys", size);                   \
    }
TILES_OF(8)
TILES_OF(16)
TILES_OF(32)
TILES_OF(64)
TILES_OF(128)
TILES_OF(256)
TILES_OF(512)

static const kernel_fault_row tiles[] = {
    {"rescaling", "8 keys", tiles_of_8},     {"rescaling", "16 keys", tiles_of_16},
    {"rescaling", "32 keys", tiles_of_32},   {"rescaling", "64 keys", tiles_of_64},
    {"rescaling", "128 keys", tiles_of_128}, {"rescaling", "256 keys", tiles_of_256},
    {"rescaling", "512 keys", tiles_of_512},
};

START_TEST(tiles_of_every_size_are_named) {
    ck_assert_int_eq(try_fault(&tiles[_i], PLUMB_F32, 0).result, NAMED);
    ck_assert_int_eq(try_fault(&tiles[_i], PLUMB_BF16, 0).result, NAMED);
}
END_TEST

/* More heads than are each compared with all others: those of an entry are. */
static void heads_of_many_swapped(faulty_case *c) {
    begin_entries(c, 70, 6, 24, false);
    c->kernel.fault.head_map[0] = 2;
    c->kernel.fault.head_map[1] = 1;
    SAYS("head 0*has the answer of head 1*head 1*has the answer of head 0");
}

/* And those of one number. */
static void entries_of_many_swapped(faulty_case *c) {
    begin_entries(c, 70, 6, 24, false);
    c->kernel.fault.swap_batches = true;
    SAYS("batch entry 0 has the answer of batch entry 69, ");
}

START_TEST(heads_are_named_among_many) {
    static const kernel_fault_row rows[] = {{"rows", "heads of many swapped", heads_of_many_swapped},
                                            {"rows", "entries of many swapped", entries_of_many_swapped}};
    ck_assert_int_eq(try_fault(&rows[_i], PLUMB_F32, 0).result, NAMED);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/tile_sizes");
    TCase *tests = tcase_create("tile_sizes");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, tiles_of_every_size_are_named, 0, sizeof tiles / sizeof *tiles);
    tcase_add_loop_test(tests, heads_are_named_among_many, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
