/* test_safetensors.c - the container: one wrong file to each rule, and right ones. */
#include "case/safetensors.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/support/suite.h"

#define F32_2 "\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"

static const struct {
    const char *header;
    size_t data_size;
    const char *message;
} refused[] = {
    /* The header as a whole. */
    {"", 0, "x: header does not start with '{'"},
    {" {}", 0, "x: header does not start with '{'"},
    {"[]", 0, "x: header does not start with '{'"},
    {"{", 0, "x: header does not end with '}' and spaces"},
    {"{}\n", 0, "x: header does not end with '}' and spaces"},
    {"{}}", 0, "x: header: not valid JSON: end of file expected near '}', line 1, column 3"},
    {"{\"a\":{" F32_2 "},\"a\":{" F32_2 "}}", 8,
     "x: header: not valid JSON: duplicate object key near '\"a\"', line 1, column 55"},
    {"{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}", 0,
     "x: header: not valid JSON: duplicate object key near '\"dtype\"', line 1, column 16"},
    {"{\"a\\u0000b\":{" F32_2 "}}", 8,
     "x: header: not valid JSON: \\u0000 is not allowed near '\"a\\u0000', line 1, column 2"},
    {"{\"a\xff\":{" F32_2 "}}", 8,
     "x: header: not valid JSON: a byte that is not UTF-8 near '\"a', line 1, column 2"},
    /* Metadata. */
    {"{\"__metadata__\":[]}", 0, "x: __metadata__ is not an object"},
    {"{\"__metadata__\":{\"a\":1}}", 0, "x: __metadata__: 'a' is not a string"},
    /* Members of an entry. */
    {"{\"a\":1}", 0, "x: a: header entry is not an object"},
    {"{\"a\":{" F32_2 ",\"device\":\"cpu\"}}", 8, "x: a: unknown header member 'device'"},
    {"{\"a\":{\"shape\":[2],\"data_offsets\":[0,8]}}", 8, "x: a: dtype is missing or not a string"},
    {"{\"a\":{\"dtype\":4,\"shape\":[2],\"data_offsets\":[0,8]}}", 8,
     "x: a: dtype is missing or not a string"},
    /* Shapes. */
    {"{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}}", 8,
     "x: a: shape is missing or not an array"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":2,\"data_offsets\":[0,8]}}", 8,
     "x: a: shape is missing or not an array"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}}", 8,
     "x: a: shape[0] is not a non-negative integer"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,2.0],\"data_offsets\":[0,8]}}", 8,
     "x: a: shape[1] is not a non-negative integer"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[\"2\"],\"data_offsets\":[0,8]}}", 8,
     "x: a: shape[0] is not a non-negative integer"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[18446744073709551616],\"data_offsets\":[0,8]}}", 8,
     "x: header: not valid JSON: too big integer near '18446744073709551616', line 1, column 25"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,2],\"data_offsets\":[0,8]}}", 8,
     "x: a: shape has 9 dimensions; expected at most 8"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]}}", 0,
     "x: a: shape [4294967296,4294967296] has more elements than memory has bytes"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904],\"data_offsets\":[0,0]}}", 0,
     "x: a: shape [4611686018427387904] of F32 does not fill 0 bytes of data"},
    /* Places of the data. */
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}", 8,
     "x: a: data_offsets is missing or not two non-negative integers"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]}}", 8,
     "x: a: data_offsets is missing or not two non-negative integers"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,8]}}", 8,
     "x: a: data_offsets is missing or not two non-negative integers"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[-8,0]}}", 8,
     "x: a: data_offsets is missing or not two non-negative integers"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8e0]}}", 8,
     "x: a: data_offsets is missing or not two non-negative integers"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}}", 8,
     "x: a: data_offsets [8,0] end before they begin"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 7,
     "x: a: data_offsets [0,8] exceed the 7 bytes of data"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[9223372036854775799,"
     "9223372036854775807]}}",
     8, "x: a: data_offsets [9223372036854775799,9223372036854775807] exceed the 8 bytes of data"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}", 8,
     "x: a: shape [3] of F32 does not fill 8 bytes of data"},
    {"{\"a\":{\"dtype\":\"BF16\",\"shape\":[2,2],\"data_offsets\":[0,7]}}", 7,
     "x: a: shape [2,2] of BF16 does not fill 7 bytes of data"},
    {"{\"a\":{" F32_2 "},\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", 12,
     "x: b: data overlap those of a"},
    {"{\"a\":{" F32_2 "},\"b\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[4,4]}}", 8,
     "x: b: data overlap those of a"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", 8,
     "x: a: bytes 0 to 4 before its data belong to no tensor"},
    {"{\"a\":{" F32_2 "}}", 11, "x: the last 3 bytes belong to no tensor"},
    {"{}", 1, "x: the last 1 bytes belong to no tensor"},
    {"{\"a\\u001b[2J\":1}", 0, "x: a\\u001B[2J: header entry is not an object"},
};

static int parse(file_bytes file, plumb_storage *storage, plumb_safetensors *out,
                 plumb_error *error) {
    return plumb_safetensors_parse(file.bytes, file.size, "x", storage, out, error);
}

