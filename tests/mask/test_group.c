/* test_group.c - groups against their definition, for every labelling and mask of a small row. */
#include "mask/group.h"
#include "tests/mask/patterns.h"

enum { LABELS = 3, LABELLED = 5 /* keys */ };

static unsigned same_group(int64_t own, const int64_t *group, size_t keys) {
    unsigned bits = 0;
    for (size_t j = 0; j < keys; j++)
        bits |= (group[j] == own ? 1u : 0u) << j;
    return bits;
}

/* Labels -1, 0 and 1, in any order, contiguous or not. */
START_TEST(every_small_labelling) {
    unsigned labellings = 1;
    for (size_t keys = 0; keys <= LABELLED; keys++, labellings *= LABELS)
        for (unsigned labelling = 0; labelling < labellings; labelling++) {
            int64_t group[LABELLED];
            unsigned rest = labelling;
            for (size_t j = 0; j < keys; j++, rest /= LABELS)
                group[j] = (int64_t)(rest % LABELS) - 1;
            for (int64_t own = -1; own <= LABELS - 1; own++)
                for (unsigned pattern = 0; pattern <= all_keys(keys); pattern++) {
                    unsigned char visible[MOST + 1];
                    show_pattern(pattern, keys, visible);
                    plumb_show_own_group(own, group, keys, visible);
                    ck_assert_uint_eq(pattern_of(visible, keys), pattern | same_group(own, group, keys));
                }
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("group");
    TCase *tests = tcase_create("group");
    tcase_add_test(tests, every_small_labelling);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
