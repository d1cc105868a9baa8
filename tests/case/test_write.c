/* test_write.c - what is written reads back the same, and a failure leaves nothing behind. */
#include "base/file.h"
#include "case/npy.h"
#include "case/safetensors.h"
#include "case/write.h"
#include "tests/support/place.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[PLACE_SIZE];
static char path[sizeof directory + 16];

static void make_directory(void) {
    make_folder(directory);
    snprintf(path, sizeof path, "%s/answer", directory);
}

static void remove_directory(void) {
    unlink(path);
    ck_assert_int_eq(rmdir(directory), 0); /* fails if a temporary file is left */
}

static int count_files(void) {
    DIR *entries = opendir(directory);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static const double values[] = {1.5, -0.0, INFINITY, 0x1p-24, 0x1.fp7, -2};

static plumb_answer answer(const char *name, plumb_format format) {
    return (plumb_answer){name, format, 3, {1, 2, 3}, values};
}

static plumb_bytes read_back(void) {
    plumb_bytes bytes;
    plumb_error error = {""};
    int result = plumb_file_read(path, &bytes, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    return bytes;
}

static void check_values(const plumb_tensor *tensor, plumb_format wanted) {
    plumb_format format;
    double decoded[6];
    ck_assert(plumb_tensor_format(tensor, &format));
    ck_assert_int_eq(format, wanted);
    ck_assert_uint_eq(tensor->rank, 3);
    ck_assert_uint_eq(tensor->shape[0], 1);
    ck_assert_uint_eq(tensor->shape[1], 2);
    ck_assert_uint_eq(tensor->shape[2], 3);
    plumb_tensor_decode(tensor, format, decoded);
    ck_assert_mem_eq(decoded, values, sizeof values);
}

START_TEST(safetensors_read_back) {
    const plumb_answer answers[] = {answer("a", PLUMB_F64), answer("b\"\\", PLUMB_BF16),
                                    answer("c", PLUMB_F16), answer("d", PLUMB_F32)};
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_int_eq(plumb_write_safetensors(&file, answers, 4, &error), 0);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), 0);
    plumb_bytes bytes = read_back();
    plumb_storage storage = {0};
    plumb_safetensors out;
    int result = plumb_safetensors_parse(bytes.data, bytes.size, path, &storage, &out, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(out.count, 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(out.tensor[i].name, answers[i].name);
        check_values(&out.tensor[i], answers[i].format);
    }
    ck_assert_uint_eq((size_t)(out.tensor[0].bytes - bytes.data) % 8, 0);
    plumb_storage_free(&storage);
    free(bytes.data);
}
END_TEST

START_TEST(npy_read_back) {
    static const plumb_format formats[] = {PLUMB_F64, PLUMB_F32, PLUMB_F16};
    plumb_answer written = answer("a", formats[_i]);
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_int_eq(plumb_write_npy(&file, &written, &error), 0);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), 0);
    plumb_bytes bytes = read_back();
    plumb_tensor tensor;
    int result = plumb_npy_parse(bytes.data, bytes.size, path, "a", false, &tensor, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq((size_t)(tensor.bytes - bytes.data) % 64, 0);
    check_values(&tensor, formats[_i]);
    free(bytes.data);
}
END_TEST

/* The header that numpy.save writes for this array. */
START_TEST(npy_is_numpy_s_own) {
    static const char header[] =
        "\x93NUMPY\1\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
    plumb_answer written = {"a", PLUMB_F64, 1, {3}, values};
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_int_eq(plumb_write_npy(&file, &written, &error), 0);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), 0);
    plumb_bytes bytes = read_back();
    ck_assert_uint_eq(bytes.size, 128 + 24);
    ck_assert_mem_eq(bytes.data, header, sizeof header - 1);
    ck_assert_int_eq(bytes.data[127], '\n');
    free(bytes.data);
}
END_TEST

static void expect_failure(int result, plumb_new_file *file, const plumb_error *error,
                           const char *message) {
    char full[512];
    ck_assert_int_eq(result, -1);
    snprintf(full, sizeof full, "%s: %s", path, message);
    ck_assert_str_eq(error->text, full);
    plumb_new_file_discard(file);
    ck_assert_int_eq(count_files(), 0);
}

