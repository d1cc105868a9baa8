/* test_read.c - whole cases: tensors and description against each other. */
#include "case/read.h"
#include "tests/case/draft.h"
#include "tests/support/place.h"
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *q, *k, *v;
    const char *message;
} shapes[] = {
    {"[1,3,4]", "[1,1,5,4]", "[1,1,5,1]",
     "x: q: shape [1,3,4] is not [batch,query_heads,query_length,head_dim]"},
    {"[0,1,3,4]", "[0,1,5,4]", "[0,1,5,1]",
     "x: q: shape [0,1,3,4] has batch 0; expected at least 1"},
    {"[1,0,3,4]", "[1,1,5,4]", "[1,1,5,1]",
     "x: q: shape [1,0,3,4] has query_heads 0; expected at least 1"},
    {"[1,1,0,4]", "[1,1,5,4]", "[1,1,5,1]",
     "x: q: shape [1,1,0,4] has query_length 0; expected at least 1"},
    {"[1,1,3,0]", "[1,1,5,0]", "[1,1,5,1]",
     "x: q: shape [1,1,3,0] has head_dim 0; expected at least 1"},
    {"[1,1,3,4]", "[1,1,5,4,1]", "[1,1,5,1]",
     "x: k: shape [1,1,5,4,1] is not [batch,key_heads,key_length,head_dim]"},
    {"[1,1,3,4]", "[2,1,5,4]", "[1,1,5,1]", "x: k: shape [2,1,5,4] does not match q's batch 1"},
    {"[1,1,3,4]", "[1,0,5,4]", "[1,0,5,1]",
     "x: k: shape [1,0,5,4] has key_heads 0; expected at least 1"},
    {"[1,1,3,4]", "[1,1,5,8]", "[1,1,5,1]", "x: k: shape [1,1,5,8] does not match q's head_dim 4"},
    {"[1,6,3,4]", "[1,4,5,4]", "[1,4,5,1]",
     "x: k: shape [1,4,5,4]: q's 6 heads are not a multiple of 4"},
    {"[1,1,3,4]", "[1,2,5,4]", "[1,2,5,1]",
     "x: k: shape [1,2,5,4]: q's 1 heads are not a multiple of 2"},
    {"[1,1,3,4]", "[1,1,5,4]", "[5,1]",
     "x: v: shape [5,1] is not [batch,key_heads,key_length,value_dim]"},
    {"[1,1,3,4]", "[1,1,5,4]", "[2,1,5,1]", "x: v: shape [2,1,5,1] does not match k's batch 1"},
    {"[1,2,3,4]", "[1,1,5,4]", "[1,2,5,1]", "x: v: shape [1,2,5,1] does not match k's key_heads 1"},
    {"[1,1,3,4]", "[1,1,5,4]", "[1,1,3,1]",
     "x: v: shape [1,1,3,1] does not match k's key_length 5"},
    {"[1,1,3,4]", "[1,1,5,4]", "[1,1,5,0]",
     "x: v: shape [1,1,5,0] has value_dim 0; expected at least 1"},
    {"[1,1,3,4]", "[1,1,0,4]", "[1,1,0,4611686018427387904]",
     "x: an output of shape [1,1,3,4611686018427387904] does not fit into memory"},
    {"[1,1,2,4]", "[1,1,0,4]", "[1,1,0,576460752303423488]",
     "x: an output of shape [1,1,2,576460752303423488] does not fit into memory"},
};

static size_t shape_bytes(const char *shape) {
    size_t bytes = 4;
    for (const char *c = shape; *c != 0; c += strcspn(c, ",") + (c[strcspn(c, ",")] != 0))
        bytes *= (size_t)strtoull(c + (*c == '['), NULL, 10);
    return bytes;
}

START_TEST(refuses_shapes) {
    draft d = start("");
    add_tensor(&d, "q", "F32", shapes[_i].q, shape_bytes(shapes[_i].q));
    add_tensor(&d, "k", "F32", shapes[_i].k, shape_bytes(shapes[_i].k));
    add_tensor(&d, "v", "F32", shapes[_i].v, shape_bytes(shapes[_i].v));
    refuse(d, shapes[_i].message);
}
END_TEST

