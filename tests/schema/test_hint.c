/* test_hint.c - the name that is meant by one that is not known, or none. */
#include "schema/hint.h"
#include "tests/support/suite.h"
#include <stdio.h>

static const char *const names[] = {"mask", "rope_scaling", "rope_dim", "causal_alignment", "sinks",
                                    "true-attends", "true-hides", "elu", "q"};

static const struct {
    const char *text, *meant;
} texts[] = {
    {"masks", "mask"},           {"Mask", "mask"},         {"rope-scaling", "rope_scaling"},
    {"rope_scalin", "rope_scaling"}, {"scaling", NULL},    {"causal", "causal_alignment"},
    {"sink", "sinks"}, {"relu", "elu"},
    {"true", NULL}, /* two begin so */
    {"true-hide", "true-hides"}, {"x", NULL},              {"", NULL},
    {"ropedim", "rope_dim"},     {"rope_dimension", "rope_dim"},
    {"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk", NULL},
};

START_TEST(names_are_meant) {
    plumb_hint hint = {.text = texts[_i].text};
    char text[PLUMB_HINT_TEXT], wanted[PLUMB_HINT_TEXT] = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        plumb_hint_try(&hint, names[i]);
    if (texts[_i].meant != NULL)
        snprintf(wanted, sizeof wanted, "; did you mean '%s'?", texts[_i].meant);
    ck_assert_str_eq(plumb_hint_text(&hint, text), wanted);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hint");
    TCase *tests = tcase_create("names");
    tcase_add_loop_test(tests, names_are_meant, 0, (int)(sizeof texts / sizeof *texts));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
