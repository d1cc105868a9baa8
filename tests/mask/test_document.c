/* test_document.c - packed documents against their predicate, for every labelling of a small row. */
#include "mask/document.h"
#include "tests/mask/patterns.h"

#define LABELS 3
#define LABELLED 6 /* keys */

static unsigned same_segment(int64_t own, const int64_t *segment, size_t keys) {
    unsigned bits = 0;
    for (size_t j = 0; j < keys; j++)
        bits |= (segment[j] == own ? 1u : 0u) << j;
    return bits;
}

static unsigned seen(unsigned start, int64_t own, const int64_t *segment, size_t keys) {
    unsigned char visible[MOST + 1];
    show_pattern(start, keys, visible);
    plumb_hide_other_documents(own, segment, keys, visible);
    return pattern_of(visible, keys);
}

/* Labels -1, 0 and 1, in any order, contiguous or not. */
START_TEST(every_small_labelling) {
    unsigned labellings = 1;
    for (size_t keys = 0; keys <= LABELLED; keys++, labellings *= LABELS)
        for (unsigned labelling = 0; labelling < labellings; labelling++) {
            int64_t segment[LABELLED];
            unsigned rest = labelling;
            for (size_t j = 0; j < keys; j++, rest /= LABELS)
                segment[j] = (int64_t)(rest % LABELS) - 1;
            for (int64_t own = -1; own <= LABELS - 1; own++)
                CHECK_INTERSECTIONS(same_segment(own, segment, keys), keys,
                                    plumb_hide_other_documents(own, segment, keys, visible),
                                    "own=%d labelling=%u keys=%zu", (int)own, labelling, keys);
        }
}
END_TEST

START_TEST(one_document_is_causal) {
    int64_t segment[MOST];
    for (size_t j = 0; j < MOST; j++)
        segment[j] = 5;
    for (int p = 0; p < MOST; p++)
        ck_assert_uint_eq(seen(causal_pattern(p, MOST), 5, segment, MOST), causal_pattern(p, MOST));
}
END_TEST

/* Packed documents, causal: position within the document + 1 keys, exactly its own. */
START_TEST(packed_documents_count) {
    for (int length = 1; length <= MOST; length++) {
        int64_t segment[MOST];
        for (int j = 0; j < MOST; j++)
            segment[j] = j / length;
        for (int p = 0; p < MOST; p++) {
            unsigned keys = seen(causal_pattern(p, MOST), segment[p], segment, MOST);
            unsigned start = (unsigned)(p - p % length);
            ck_assert_uint_eq(keys, causal_pattern(p % length, MOST) << start);
            ck_assert_int_eq(count_keys(keys), p % length + 1);
        }
    }
}
END_TEST

/* No label is special, and labels that agree in 32 bits differ. */
START_TEST(far_labels) {
    const int64_t segment[] = {INT64_MIN, INT64_MAX, 1, INT64_C(0x100000001)};
    for (unsigned j = 0; j < 4; j++)
        ck_assert_uint_eq(seen(all_keys(4), segment[j], segment, 4), 1u << j);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/document");
    TCase *tests = tcase_create("document");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_labelling);
    tcase_add_test(tests, one_document_is_causal);
    tcase_add_test(tests, packed_documents_count);
    tcase_add_test(tests, far_labels);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