START_TEST(refuses_missing_tensors) {
    draft d = start("");
    refuse(d, "x: q: missing");
    add_tensor(&d, "q", "F32", "[1,1,1,1]", 4);
    refuse(d, "x: k: missing");
    add_tensor(&d, "k", "F32", "[1,1,1,1]", 4);
    refuse(d, "x: v: missing");
}
END_TEST

START_TEST(refuses_unknown_tensors) {
    draft d = start_well("");
    add_tensor(&d, "biases", "F32", "[1]", 4);
    refuse(
        d,
        "x: biases: unknown tensor; a case has q, k, v, out, weights, scores, lse, query_segments, key_segments, "
        "allowed, key_lengths, block_table, kv_cache, cu_seqlens_q, cu_seqlens_k, those that `plumb operators` lists "
        "and extra.*; did you mean 'bias'?");
}
END_TEST

START_TEST(says_what_tensors_of_other_libraries_are_called) {
    static const char *const other[][2] = {{"query", "; use the tensor q"},
                                           {"output", "; use the tensor out"},
                                           {"grad_output", "; use the tensor out_grad"},
                                           {"cache_seqlens", "; use the tensor key_lengths, [B]"}};
    draft d = start_well("");
    char message[512];
    add_tensor(&d, other[_i][0], "F32", "[1]", 4);
    snprintf(message, sizeof message,
             "x: %s: unknown tensor; a case has q, k, v, out, weights, scores, lse, query_segments, key_segments, "
             "allowed, key_lengths, block_table, kv_cache, cu_seqlens_q, cu_seqlens_k, those that `plumb operators` "
             "lists and extra.*%s",
             other[_i][0], other[_i][1]);
    refuse(d, message);
}
END_TEST

START_TEST(passes_over_extra_tensors) {
    draft d = start_well("");
    add_tensor(&d, "extra.bias", "F8_E4M3", "[7]", 7);
    plumb_case c = accept(d, NULL);
    plumb_case_free(&c);
}
END_TEST

/* 1 in binary64, and the same bits, which are 3 + 2^-9 in binary16 and 32.25 in bfloat16 */
START_TEST(vectors_have_formats_of_their_own) {
    static const unsigned char bytes[] = {0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 1, 0x42, 1, 0x42};
    draft d = start("");
    add_tensor(&d, "q", "F64", "[1,1,1,1]", 8);
    add_tensor(&d, "k", "F16", "[1,1,1,1]", 2);
    add_tensor(&d, "v", "BF16", "[1,1,1,1]", 2);
    plumb_case c = accept(d, bytes);
    ck_assert_double_eq(c.problem.query[0], 1);
    ck_assert_double_eq(c.problem.key[0], 3 + 0x1p-9);
    ck_assert_double_eq(c.problem.value[0], 32.25);
    ck_assert_int_eq(c.vector_format[0], PLUMB_F64);
    ck_assert_int_eq(c.vector_format[1], PLUMB_F16);
    ck_assert_int_eq(c.input_format, PLUMB_BF16);
    plumb_case_free(&c);
}
END_TEST

START_TEST(refuses_dtypes) {
    draft d = start("");
    add_tensor(&d, "q", "I32", "[1,1,1,1]", 4);
    add_tensor(&d, "k", "F32", "[1,1,1,1]", 4);
    add_tensor(&d, "v", "F32", "[1,1,1,1]", 4);
    refuse(d, "x: q: dtype I32 is not one of F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I8, U8");
    d = start("");
    add_tensor(&d, "q", "F16", "[1,1,1,1]", 2);
    add_tensor(&d, "k", "F8_E8M0", "[1,1,1,1]", 1);
    add_tensor(&d, "v", "F16", "[1,1,1,1]", 2);
    refuse(d, "x: k: dtype F8_E8M0 is not one of F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I8, U8");
    d = start_well("");
    add_tensor(&d, "out", "BOOL", "[2,6,3,1]", 36);
    refuse(d, "x: out: dtype BOOL is not one of F64, F32, F16, BF16");
}
END_TEST

