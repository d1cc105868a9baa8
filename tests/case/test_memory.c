/* test_memory.c - memory that runs out at any one allocation: a message, never a crash.

   Stands in for malloc, posix_memalign and realloc where tests/support/own_memory.h says that it may. */
#include "base/json_text.h"
#include "case/read.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/support/own_memory.h"
#include "tests/support/place.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef OWN_MEMORY
static bool counting = false;
static bool refused;
static size_t allowed; /* allocations until the one that fails */
static long held;      /* blocks taken and not released while counting */

static bool fails(void) {
    refused = refused || (counting && allowed == 0);
    return counting && allowed-- == 0;
}

void *malloc(size_t size) {
    if (fails())
        return NULL;
    held += counting;
    return __libc_malloc(size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (fails())
        return ENOMEM;
    held += counting;
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}

void *realloc(void *block, size_t size) {
    if (fails())
        return NULL;
    held += counting && block == NULL;
    return __libc_realloc(block, size);
}

void free(void *block) {
    held -= counting && block != NULL;
    __libc_free(block);
}

static const char header[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"gqa\\\":\\\"interleave\\\","
    "\\\"scale\\\":\\\"1/3\\\",\\\"engine\\\""
    ":{\\\"name\\\":\\\"N\\\",\\\"precision\\\":{\\\"base\\\":\\\"P\\\",\\\"score\\\":\\\"Q\\\"}},"
    "\\\"note\\\":\\\"why\\\"}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[0,2]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[2,4]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[4,6]},"
    "\"out\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[6,8]}}";

/* One key vector for two query heads, which has to be repeated. */
static const char with_tensors[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"sink\\\":\\\"key-value\\\"}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[1,2,1,1],\"data_offsets\":[0,4]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[4,6]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[6,8]},"
    "\"k_star\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[8,10]},"
    "\"v_star\":{\"dtype\":\"F16\",\"shape\":[2,1],\"data_offsets\":[10,14]},"
    "\"bias\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[14,16]}}";

static const char with_masks[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"window\\\":{\\\"left\\\":1}}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[0,2]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[2,4]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[4,6]},"
    "\"allowed\":{\"dtype\":\"BOOL\",\"shape\":[1,1,1,1],\"data_offsets\":[6,7]},"
    "\"query_segments\":{\"dtype\":\"I32\",\"shape\":[1,1],\"data_offsets\":[7,11]},"
    "\"key_segments\":{\"dtype\":\"I64\",\"shape\":[1,1],\"data_offsets\":[11,19]}}";

/* Two query heads on one key head, which is repeated; ids of both kinds, and tables. */
static const char with_positions[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"gqa\\\":\\\"tile\\\","
    "\\\"position\\\":\\\"rope\\\",\\\"rope_layout\\\":\\\"half\\\",\\\"rope_dim\\\":2,"
    "\\\"scale_site\\\":\\\"query\\\"}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[1,2,1,2],\"data_offsets\":[0,8]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[1,1,1,2],\"data_offsets\":[8,12]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[12,14]},"
    "\"query_positions\":{\"dtype\":\"I32\",\"shape\":[1,1],\"data_offsets\":[14,18]},"
    "\"key_positions\":{\"dtype\":\"I64\",\"shape\":[1,1],\"data_offsets\":[18,26]},"
    "\"rope_cos\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[26,30]},"
    "\"rope_sin\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[30,34]}}";

static const char with_tables[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"position\\\":\\\"shaw\\\"}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[0,2]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[2,4]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1],\"data_offsets\":[4,6]},"
    "\"position_table\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[6,10]},"
    "\"position_values\":{\"dtype\":\"F64\",\"shape\":[1,1],\"data_offsets\":[10,18]}}";

/* Two entries in one block of two slots, of which the second has one key. */
static const char with_pages[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[2,1,1,1],\"data_offsets\":[0,4]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[1,2,1,1],\"data_offsets\":[4,8]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[1,2,1,1],\"data_offsets\":[8,12]},"
    "\"block_table\":{\"dtype\":\"I32\",\"shape\":[2,1],\"data_offsets\":[12,20]},"
    "\"key_lengths\":{\"dtype\":\"I32\",\"shape\":[2],\"data_offsets\":[20,28]}}";
static const unsigned char of_pages[28] = {[20] = 2, [24] = 1};

/* A sequence of one query and two keys, and one of none. */
static const char with_sequences[] =
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1}\"},"
    "\"q\":{\"dtype\":\"F16\",\"shape\":[1,1,1],\"data_offsets\":[0,2]},"
    "\"k\":{\"dtype\":\"F16\",\"shape\":[2,1,1],\"data_offsets\":[2,6]},"
    "\"v\":{\"dtype\":\"F16\",\"shape\":[2,1,1],\"data_offsets\":[6,10]},"
    "\"out\":{\"dtype\":\"F16\",\"shape\":[1,1,1],\"data_offsets\":[10,12]},"
    "\"lse\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[12,16]},"
    "\"cu_seqlens_q\":{\"dtype\":\"I32\",\"shape\":[3],\"data_offsets\":[16,28]},"
    "\"cu_seqlens_k\":{\"dtype\":\"I32\",\"shape\":[3],\"data_offsets\":[28,40]},"
    "\"query_lengths\":{\"dtype\":\"I32\",\"shape\":[2],\"data_offsets\":[40,48]}}";
static const unsigned char of_sequences[48] = {[20] = 1, [24] = 1, [32] = 2, [36] = 2, [40] = 1};

static const struct {
    const char *header;
    size_t data_size;
    const unsigned char *data; /* NULL: zeros */
} cases[] = {{header, 8, NULL},
             {with_tensors, 16, NULL},
             {with_masks, 19, NULL},
             {with_positions, 34, NULL},
             {with_tables, 18, NULL},
             {with_pages, 28, of_pages},
             {with_sequences, 48, of_sequences}};

/* Whether the reading succeeds when only so many allocations do. */
static bool read_within(size_t allocations, int number) {
    file_bytes file = safetensors_file(cases[number].header, cases[number].data, cases[number].data_size);
    plumb_case c;
    plumb_error error = {""};
    allowed = allocations;
    refused = false;
    held = 0;
    counting = true;
    int result = plumb_case_read_bytes(file.bytes, file.size, "x", &c, &error);
    counting = false;
    free(file.bytes);
    if (result == 0) {
        ck_assert_msg(!refused, "%zu: a failed allocation went unnoticed", allocations);
        plumb_case_free(&c);
        return true;
    }
    ck_assert_msg(held == 0, "%zu: %ld blocks are left", allocations, held);
    ck_assert_ptr_null(c.storage);
    ck_assert_msg(strstr(error.text, ": not enough memory") != NULL, "%zu: %s", allocations,
                  error.text);
    return false;
}

START_TEST(every_allocation_may_fail) {
    size_t allocations = 0;
    while (!read_within(allocations, _i))
        allocations++;
    ck_assert_uint_gt(allocations, 20);
}
END_TEST

/* The same of a file whose numbers are borrowed. */
static bool read_borrowed_within(size_t allocations, const char *path) {
    plumb_case c;
    plumb_error error = {""};
    allowed = allocations;
    refused = false;
    held = 0;
    counting = true;
    int result = plumb_case_read_borrowed(path, &c, &error);
    if (result == 0)
        plumb_case_free(&c);
    counting = false;
    ck_assert_msg(held == 0, "%zu: %ld blocks are left", allocations, held);
    ck_assert(result == 0 || strstr(error.text, "not enough memory") != NULL);
    return result == 0;
}

START_TEST(every_allocation_of_a_borrowed_case_may_fail) {
    char path[PLACE_SIZE];
    FILE *stream = fdopen(make_file(path), "wb");
    file_bytes file = safetensors_file(cases[_i].header, cases[_i].data, cases[_i].data_size);
    fwrite(file.bytes, 1, file.size, stream);
    ck_assert_int_eq(fclose(stream), 0);
    free(file.bytes);
    size_t allocations = 0;
    while (!read_borrowed_within(allocations, path))
        allocations++;
    ck_assert_uint_gt(allocations, 20);
    unlink(path);
}
END_TEST

/* A text of many times the first size of jansson's buffer, so that it has to grow. */
START_TEST(printing_is_complete_or_fails) {
    static char wanted[200], letters[sizeof wanted - 10];
    memset(letters, 'a', sizeof letters - 1);
    snprintf(wanted, sizeof wanted, "{\"k\":\"%s\"}", letters);
    json_t *value = json_pack("{s:s}", "k", letters);
    char *text = NULL;
    for (size_t allocations = 0; text == NULL; allocations++) {
        allowed = allocations;
        refused = false;
        counting = true;
        text = plumb_json_print(value);
        counting = false;
    }
    ck_assert(!refused);
    ck_assert_str_eq(text, wanted);
    free(text);
    json_decref(value);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("allocations");
    tcase_add_loop_test(tests, every_allocation_may_fail, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tests, every_allocation_of_a_borrowed_case_may_fail, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_test(tests, printing_is_complete_or_fails);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
#endif