START_TEST(inexact_values_are_refused) {
    static const double third[] = {0.5, 1.0 / 3};
    plumb_answer written = {"a", PLUMB_F32, 1, {2}, third};
    plumb_new_file file;
    plumb_error error = {""};
    static const char message[] =
        "a: value 0x1.5555555555555p-2 of element 1 is not a number of F32";
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    expect_failure(plumb_write_npy(&file, &written, &error), &file, &error, message);
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    expect_failure(plumb_write_safetensors(&file, &written, 1, &error), &file, &error, message);
}
END_TEST

START_TEST(npy_has_no_bfloat16) {
    plumb_answer written = answer("a", PLUMB_BF16);
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    expect_failure(plumb_write_npy(&file, &written, &error), &file, &error,
                   "a: .npy has no BF16; write a .safetensors file");
}
END_TEST

START_TEST(overflowing_shape_is_refused) {
    plumb_answer written = {"a", PLUMB_F64, 2, {(size_t)1 << 32, (size_t)1 << 31}, values};
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    expect_failure(plumb_write_npy(&file, &written, &error), &file, &error,
                   "a: more elements than memory has bytes");
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    expect_failure(plumb_write_safetensors(&file, &written, 1, &error), &file, &error,
                   "a: more elements than memory has bytes");
}
END_TEST

START_TEST(old_file_stays_until_commit) {
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    fputs("old", file.stream);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), 0);
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    fputs("newer", file.stream);
    plumb_bytes bytes = read_back();
    ck_assert_uint_eq(bytes.size, 3);
    free(bytes.data);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), 0);
    bytes = read_back();
    ck_assert_uint_eq(bytes.size, 5);
    free(bytes.data);
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(umask_is_respected) {
    plumb_new_file file;
    plumb_error error = {""};
    struct stat status;
    mode_t before = umask(027);
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), 0);
    umask(before);
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_int_eq((int)(status.st_mode & 0777), 0640);
}
END_TEST

/* A directory moved into the place after the beginning makes the rename itself fail. */
START_TEST(failed_commit_leaves_nothing) {
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    ck_assert_int_eq(plumb_new_file_commit(&file, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, ": cannot be written: Is a directory"));
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert_int_eq(count_files(), 0);
}
END_TEST

/* /dev/full takes nothing; the stream says so at the latest when it is closed. */
START_TEST(full_disk_is_reported) {
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin(path, &file, &error), 0);
    ck_assert_ptr_nonnull(freopen("/dev/full", "wb", file.stream));
    fputs("text", file.stream);
    expect_failure(plumb_new_file_commit(&file, &error), &file, &error,
                   "cannot be written: No space left on device");
}
END_TEST

START_TEST(wrong_places_are_refused) {
    plumb_new_file file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_new_file_begin("/dev/null", &file, &error), -1);
    ck_assert_str_eq(error.text, "/dev/null: cannot be written: not a regular file");
    ck_assert_int_eq(plumb_new_file_begin("/nonexistent/a", &file, &error), -1);
    ck_assert_str_eq(error.text, "/nonexistent/a: cannot be written: No such file or directory");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("write");
    TCase *tests = tcase_create("files");
    tcase_add_checked_fixture(tests, make_directory, remove_directory);
    tcase_add_test(tests, safetensors_read_back);
    tcase_add_loop_test(tests, npy_read_back, 0, 3);
    tcase_add_test(tests, npy_is_numpy_s_own);
    tcase_add_test(tests, inexact_values_are_refused);
    tcase_add_test(tests, npy_has_no_bfloat16);
    tcase_add_test(tests, overflowing_shape_is_refused);
    tcase_add_test(tests, old_file_stays_until_commit);
    tcase_add_test(tests, umask_is_respected);
    tcase_add_test(tests, failed_commit_leaves_nothing);
    tcase_add_test(tests, full_disk_is_reported);
    tcase_add_test(tests, wrong_places_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
