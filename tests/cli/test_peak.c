/* test_peak.c - memory at most ten times a file whose header is large or names many tensors, or a refusal
   in one line; of large tensors the memory of their numbers, and of a judgement that of the file: measured. */
#include "tests/cli/program.h"
#include "tests/support/sanitized.h"
#include <stdbool.h>
#include <sys/resource.h>

#define DESCRIPTION "\"plumbline\":\"{\\\"version\\\":1}\""
#define INPUTS                                                                                     \
    "\"q\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1],\"data_offsets\":[0,4]},"                        \
    "\"k\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1],\"data_offsets\":[4,8]},"                        \
    "\"v\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1],\"data_offsets\":[8,12]}"

/* A header that repeats one text, numbered where it has a %zu, between two others. */
static const struct {
    const char *before, *repeated, *after;
    size_t times;
    const char *message; /* NULL: it is read */
} headers[] = {
    {"{\"__metadata__\":{" DESCRIPTION "}," INPUTS, "", "}", 0, NULL},
    {"{\"__metadata__\":{" DESCRIPTION "}," INPUTS,
     ",\"extra.%zu\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}", "}", 150000, NULL},
    {"{\"__metadata__\":{" DESCRIPTION, ",\"%zu\":\"\"", "}," INPUTS "}", 800000, NULL},
    {"{\"__metadata__\":{" DESCRIPTION ",\"x\":\"", "abcdefghij", "\"}," INPUTS "}", 1000000, NULL},
    {"{\"__metadata__\":{" DESCRIPTION "}," INPUTS ",\"extra.x\":{\"dtype\":\"F32\",\"shape\":[", "0,",
     "0],\"data_offsets\":[0,0]}}", 5000000,
     "plumb: x.safetensors: extra.x: header entry has 10000048 bytes; expected at most 4096\n"},
    {"{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"note\\\":[", "0,", "0]}\"}," INPUTS "}", 5000000,
     "plumb: x.safetensors: plumbline: 10000024 bytes; expected at most 65536\n"},
};

/* Writes the file piece by piece: what this process holds counts for its children, too. */
static size_t save_header(int number) {
    FILE *stream = fopen("x.safetensors", "wb");
    ck_assert_ptr_nonnull(stream);
    unsigned char length[8] = {0}, data[12] = {0};
    fwrite(length, 1, sizeof length, stream);
    fputs(headers[number].before, stream);
    bool numbered = strchr(headers[number].repeated, '%') != NULL;
    const char *rest = numbered ? strstr(headers[number].repeated, "%zu") : headers[number].repeated;
    for (size_t i = 0; i < headers[number].times; i++) {
        if (numbered)
            fprintf(stream, "%.*s%zu", (int)(rest - headers[number].repeated), headers[number].repeated, i);
        fputs(numbered ? rest + 3 : rest, stream);
    }
    fputs(headers[number].after, stream);
    size_t size = (size_t)ftell(stream);
    fwrite(data, 1, sizeof data, stream);
    plumb_store(length, sizeof length, size - sizeof length);
    rewind(stream);
    fwrite(length, 1, sizeof length, stream);
    ck_assert_int_eq(fclose(stream), 0);
    return size + sizeof data;
}

/* The most bytes that any program run so far has held. */
static double peak(void) {
    struct rusage usage;
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return 1024 * (double)usage.ru_maxrss;
}

static void eval(int number) {
    outcome result = run("eval x.safetensors --emit output -o o.safetensors");
    const char *message = headers[number].message;
    ck_assert_int_eq(result.exit_code, message == NULL ? 0 : 2);
    ck_assert_str_eq(result.error, message == NULL ? "" : message);
}

START_TEST(memory_is_at_most_ten_times_the_file) {
    enter_directory();
    save_header(0);
    eval(0);
    double least = peak();
    size_t size = save_header(_i);
    eval(_i);
    ck_assert_msg(peak() - least <= 10 * (double)size, "%.1f times %zu bytes",
                  (peak() - least) / (double)size, size);
    leave_directory();
}
END_TEST

/* Bytes of a number in the file. */
static const struct {
    const char *dtype;
    size_t size;
} dtypes[] = {{"BF16", 2}, {"F32", 4}, {"F64", 8}};

