/* test_new_file.c - a file that cannot be opened as a stream: a message, and nothing is left.

   Stands in for fdopen. */
#define _GNU_SOURCE
#include "base/new_file.h"
#include "tests/support/place.h"
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
    char directory[PLACE_SIZE], path[sizeof directory + 8];
    plumb_new_file file;
    plumb_error error = {""};
    make_folder(directory);
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

static size_t refused_file;

static int write_number(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const char *const *path = context;
    ck_assert_str_eq(file->path, path[i]);
    fprintf(file->stream, "%zu", i);
    return i == refused_file ? plumb_fail(error, "no %zu", i) : 0;
}

static int number_in(const char *path) {
    FILE *stream = fopen(path, "r");
    int number = stream != NULL ? getc(stream) - '0' : -1;
    if (stream != NULL)
        fclose(stream);
    return number;
}

/* Whichever of three cannot be written, nothing of the others is there; then all are. */
START_TEST(files_appear_together) {
    char directory[PLACE_SIZE], path[3][sizeof directory + 16];
    const char *paths[] = {path[0], NULL, path[1], path[2]};
    plumb_error error = {""};
    make_folder(directory);
    for (int i = 0; i < 3; i++)
        snprintf(path[i], sizeof path[i], "%s/%d", directory, i);
    for (refused_file = 0; refused_file < 4; refused_file++) {
        if (paths[refused_file] == NULL)
            continue;
        ck_assert_int_eq(plumb_new_files_write(paths, 4, write_number, paths, &error), -1);
        ck_assert_int_eq(error.text[3] - '0', (int)refused_file);
        ck_assert_uint_eq(count_files(directory), 0);
    }
    ck_assert_int_eq(plumb_new_files_write(paths, 4, write_number, paths, &error), 0);
    ck_assert_uint_eq(count_files(directory), 3);
    for (size_t i = 0; i < 4; i++)
        if (paths[i] != NULL) {
            ck_assert_int_eq(number_in(paths[i]), (int)i);
            ck_assert_int_eq(unlink(paths[i]), 0);
        }
    ck_assert_int_eq(rmdir(directory), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("case/new_file");
    TCase *tests = tcase_create("new_file");
    tcase_add_test(tests, without_a_stream_nothing_is_left);
    tcase_add_test(tests, files_appear_together);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