START_TEST(refuses_claims) {
    draft d = start_well("");
    add_tensor(&d, "out", "F32", "[2,3,6,1]", 144);
    refuse(d, "x: out: shape [2,3,6,1] is not [2,6,3,1]; it fits with axes 1 and 2 exchanged: from [B,S,H,D], pass "
              "x.swapaxes(1, 2)");
    d = start_well("");
    add_tensor(&d, "weights", "F32", "[2,6,3,4]", 576);
    refuse(d, "x: weights: shape [2,6,3,4] is not [2,6,3,5]");
    d = start_well("");
    add_tensor(&d, "scores", "F32", "[2,2,3,5]", 240);
    refuse(d, "x: scores: shape [2,2,3,5] is not [2,6,3,5]");
    d = start_well("");
    add_tensor(&d, "lse", "F32", "[2,6,3,1]", 144);
    refuse(d, "x: lse: shape [2,6,3,1] is not [2,6,3]; it fits without its last axis: pass x.squeeze(-1)");
}
END_TEST

START_TEST(refuses_descriptions) {
    draft d = {.header = "{\"__metadata__\":{\"format\":\"pt\"}", .data_size = 0};
    refuse(d, "x: __metadata__: key 'plumbline' is missing; expected a JSON text, such as {\"version\": 1, \"mask\": "
              "\"none\"}");
    refuse(start_well(",\"masks\":\"none\""),
           "x: plumbline.masks: unknown key; `plumb conventions` lists the keys; did you mean 'mask'?");
    refuse(start_well(",\"mask\":\"causal\""),
           "x: causal_alignment: missing: query_length is 3 and key_length 5; expected top-left (query t sees keys up "
           "to t), bottom-right (the last query sees all keys, as with a cache) or an offset");
}
END_TEST

static plumb_causal causal_of(const char *members) {
    plumb_case c = accept(start_well(members), NULL);
    plumb_causal causal = c.problem.causal;
    plumb_case_free(&c);
    return causal;
}

START_TEST(resolves_alignment) {
    ck_assert(!causal_of("").causal);
    plumb_causal top = causal_of(",\"mask\":\"causal\",\"causal_alignment\":\"top-left\"");
    ck_assert(top.causal);
    ck_assert_int_eq(top.offset, 0);
    plumb_causal bottom = causal_of(",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\"");
    ck_assert(bottom.causal);
    ck_assert_int_eq(bottom.offset, 2);
    plumb_causal offset = causal_of(",\"mask\":\"causal\",\"causal_alignment\":{\"offset\":-7}");
    ck_assert(offset.causal);
    ck_assert_int_eq(offset.offset, -7);
}
END_TEST

START_TEST(alignment_of_a_square_needs_no_statement) {
    draft d = start(",\"mask\":\"causal\"");
    add_tensor(&d, "q", "F16", "[1,1,2,1]", 4);
    add_tensor(&d, "k", "F16", "[1,1,2,1]", 4);
    add_tensor(&d, "v", "F16", "[1,1,2,1]", 4);
    plumb_case c = accept(d, NULL);
    ck_assert(c.problem.causal.causal);
    ck_assert_int_eq(c.problem.causal.offset, 0);
    plumb_case_free(&c);
}
END_TEST

