/* faults_page.h - docs/kernel-faults.md, as a text to be released with free. */
#ifndef PLUMB_TESTS_INFER_FAULTS_PAGE_H
#define PLUMB_TESTS_INFER_FAULTS_PAGE_H
#include "tests/support/check.h"
#include <stdio.h>
#include <stdlib.h>

static inline char *read_page(void) {
    FILE *file = fopen("docs/kernel-faults.md", "rb");
    char *text = calloc(1, 1 << 20);
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(text);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    ck_assert_uint_gt(length, 0);
    fclose(file);
    return text;
}
#endif
