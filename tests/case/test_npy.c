/* test_npy.c - NumPy's files: one wrong file to each rule, and right ones. */
#include "base/little_endian.h"
#include "case/npy.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/support/suite.h"
#include <string.h>

#define C_ORDER "'fortran_order': False, "

static file_bytes npy_file(unsigned major, const char *header, size_t data_size) {
    size_t length = strlen(header), prefix = major == 1 ? 10 : 12;
    file_bytes file = {calloc(prefix + length + data_size, 1), prefix + length + data_size};
    ck_assert_ptr_nonnull(file.bytes);
    memcpy(file.bytes, "\x93NUMPY", 6);
    file.bytes[6] = (unsigned char)major;
    plumb_store(file.bytes + 8, prefix - 8, length);
    memcpy(file.bytes + prefix, header, length);
    return file;
}

static void refuse(file_bytes file, const char *message) {
    plumb_tensor out;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_npy_parse(file.bytes, file.size, "x.npy", "q", false, &out, &error), -1);
    ck_assert_str_eq(error.text, message);
    free(file.bytes);
}

static const struct {
    const char *header;
    size_t data_size;
    const char *message;
} refused[] = {
    {"", 0, "x.npy: q: malformed header: '{' expected"},
    {"[]", 0, "x.npy: q: malformed header: '{' expected"},
    {"{", 0, "x.npy: q: malformed header: a string expected"},
    {"{1: 2}", 0, "x.npy: q: malformed header: a string expected"},
    {"{'descr", 0, "x.npy: q: malformed header: a closing quote expected"},
    {"{'descr'}", 0, "x.npy: q: malformed header: ':' expected"},
    {"{}", 0, "x.npy: q: header does not state 'descr'"},
    {"{'descr': '<f8'}", 0, "x.npy: q: header does not state 'fortran_order'"},
    {"{'descr': '<f8', 'fortran_order': False}", 0, "x.npy: q: header does not state 'shape'"},
    {"{'descr': '<f8', 'descr': '<f8'}", 0, "x.npy: q: header states 'descr' twice"},
    {"{'device': 'cpu'}", 0, "x.npy: q: unknown header member 'device'"},
    {"{'descr': '<f8' 'shape': ()}", 0, "x.npy: q: malformed header: a comma expected"},
    {"{'descr': '>f8'}", 0,
     "x.npy: q: dtype '>f8' is not one of '<f8', '<f4', '<f2', '<u2', '<i8', '<i4', '|i1', '|u1', '|b1'; save it in "
     "little-endian order"},
    {"{'descr': '<i2'}", 0,
     "x.npy: q: dtype '<i2' is not one of '<f8', '<f4', '<f2', '<u2', '<i8', '<i4', '|i1', '|u1', '|b1'"},
    {"{'descr': '<f16'}", 0,
     "x.npy: q: dtype '<f16' is not one of '<f8', '<f4', '<f2', '<u2', '<i8', '<i4', '|i1', '|u1', '|b1'"},
    {"{'descr': [('a', '<f8')]}", 0, "x.npy: q: malformed header: a string expected"},
    {"{'descr': '<u2'}", 0, "x.npy: q: dtype '<u2' is supported only as bfloat16, with --bf16"},
    {"{'fortran_order': True}", 0, "x.npy: q: Fortran order is not supported; save it in C order"},
    {"{'fortran_order': 0}", 0, "x.npy: q: malformed header: True or False expected"},
    {"{'shape': 3}", 0, "x.npy: q: malformed header: a tuple expected"},
    {"{'shape': (3)}", 0, "x.npy: q: malformed header: a comma expected"},
    {"{'shape': (3", 0, "x.npy: q: malformed header: a comma expected"},
    {"{'shape': (3,", 0, "x.npy: q: malformed header: a dimension expected"},
    {"{'shape': (,)}", 0, "x.npy: q: malformed header: a dimension expected"},
    {"{'shape': (-1,)}", 0, "x.npy: q: malformed header: a dimension expected"},
    {"{'shape': (3L,)}", 0, "x.npy: q: malformed header: a comma expected"},
    {"{'shape': (3 4)}", 0, "x.npy: q: malformed header: a comma expected"},
    {"{'shape': (18446744073709551616,)}", 0, "x.npy: q: a dimension is larger than any memory"},
    {"{'shape': (1,1,1,1,1,1,1,1,1)}", 0, "x.npy: q: shape has more than 8 dimensions"},
    {"{'descr': '<f8', " C_ORDER "'shape': ()} x", 8, "x.npy: q: malformed header: its end expected"},
    {"{'descr': '<f8', " C_ORDER "'shape': (4294967296, 4294967296)}", 0,
     "x.npy: q: shape [4294967296,4294967296] has more elements than memory has bytes"},
    {"{'descr': '<f8', " C_ORDER "'shape': (2305843009213693952,)}", 0,
     "x.npy: q: shape [2305843009213693952] of '<f8' does not fill 0 bytes of data"},
    {"{'descr': '<f8', " C_ORDER "'shape': (2,)}", 15, "x.npy: q: shape [2] of '<f8' does not fill 15 bytes of data"},
    {"{'descr': '<f4', " C_ORDER "'shape': (2,)}", 9, "x.npy: q: shape [2] of '<f4' does not fill 9 bytes of data"},
};