START_TEST(reads_shapes_and_conventions) {
    draft d = start_well(",\"scale\":0.5,\"empty_row\":\"nan\",\"engine\":{\"name\":\"N\","
                         "\"version\":\"V\",\"precision\":\"P\"},\"note\":\"why\"");
    add_tensor(&d, "lse", "F64", "[2,6,3]", 288);
    add_tensor(&d, "out", "BF16", "[2,6,3,1]", 72);
    plumb_case c = accept(d, NULL);
    const plumb_problem *p = &c.problem;
    ck_assert_uint_eq(p->batch, 2);
    ck_assert_uint_eq(p->query_heads, 6);
    ck_assert_uint_eq(p->key_heads, 2);
    ck_assert_uint_eq(p->query_length, 3);
    ck_assert_uint_eq(p->key_length, 5);
    ck_assert_uint_eq(p->head_dim, 4);
    ck_assert_uint_eq(p->value_dim, 1);
    ck_assert_str_eq(p->scale.text, "5e-01");
    ck_assert_int_eq(p->empty_row, PLUMB_EMPTY_ROW_NAN);
    ck_assert_int_eq(c.input_format, PLUMB_F32);
    ck_assert(c.output.present);
    ck_assert_int_eq(c.output.format, PLUMB_BF16);
    ck_assert_uint_eq(c.output.count, 36);
    ck_assert(c.lse.present);
    ck_assert_int_eq(c.lse.format, PLUMB_F64);
    ck_assert_uint_eq(c.lse.count, 36);
    ck_assert(!c.weights.present);
    ck_assert(!c.scores.present);
    ck_assert_str_eq(c.engine_name, "N");
    ck_assert_str_eq(c.engine_version, "V");
    ck_assert_str_eq(c.precision, "P");
    ck_assert_str_eq(c.note, "why");
    ck_assert_str_eq(c.source, "x");
    plumb_case_free(&c);
    ck_assert_ptr_null(c.storage);
}
END_TEST

static plumb_case read_members(const char *members, const char *tensors) {
    return accept(start_with(members, tensors), NULL);
}

START_TEST(reads_conventions_of_empty_rows) {
    plumb_case c = read_members("", "");
    ck_assert_int_eq(c.problem.empty_row, PLUMB_EMPTY_ROW_ZERO);
    ck_assert(!c.problem.empty_lse_positive);
    plumb_case_free(&c);
    c = read_members(",\"empty_row\":\"mean\",\"empty_lse\":\"plus-infinity\"", "");
    ck_assert_int_eq(c.problem.empty_row, PLUMB_EMPTY_ROW_MEAN);
    ck_assert(c.problem.empty_lse_positive);
    plumb_case_free(&c);
    c = read_members(",\"empty_row\":\"mean\",\"empty_lse\":\"minus-infinity\",\"sink\":"
                     "\"first-keys\",\"sink_keys\":1",
                     "");
    ck_assert(!c.problem.empty_lse_positive);
    plumb_case_free(&c);
}
END_TEST

static const struct {
    const char *members, *tensors, *message;
} conventions[] = {
    {",\"empty_row\":\"mean\",\"operator\":\"sigmoid\"", "",
     "x: empty_row: 'mean' applies only to operator softmax; this case has operator sigmoid"},
    {",\"empty_row\":\"mean\",\"operator\":\"scaled-softmax\",\"alpha\":1", "",
     "x: empty_row: 'mean' applies only to operator softmax; this case has operator scaled-softmax"},
    {",\"empty_row\":\"mean\",\"sink\":\"zero\"", "",
     "x: empty_row: 'mean': sink zero leaves no row empty"},
    {",\"empty_row\":\"mean\",\"sink\":\"logit\"", "sinks F32 [6]",
     "x: empty_row: 'mean': sink logit leaves no row empty"},
};

/* How something would be done that is not done here. */
static const struct {
    const char *members, *tensors;
} without_effect[] = {
    {",\"causal_alignment\":\"top-left\"", ""},
    {",\"causal_alignment\":\"bottom-right\"", "allowed BOOL [1,1,1,5]"},
    {",\"causal_alignment\":{\"offset\":3}", "query_segments I64 [2,3] key_segments I64 [2,5]"},
    {",\"causal_alignment\":\"top-left\",\"position\":\"alibi\",\"alibi_form\":\"key\"", ""},
    {",\"empty_lse\":\"minus-infinity\",\"operator\":\"softpick\"", ""},
    {",\"mask_polarity\":\"true-attends\"", ""},
    {",\"mask_polarity\":\"true-hides\"", "bias F32 [1,1,1,5]"},
    {",\"softcap_order\":\"cap-bias-mask\"", ""},
    {",\"softcap\":0,\"softcap_order\":\"bias-mask-cap\"", ""},
    {",\"streaming_positions\":\"text\"", ""},
};

START_TEST(accepts_what_has_no_effect) {
    plumb_case c = accept(start_with(without_effect[_i].members, without_effect[_i].tensors), NULL);
    ck_assert(!c.problem.causal.causal && c.problem.op.softcap == 0);
    plumb_case_free(&c);
}
END_TEST

