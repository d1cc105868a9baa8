/* test_new_file.c - a file that cannot be opened as a stream: a message, and nothing is left.

   Stands in for fdopen. */
#define _GNU_SOURCE
#include "case/new_file.h"
#include "tests/support/suite.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool refuses;

FILE *fdopen(int descriptor, const char *mode) {
    FILE *(*usual)(int, const char *);
    void *symbol = dlsym(RTLD_NEXT, "fdopen");
    memcpy(&usual, &symbol, sizeof usual);
    if (refuses)
        errno = ENOMEM;
    return refuses ? NULL : usual(descriptor, mode);
}

static size_t count_files(const char *directory) {
    DIR *entries = opendir(directory);
    size_t count = 0;
    ck_assert_ptr_nonnull(entries);
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(entries);
    return count;
}

START_TEST(without_a_stream_nothing_is_left) {
    char directory[] = "/tmp/plumb-test-XXXXXX", path[sizeof directory + 8];
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/answer", directory);
    refuses = true;
    int result = plumb_new_file_begin(path, &file, &error);
    refuses = false;
    ck_assert_int_eq(result, -1);
    ck_assert_ptr_nonnull(strstr(error.text, "answer: cannot be written"));
    ck_assert_ptr_null(file.stream);
    ck_assert_ptr_null(file.temporary);
    ck_assert_uint_eq(count_files(directory), 0);
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_uint_eq(count_files(directory), 1);
    plumb_new_file_discard(&file);
    ck_assert_uint_eq(count_files(directory), 0);
    ck_assert_int_eq(rmdir(directory), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("case/new_file");
    TCase *tests = tcase_create("new_file");
    tcase_add_test(tests, without_a_stream_nothing_is_left);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