/* One query on so many keys; returns the bytes of all numbers in binary64. */
static size_t save_tensors(int number, size_t keys) {
    FILE *stream = fopen("x.safetensors", "wb");
    ck_assert_ptr_nonnull(stream);
    const char *dtype = dtypes[number].dtype;
    size_t one = 64 * dtypes[number].size, all = keys * one;
    char header[1024] = "", block[64 * 8] = "";
    int length = snprintf(header, sizeof header,
                          "{\"__metadata__\":{" DESCRIPTION "},"
                          "\"q\":{\"dtype\":\"%s\",\"shape\":[1,1,1,64],\"data_offsets\":[0,%zu]},"
                          "\"k\":{\"dtype\":\"%s\",\"shape\":[1,1,%zu,64],\"data_offsets\":[%zu,%zu]},"
                          "\"v\":{\"dtype\":\"%s\",\"shape\":[1,1,%zu,64],\"data_offsets\":[%zu,%zu]}}",
                          dtype, one, dtype, keys, one, one + all, dtype, keys, one + all, one + 2 * all);
    unsigned char stated[8];
    plumb_store(stated, sizeof stated, (uint64_t)length);
    fwrite(stated, 1, sizeof stated, stream);
    fwrite(header, 1, (size_t)length, stream);
    for (size_t i = 0; i < 2 * keys + 1; i++)
        fwrite(block, 1, one, stream);
    ck_assert_int_eq(fclose(stream), 0);
    return 8 * 64 * (2 * keys + 1);
}

/* What has been decoded does not stay beside its numbers.  Nothing is computed: there are no such rows. */
START_TEST(bytes_go_as_they_are_decoded) {
    enter_directory();
    save_tensors(_i, 1);
    run("eval x.safetensors --emit output -o o.safetensors --rows 9:10");
    double least = peak();
    size_t numbers = save_tensors(_i, 60000);
    outcome result = run("eval x.safetensors --emit output -o o.safetensors --rows 9:10");
    ck_assert_str_eq(result.error,
                     "plumb: x.safetensors: --rows: '9:10' ends after the 1 queries of the case\n");
    ck_assert_msg(peak() - least <= 1.15 * (double)numbers, "%.3f times %zu bytes of numbers",
                  (peak() - least) / (double)numbers, numbers);
    leave_directory();
}
END_TEST

/* A sparse file of zeros, [1,heads,4096,64]: what is judged is right. */
static double save_answer(size_t heads) {
    FILE *stream = fopen("x.safetensors", "wb");
    ck_assert_ptr_nonnull(stream);
    size_t one = heads * 4096 * 64 * 2, at = 0;
    char header[1024] = "{\"__metadata__\":{" DESCRIPTION "}";
    static const char *const names[] = {"q", "k", "v", "out"};
    for (size_t i = 0; i < 4; i++, at += one)
        snprintf(header + strlen(header), sizeof header - strlen(header),
                 ",\"%s\":{\"dtype\":\"BF16\",\"shape\":[1,%zu,4096,64],\"data_offsets\":[%zu,%zu]}", names[i], heads,
                 at, at + one);
    strcat(header, "}");
    unsigned char stated[8];
    plumb_store(stated, sizeof stated, (uint64_t)strlen(header));
    fwrite(stated, 1, sizeof stated, stream);
    fwrite(header, 1, strlen(header), stream);
    ck_assert_int_eq(fflush(stream), 0);
    ck_assert_int_eq(ftruncate(fileno(stream), (off_t)(sizeof stated + strlen(header) + at)), 0);
    ck_assert_int_eq(fclose(stream), 0);
    return (double)at;
}

/* Beside the file there are the numbers of the heads at hand alone, which are the same for few heads and many; if those
   of all heads were kept, there would be four times as many bytes as in the file. */
START_TEST(a_judgement_holds_some_heads) {
    enter_directory();
    save_answer(4);
    ck_assert_int_eq(run("diff x.safetensors --rows 0:2").exit_code, 0);
    double least = peak(), file = save_answer(64);
    ck_assert_int_eq(run("diff x.safetensors --rows 0:2").exit_code, 0);
    ck_assert_msg(peak() - least <= 1.15 * file, "%.3f times %.0f bytes", (peak() - least) / file, file);
    leave_directory();
}
END_TEST

static Suite *peak_suite(void) {
    Suite *suite = suite_create("peak");
    TCase *tests = tcase_create("headers");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, memory_is_at_most_ten_times_the_file, 1, sizeof headers / sizeof *headers);
    tcase_add_loop_test(tests, bytes_go_as_they_are_decoded, 0, sizeof dtypes / sizeof *dtypes);
    tcase_add_test(tests, a_judgement_holds_some_heads);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void) {
#ifdef SANITIZED
    (void)peak_suite;
    puts("peak memory: not tested under an address sanitizer, which takes its own");
    return 77;
#else
    return run_suite_in_place(peak_suite());
#endif
}