START_TEST(refuses_conventions) {
    refuse(start_with(conventions[_i].members, conventions[_i].tensors), conventions[_i].message);
}
END_TEST

START_TEST(refuses_the_mean_of_no_values) {
    draft d = start(",\"empty_row\":\"mean\"");
    add_tensor(&d, "q", "F32", "[1,1,2,1]", 8);
    add_tensor(&d, "k", "F32", "[1,1,0,1]", 0);
    add_tensor(&d, "v", "F32", "[1,1,0,1]", 0);
    refuse(d, "x: empty_row: 'mean' is undefined: key_length is 0");
}
END_TEST

/* Where the scale is applied leaves the real number alone: it is kept for reports. */
START_TEST(keeps_the_site_of_the_scale) {
    static const char *const sites[] = {"score", "query", "both"};
    plumb_case c = read_members("", "");
    ck_assert_ptr_null(c.scale_site);
    plumb_case_free(&c);
    for (size_t i = 0; i < 3; i++) {
        char members[64];
        snprintf(members, sizeof members, ",\"scale_site\":\"%s\"", sites[i]);
        c = read_members(members, "");
        ck_assert_str_eq(c.scale_site, sites[i]);
        ck_assert_ptr_null(c.problem.scale.text);
        plumb_case_free(&c);
    }
}
END_TEST

/* Three bytes of another tensor in front leave every value unaligned; NaN and infinities pass. */
START_TEST(reads_unaligned_values) {
    static const unsigned char data[] = {
        1,    2,    3,                                  /* extra.a */
        0x00, 0x00, 0xC0, 0x3F, 0x00, 0x00, 0x80, 0xFF, /* q: 1.5, -infinity */
        0x00, 0x00, 0xC0, 0x7F, 0x01, 0x00, 0x00, 0x80, /* k: NaN, -2^-149 */
        0xFF, 0xFF, 0x7F, 0x7F,                         /* v: the largest */
        0x00, 0x7C,                                     /* out: infinity, F16 */
        0x18, 0x2D, 0x44, 0x54, 0xFB, 0x21, 0x09, 0x40  /* lse: pi, F64 */
    };
    draft d = start("");
    add_tensor(&d, "extra.a", "U8", "[3]", 3);
    add_tensor(&d, "q", "F32", "[1,1,1,2]", 8);
    add_tensor(&d, "k", "F32", "[1,1,1,2]", 8);
    add_tensor(&d, "v", "F32", "[1,1,1,1]", 4);
    add_tensor(&d, "out", "F16", "[1,1,1,1]", 2);
    add_tensor(&d, "lse", "F64", "[1,1,1]", 8);
    plumb_case c = accept(d, data);
    ck_assert_double_eq(c.problem.query[0], 1.5);
    ck_assert_double_eq(c.problem.query[1], -INFINITY);
    ck_assert(isnan(c.problem.key[0]));
    ck_assert_double_eq(c.problem.key[1], -0x1p-149);
    ck_assert_double_eq(c.problem.value[0], 0x1.fffffep127);
    ck_assert_double_eq(c.output.value[0], INFINITY);
    ck_assert_double_eq(c.lse.value[0], 0x1.921fb54442d18p1);
    plumb_case_free(&c);
}
END_TEST

START_TEST(reads_no_keys) {
    draft d = start("");
    add_tensor(&d, "q", "BF16", "[1,1,2,3]", 12);
    add_tensor(&d, "k", "BF16", "[1,1,0,3]", 0);
    add_tensor(&d, "v", "BF16", "[1,1,0,7]", 0);
    add_tensor(&d, "weights", "BF16", "[1,1,2,0]", 0);
    plumb_case c = accept(d, NULL);
    ck_assert_uint_eq(c.problem.key_length, 0);
    ck_assert_uint_eq(c.problem.value_dim, 7);
    ck_assert(c.weights.present);
    ck_assert_uint_eq(c.weights.count, 0);
    plumb_case_free(&c);
}
END_TEST