START_TEST(refuses_header) {
    refuse(npy_file(1, refused[_i].header, refused[_i].data_size), refused[_i].message);
}
END_TEST

static void refuse_bytes(const char *bytes, size_t size, const char *message) {
    refuse(file_of(bytes, size), message);
}

START_TEST(refuses_prefix) {
    refuse_bytes("", 0, "x.npy: q: not a .npy file");
    refuse_bytes("\x93NUMPY\1", 7, "x.npy: q: not a .npy file");
    refuse_bytes("\x93NUMPX\1\0\0\0", 10, "x.npy: q: not a .npy file");
    refuse_bytes("\x93NUMPY\4\0\0\0", 10, "x.npy: q: .npy format 4.0 is not one of 1.0, 2.0, 3.0");
    refuse_bytes("\x93NUMPY\1\1\0\0", 10, "x.npy: q: .npy format 1.1 is not one of 1.0, 2.0, 3.0");
    refuse_bytes("\x93NUMPY\0\0\0\0", 10, "x.npy: q: .npy format 0.0 is not one of 1.0, 2.0, 3.0");
    refuse_bytes("\x93NUMPY\1\0\0", 9, "x.npy: q: the file ends inside its header");
    refuse_bytes("\x93NUMPY\2\0\0\0\0", 11, "x.npy: q: the file ends inside its header");
    refuse_bytes("\x93NUMPY\1\0\1\0", 10,
                 "x.npy: q: header length 1 exceeds the 0 bytes after it");
    refuse_bytes("\x93NUMPY\2\0\377\377\377\377", 12,
                 "x.npy: q: header length 4294967295 is above the limit of 10000");
}
END_TEST

static const struct {
    unsigned major;
    const char *header;
    size_t data_size;
    bool bfloat16;
    plumb_dtype dtype;
    size_t rank, shape[3];
} read_well[] = {
    {1,
     "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }      \n",
     48,
     false,
     PLUMB_DTYPE_F64,
     2,
     {2, 3, 0}},
    {2,
     "{\"shape\":(3,),\"descr\":\"<f4\",\"fortran_order\":False}",
     12,
     false,
     PLUMB_DTYPE_F32,
     1,
     {3, 0, 0}},
    {3,
     "{ 'descr' : '<f2' , 'fortran_order' : False , 'shape' : ( 1 , 1 , 2 ) , } ",
     4,
     false,
     PLUMB_DTYPE_F16,
     3,
     {1, 1, 2}},
    {1,
     "{'descr': '<f8', 'fortran_order': False, 'shape': ()}",
     8,
     true,
     PLUMB_DTYPE_F64,
     0,
     {0, 0, 0}},
    {1,
     "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1)}",
     16,
     false,
     PLUMB_DTYPE_I64,
     2,
     {2, 1, 0}},
    {1,
     "{'descr': '<i4', 'fortran_order': False, 'shape': (3,)}",
     12,
     true,
     PLUMB_DTYPE_I32,
     1,
     {3, 0, 0}},
    {1,
     "{'descr': '|b1', 'fortran_order': False, 'shape': (1, 5)}",
     5,
     false,
     PLUMB_DTYPE_BOOL,
     2,
     {1, 5, 0}},
    {1,
     "{'descr': '<u2', 'fortran_order': False, 'shape': (0, 7)}",
     0,
     true,
     PLUMB_DTYPE_BF16,
     2,
     {0, 7, 0}},
};

START_TEST(reads) {
    file_bytes file = npy_file(read_well[_i].major, read_well[_i].header, read_well[_i].data_size);
    plumb_tensor out;
    plumb_error error = {""};
    int result =
        plumb_npy_parse(file.bytes, file.size, "x.npy", "q", read_well[_i].bfloat16, &out, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_int_eq(out.dtype, read_well[_i].dtype);
    ck_assert_uint_eq(out.rank, read_well[_i].rank);
    for (size_t i = 0; i < out.rank; i++)
        ck_assert_uint_eq(out.shape[i], read_well[_i].shape[i]);
    ck_assert_ptr_eq(out.bytes, file.bytes + file.size - read_well[_i].data_size);
    free(file.bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("npy");
    TCase *tests = tcase_create("header");
    tcase_add_loop_test(tests, refuses_header, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, refuses_prefix);
    tcase_add_loop_test(tests, reads, 0, (int)(sizeof read_well / sizeof *read_well));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
