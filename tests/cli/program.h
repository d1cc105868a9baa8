/* program.h - runs the program as a user does, in a new directory; a test fails if it leaves an unrequested file there.

   The program is the one that the environment variable PLUMB names; build/plumb by default. */
#ifndef PLUMB_TESTS_CLI_PROGRAM_H
#define PLUMB_TESTS_CLI_PROGRAM_H
#include "base/file.h"
#include "base/little_endian.h"
#include "case/npy.h"
#include "tests/support/check.h"
#include "tests/support/place.h"
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char program[PATH_MAX];
static char directory[PLACE_SIZE];

typedef struct {
    int exit_code;
    char output[65536], error[4096];
} outcome;

static inline void enter_directory(void) {
    const char *named = getenv("PLUMB");
    if (named == NULL)
        named = "build/plumb";
    ck_assert_ptr_nonnull(getcwd(program, sizeof program / 2));
    snprintf(program + strlen(program), sizeof program / 2, "/%s", named);
    if (named[0] == '/')
        snprintf(program, sizeof program, "%s", named);
    ck_assert_msg(access(program, X_OK) == 0, "no program %s", program);
    make_folder(directory);
    ck_assert_int_eq(chdir(directory), 0);
}

static inline void leave_directory(void) {
    DIR *entries = opendir(".");
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        unlink(entry->d_name);
    closedir(entries);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(directory), 0);
}

static inline int count_files(void) {
    DIR *entries = opendir(".");
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static inline void read_stream(const char *path, char *text, size_t size) {
    FILE *stream = fopen(path, "r");
    ck_assert_ptr_nonnull(stream);
    size_t length = fread(text, 1, size - 1, stream);
    text[length] = 0;
    fclose(stream);
    unlink(path);
}

/* Runs the program with these arguments, as the shell reads them. */
static inline outcome run(const char *arguments) {
    char command[PATH_MAX + 1024];
    outcome result;
    snprintf(command, sizeof command, "'%s' %s >.output 2>.error", program, arguments);
    int status = system(command);
    ck_assert(WIFEXITED(status));
    result.exit_code = WEXITSTATUS(status);
    read_stream(".output", result.output, sizeof result.output);
    read_stream(".error", result.error, sizeof result.error);
    return result;
}

static inline void refuse(const char *arguments, const char *message) {
    int files = count_files();
    char line[1200];
    outcome result = run(arguments);
    snprintf(line, sizeof line, "plumb: %s\n", message);
    ck_assert_str_eq(result.error, line);
    ck_assert_str_eq(result.output, "");
    ck_assert_int_eq(result.exit_code, 2);
    ck_assert_int_eq(count_files(), files);
}

static inline outcome succeed(const char *arguments) {
    outcome result = run(arguments);
    ck_assert_msg(result.exit_code == 0, "%s: exit %d: %s", arguments, result.exit_code,
                  result.error);
    return result;
}

static inline void save(const char *path, const void *bytes, size_t size) {
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

static inline void save_npy(const char *path, const char *descr, const char *shape,
                            const void *data, size_t size) {
    unsigned char bytes[4096] = "\x93NUMPY\1\0";
    int length = snprintf((char *)bytes + 10, 256,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s}", descr, shape);
    plumb_store(bytes + 8, 2, (uint64_t)length);
    ck_assert_uint_le(10 + (size_t)length + size, sizeof bytes);
    memcpy(bytes + 10 + length, data, size);
    save(path, bytes, 10 + (size_t)length + size);
}

/* The numbers of an .npy file, which must be so many; its bytes are to be freed. */
static inline plumb_bytes load_npy(const char *path, size_t count, double *values) {
    plumb_bytes bytes;
    plumb_tensor tensor;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_file_read(path, &bytes, &error), 0);
    int result = plumb_npy_parse(bytes.data, bytes.size, path, "a", false, &tensor, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(tensor.count, count);
    plumb_tensor_decode(&tensor, tensor.dtype == PLUMB_DTYPE_F32 ? PLUMB_F32 : PLUMB_F64, values);
    return bytes;
}
#endif