START_TEST(refuses_paths) {
    static const struct {
        const char *path, *message;
    } paths[] = {
        {"/nonexistent/x.safetensors", "/nonexistent/x.safetensors: No such file or directory"},
        {"/", "/: not a regular file"},
        {"/dev/null", "/dev/null: not a regular file"}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        plumb_case c;
        plumb_error error = {""};
        ck_assert_int_eq(plumb_case_read(paths[i].path, &c, &error), -1);
        ck_assert_str_eq(error.text, paths[i].message);
    }
}
END_TEST

/* A file of these bytes under a name of its own, to be unlinked. */
static void save(char path[PLACE_SIZE], const void *bytes, size_t size) {
    int descriptor = make_file(path);
    ck_assert_int_eq(write(descriptor, bytes, size), (int)size);
    close(descriptor);
}

static void save_npy(char path[PLACE_SIZE], const char *descr, const char *shape, size_t data_size) {
    unsigned char bytes[512] = "\x93NUMPY\1\0";
    int length = snprintf((char *)bytes + 10, sizeof bytes - 10,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s}", descr, shape);
    plumb_store(bytes + 8, 2, (uint64_t)length);
    save(path, bytes, 10 + (size_t)length + data_size);
}

START_TEST(reads_file) {
    draft d = start_well("");
    append(&d, "}");
    char path[PLACE_SIZE];
    file_bytes file = safetensors_file(d.header, NULL, d.data_size);
    save(path, file.bytes, file.size);
    free(file.bytes);
    plumb_case c;
    plumb_error error = {""};
    int result = plumb_case_read(path, &c, &error);
    unlink(path);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_str_eq(c.source, path);
    plumb_case_free(&c);
}
END_TEST

/* Query and key as f4, the value in the given dtype. */
static int read_npy(const char *value_descr, size_t value_size, bool bfloat16, plumb_case *c,
                    plumb_error *error) {
    char q[PLACE_SIZE], k[PLACE_SIZE], v[PLACE_SIZE];
    save_npy(q, "<f4", "(1, 2, 3, 4)", 96);
    save_npy(k, "<f4", "(1, 1, 5, 4)", 80);
    save_npy(v, value_descr, "(1, 1, 5, 2)", 10 * value_size);
    plumb_npy_case files = {.file = {[PLUMB_MEMBER_Q] = q, [PLUMB_MEMBER_K] = k, [PLUMB_MEMBER_V] = v},
                            .bfloat16 = bfloat16};
    int result = plumb_case_read_npy(&files, c, error);
    unlink(q);
    unlink(k);
    unlink(v);
    return result;
}

/* Tensors of many pages, none of which begins where a page does, and more elements than are decoded at a time: no byte
   of a file is let go before it is read, and none of a neighbour. */
START_TEST(a_file_has_the_numbers_of_its_bytes) {
    enum { KEYS = 300000 };
    draft d = start("");
    plumb_case read, held;
    plumb_error error = {""};
    add_tensor(&d, "q", "F32", "[1,1,1,4]", 16);
    add_tensor(&d, "k", "F32", "[1,1,300000,4]", 16 * KEYS);
    add_tensor(&d, "allowed", "BOOL", "[1,1,1,300000]", KEYS);
    add_tensor(&d, "v", "F32", "[1,1,300000,1]", 4 * KEYS);
    add_tensor(&d, "query_segments", "I32", "[1,1]", 4);
    add_tensor(&d, "key_segments", "I64", "[1,300000]", 8 * KEYS);
    add_tensor(&d, "weights", "F64", "[1,1,1,300000]", 8 * KEYS);
    append(&d, "}");
    file_bytes file = safetensors_file(d.header, NULL, d.data_size);
    unsigned char *data = file.bytes + file.size - d.data_size;
    for (size_t i = 0; i < d.data_size; i++) /* booleans are 1, and nothing is 0 */
        data[i] = (unsigned char)(i >= 16 + 16 * KEYS && i < 16 + 17 * KEYS ? 1 : 1 + i % 97);
    char path[PLACE_SIZE];
    int descriptor = make_file(path);
    ck_assert_int_eq(write(descriptor, file.bytes, file.size), (ssize_t)file.size);
    close(descriptor);
    ck_assert_int_eq(plumb_case_read(path, &read, &error), 0);
    ck_assert_int_eq(plumb_case_read_bytes(file.bytes, file.size, "x", &held, &error), 0);
    const plumb_problem *one = &read.problem, *other = &held.problem;
    ck_assert(memcmp(one->query, other->query, 4 * sizeof(double)) == 0);
    ck_assert(memcmp(one->key, other->key, 4 * KEYS * sizeof(double)) == 0);
    ck_assert(memcmp(one->value, other->value, KEYS * sizeof(double)) == 0);
    ck_assert(memcmp(one->mask.allowed, other->mask.allowed, KEYS) == 0);
    ck_assert(memcmp(one->mask.key_segment, other->mask.key_segment, KEYS * sizeof(int64_t)) == 0);
    ck_assert(memcmp(read.weights.value, held.weights.value, KEYS * sizeof(double)) == 0);
    ck_assert(other->key[4 * KEYS - 1] != 0 && held.weights.value[KEYS - 1] != 0);
    size_t zeros = 0; /* bytes that somebody else holds stay */
    for (size_t i = 0; i < d.data_size; i++)
        zeros += data[i] == 0;
    ck_assert_uint_eq(zeros, 0);
    plumb_case_free(&read);
    plumb_case_free(&held);
    free(file.bytes);
    unlink(path);
}
END_TEST