static void refuse(file_bytes file, const char *message) {
    plumb_storage storage = {0};
    plumb_safetensors out;
    plumb_error error = {""};
    ck_assert_int_eq(parse(file, &storage, &out, &error), -1);
    ck_assert_str_eq(error.text, message);
    plumb_storage_free(&storage);
    free(file.bytes);
}

START_TEST(refuses_header) {
    refuse(safetensors_file(refused[_i].header, NULL, refused[_i].data_size), refused[_i].message);
}
END_TEST

static void refuse_bytes(const char *bytes, size_t size, const char *message) {
    refuse(file_of(bytes, size), message);
}

START_TEST(refuses_length) {
    refuse_bytes("", 0, "x: 0 bytes are too few for a safetensors file");
    refuse_bytes("\2\0\0\0\0\0\0", 7, "x: 7 bytes are too few for a safetensors file");
    refuse_bytes("\3\0\0\0\0\0\0\0{}", 10,
                 "x: header length 3 exceeds the 2 bytes after it; the file seems to be truncated");
    refuse_bytes("\1\341\365\5\0\0\0\0{}", 10,
                 "x: header length 100000001 is above the format's limit of 100000000");
    refuse_bytes("\377\377\377\377\377\377\377\377{}", 10,
                 "x: header length 18446744073709551615 is above the format's limit of 100000000");
    refuse_bytes("\370\377\377\377\377\377\377\377{}", 10,
                 "x: header length 18446744073709551608 is above the format's limit of 100000000");
}
END_TEST

START_TEST(refuses_zero_byte_in_header) {
    refuse_bytes("\4\0\0\0\0\0\0\0{\0 }", 12,
                 "x: header: not valid JSON: string or '}' expected near '', line 1, column 2");
}
END_TEST

START_TEST(refuses_deep_nesting) {
    enum { DEPTH = 100000 };
    static char header[2 * DEPTH + 8];
    strcpy(header, "{\"a\":");
    memset(header + 5, '[', DEPTH);
    memset(header + 5 + DEPTH, ']', DEPTH);
    header[5 + 2 * DEPTH] = '}';
    refuse(safetensors_file(header, NULL, 0),
           "x: header: not valid JSON: maximum parsing depth reached near '[', line 1, column 69");
}
END_TEST

/* Out of order, of every kind, one empty, one of a dtype that is only passed over. */
START_TEST(reads_tensors) {
    static const char header[] =
        "{\"b\":{\"dtype\":\"F16\",\"shape\":[1,2],\"data_offsets\":[3,7]},"
        "\"__metadata__\":{\"format\":\"pt\",\"plumbline\":\"{}\"},"
        "\"a\":{\"dtype\":\"F4\",\"shape\":[6],\"data_offsets\":[0,3]},"
        "\"c\":{\"dtype\":\"I64\",\"shape\":[9223372036854775807,9223372036854775807,0],"
        "\"data_offsets\":[7,7]},"
        "\"d\":{\"dtype\":\"BOOL\",\"shape\":[],\"data_offsets\":[7,8]}}    ";
    file_bytes file = safetensors_file(header, "abcdefgh", 8);
    plumb_storage storage = {0};
    plumb_safetensors out;
    plumb_error error;
    ck_assert_int_eq(parse(file, &storage, &out, &error), 0);
    ck_assert_uint_eq(out.count, 4);
    ck_assert_str_eq(out.description, "{}");
    ck_assert_str_eq(out.tensor[0].name, "b");
    ck_assert_int_eq(out.tensor[0].dtype, PLUMB_DTYPE_F16);
    ck_assert_uint_eq(out.tensor[0].rank, 2);
    ck_assert_uint_eq(out.tensor[0].shape[1], 2);
    ck_assert_uint_eq(out.tensor[0].count, 2);
    ck_assert_mem_eq(out.tensor[0].bytes, "defg", 4);
    ck_assert_int_eq(out.tensor[1].dtype, PLUMB_DTYPE_OTHER);
    ck_assert_str_eq(out.tensor[1].dtype_name, "F4");
    plumb_tensor alike = plumb_tensor_of("a", out.tensor[1].dtype, out.tensor[1].rank, out.tensor[1].shape);
    ck_assert_str_eq(alike.dtype_name, "another");
    ck_assert_uint_eq(plumb_dtype_size(alike.dtype), 0);
    ck_assert_uint_eq(out.tensor[2].count, 0);
    ck_assert_uint_eq(out.tensor[3].count, 1);
    ck_assert_mem_eq(out.tensor[3].bytes, "h", 1);
    plumb_storage_free(&storage);
    free(file.bytes);
}
END_TEST

START_TEST(reads_empty_header) {
    file_bytes file = safetensors_file("{}", NULL, 0);
    plumb_storage storage = {0};
    plumb_safetensors out;
    plumb_error error;
    ck_assert_int_eq(parse(file, &storage, &out, &error), 0);
    ck_assert_uint_eq(out.count, 0);
    ck_assert_ptr_null(out.description);
    plumb_storage_free(&storage);
    free(file.bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("safetensors");
    TCase *tests = tcase_create("container");
    tcase_add_loop_test(tests, refuses_header, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, refuses_length);
    tcase_add_test(tests, refuses_zero_byte_in_header);
    tcase_add_test(tests, refuses_deep_nesting);
    tcase_add_test(tests, reads_tensors);
    tcase_add_test(tests, reads_empty_header);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
