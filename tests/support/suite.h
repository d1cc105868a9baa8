/* suite.h - one suite to one program. */
#ifndef PLUMB_TESTS_SUPPORT_SUITE_H
#define PLUMB_TESTS_SUPPORT_SUITE_H
#include <stdlib.h>

#include "tests/support/check.h"

static inline int run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
#endif