START_TEST(reads_npy_files) {
    plumb_case c;
    plumb_error error = {""};
    int result = read_npy("<f4", 4, false, &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(c.problem.query_heads, 2);
    ck_assert_uint_eq(c.problem.key_length, 5);
    ck_assert_uint_eq(c.problem.value_dim, 2);
    ck_assert(!c.output.present);
    plumb_case_free(&c);
}
END_TEST

START_TEST(refuses_npy_files) {
    plumb_case c;
    plumb_error error = {""};
    ck_assert_int_eq(read_npy("<f4", 4, true, &c, &error), -1);
    ck_assert_str_eq(error.text, "--bf16: none of the files has dtype '<u2'");
    plumb_npy_case files = {.file = {[PLUMB_MEMBER_Q] = "/nonexistent/q.npy"}};
    ck_assert_int_eq(plumb_case_read_npy(&files, &c, &error), -1);
    ck_assert_str_eq(error.text, "/nonexistent/q.npy: No such file or directory");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("read");
    TCase *tests = tcase_create("case");
    tcase_add_loop_test(tests, refuses_shapes, 0, (int)(sizeof shapes / sizeof *shapes));
    tcase_add_test(tests, refuses_missing_tensors);
    tcase_add_test(tests, refuses_unknown_tensors);
    tcase_add_loop_test(tests, says_what_tensors_of_other_libraries_are_called, 0, 4);
    tcase_add_test(tests, passes_over_extra_tensors);
    tcase_add_test(tests, vectors_have_formats_of_their_own);
    tcase_add_test(tests, refuses_dtypes);
    tcase_add_test(tests, refuses_claims);
    tcase_add_test(tests, refuses_descriptions);
    tcase_add_test(tests, resolves_alignment);
    tcase_add_test(tests, alignment_of_a_square_needs_no_statement);
    tcase_add_test(tests, reads_shapes_and_conventions);
    tcase_add_test(tests, reads_conventions_of_empty_rows);
    tcase_add_loop_test(tests, accepts_what_has_no_effect, 0, sizeof without_effect / sizeof *without_effect);
    tcase_add_loop_test(tests, refuses_conventions, 0,
                        (int)(sizeof conventions / sizeof *conventions));
    tcase_add_test(tests, refuses_the_mean_of_no_values);
    tcase_add_test(tests, keeps_the_site_of_the_scale);
    tcase_add_test(tests, reads_unaligned_values);
    tcase_add_test(tests, reads_no_keys);
    tcase_add_test(tests, refuses_paths);
    tcase_add_test(tests, reads_file);
    tcase_add_test(tests, a_file_has_the_numbers_of_its_bytes);
    tcase_add_test(tests, reads_npy_files);
    tcase_add_test(tests, refuses_npy_files);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
