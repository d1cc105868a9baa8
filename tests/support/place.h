/* place.h - a folder for the files of a suite's tests, removed after them, whether they succeed, fail, crash or take
   too long.  It is in TMPDIR, else in /tmp. */
#ifndef PLUMB_TESTS_SUPPORT_PLACE_H
#define PLUMB_TESTS_SUPPORT_PLACE_H
#include "tests/support/suite.h"
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLACE_SIZE = 256 };

static char suite_place[PLACE_SIZE - 16];

/* "SUITE_PLACE/XXXXXX", for a new name. */
static inline void name_place(char path[PLACE_SIZE]) {
    ck_assert_msg(*suite_place != 0, "the suite has no place: run_suite_in_place makes it");
    snprintf(path, PLACE_SIZE, "%s/XXXXXX", suite_place);
}

static inline void make_folder(char path[PLACE_SIZE]) {
    name_place(path);
    ck_assert_ptr_nonnull(mkdtemp(path));
}

/* An empty file; its descriptor. */
static inline int make_file(char path[PLACE_SIZE]) {
    name_place(path);
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    return descriptor;
}

static inline bool make_suite_place(void) {
    const char *above = getenv("TMPDIR");
    int length = snprintf(suite_place, sizeof suite_place, "%s/plumb-test-XXXXXX",
                          above != NULL && *above != 0 ? above : "/tmp");
    return length < (int)sizeof suite_place && mkdtemp(suite_place) != NULL;
}

/* How many files and folders the tests have left, each with a line. */
static inline int count_left(void) {
    int count = 0;
    DIR *entries = opendir(suite_place);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            printf("left: %s/%s\n", suite_place, entry->d_name);
            count++;
        }
    if (entries != NULL)
        closedir(entries);
    return count;
}

/* Fails, too, where tests that succeed have left something. */
static inline int run_suite_in_place(Suite *suite) {
    char command[PLACE_SIZE + 16];
    if (!make_suite_place()) {
        fprintf(stderr, "no folder for the tests: %s\n", suite_place);
        return EXIT_FAILURE;
    }
    int result = run_suite(suite);
    if (result == EXIT_SUCCESS && count_left() > 0)
        result = EXIT_FAILURE;
    snprintf(command, sizeof command, "rm -rf '%s'", suite_place);
    return system(command) == 0 ? result : EXIT_FAILURE;
}
#endif
