/* test_intersection.c - masks commute: every pair of kernels in both orders leaves the same keys, those of both. */
#include "mask/allowed.h"
#include "mask/chunk.h"
#include "mask/document.h"
#include "mask/minus_infinity.h"
#include "mask/prefix.h"
#include "mask/sliding_window.h"
#include "mask/streaming.h"
#include "tests/mask/patterns.h"
#include <math.h>

static const unsigned char allowed[MOST] = {1, 1, 0, 1, 255, 0, 1, 1};
static const double bias[MOST] = {0.0, -INFINITY, 2.0, -1e30, 0.0, 0.0, -INFINITY, 0.0};
static const int64_t segment[MOST] = {3, 3, 3, 1, 1, 3, 1, 1};

enum mask { CAUSAL, WINDOW, PREFIX, DOCUMENT, STREAMING, CHUNK, ALLOWED, ADDITIVE, MASKS };

static void hide(enum mask mask, int position, unsigned char *visible) {
    switch (mask) {
    case CAUSAL:
        plumb_hide_outside_window(position, -1, 0, MOST, visible);
        break;
    case WINDOW:
        plumb_hide_outside_window(position, 3, 2, MOST, visible);
        break;
    case PREFIX:
        plumb_hide_outside_prefix(position, 3, MOST, visible);
        break;
    case DOCUMENT:
        plumb_hide_other_documents(segment[position], segment, MOST, visible);
        break;
    case STREAMING:
        plumb_hide_evicted(position, 1, 4, MOST, visible);
        break;
    case CHUNK:
        plumb_hide_other_chunks(position, 5, MOST, visible);
        break;
    case ALLOWED:
        plumb_hide_disallowed(allowed, MOST, visible);
        break;
    case ADDITIVE:
        plumb_hide_minus_infinity(bias, MOST, visible);
        break;
    case MASKS:
        ck_abort();
    }
}

/* What two masks, one after the other, leave of a row that shows everything. */
static unsigned both(enum mask first, enum mask second, int position) {
    unsigned char visible[MOST + 1];
    show_pattern(all_keys(MOST), MOST, visible);
    hide(first, position, visible);
    hide(second, position, visible);
    return pattern_of(visible, MOST);
}

START_TEST(masks_commute) {
    for (int position = 0; position < MOST; position++)
        for (int m = 0; m < MASKS; m++)
            for (int n = 0; n < MASKS; n++) {
                unsigned one = both((enum mask)m, (enum mask)m, position);
                unsigned other = both((enum mask)n, (enum mask)n, position);
                ck_assert_uint_eq(both((enum mask)m, (enum mask)n, position), one & other);
                ck_assert_uint_eq(both((enum mask)n, (enum mask)m, position), one & other);
            }
}
END_TEST

/* Otherwise the test above would hold of masks that hide nothing. */
START_TEST(every_mask_hides_and_shows) {
    for (int m = 0; m < MASKS; m++) {
        unsigned shown = 0, hidden = 0;
        for (int position = 0; position < MOST; position++) {
            unsigned keys = both((enum mask)m, (enum mask)m, position);
            shown |= keys;
            hidden |= all_keys(MOST) & ~keys;
        }
        ck_assert_uint_ne(shown, 0);
        ck_assert_uint_ne(hidden, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/intersection");
    TCase *tests = tcase_create("intersection");
    tcase_add_test(tests, masks_commute);
    tcase_add_test(tests, every_mask_hides_and_shows);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
