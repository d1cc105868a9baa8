/* test_quantised.c - quantised queries, keys and values: each number found in a second way, and refusals. */
#include "case/borrowed.h"
#include "case/quantised.h"
#include "case/read.h"
#include "tests/case/draft.h"
#include "tests/support/place.h"
#include "tests/support/random.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* 2 batch entries, 4 query heads on 2 key heads, 3 queries, 6 keys, 64 channels. */
enum { BATCH = 2, HEADS = 2, KEYS = 6, CHANNELS = 64, ELEMENTS = BATCH * HEADS * KEYS * CHANNELS };
static const size_t axes[] = {BATCH, HEADS, KEYS, CHANNELS};
#define QUERIES "[2,4,3,64]"

static const struct {
    const char *word, *dtype, *shape; /* of k as it is stored */
    size_t bits;
    bool integer, scaled;
} formats[] = {{"dtype", "F8_E4M3", "[2,2,6,64]", 8, false, false}, {"dtype", "F8_E5M2", "[2,2,6,64]", 8, false, false},
               {"dtype", "I8", "[2,2,6,64]", 8, true, false},       {"dtype", "U8", "[2,2,6,64]", 8, true, false},
               {"e4m3", "U8", "[2,2,6,64]", 8, false, false},       {"e5m2", "I8", "[2,2,6,64]", 8, false, false},
               {"e2m1", "U8", "[2,2,6,32]", 4, false, false},       {"i4", "U8", "[2,2,6,32]", 4, true, false},
               {"u4", "I8", "[2,2,6,32]", 4, true, false},          {"q8_0", "U8", "[2,2,6,68]", 8, false, true},
               {"q4_0", "U8", "[2,2,6,36]", 4, false, true},        {"q4_1", "U8", "[2,2,6,40]", 4, false, true},
               {"q5_0", "U8", "[2,2,6,44]", 5, false, true},        {"q5_1", "I8", "[2,2,6,48]", 5, false, true},
               {"iq4_nl", "U8", "[2,2,6,36]", 4, false, true},      {"e4m3-ieee", "U8", "[2,2,6,64]", 8, false, false},
               {"e4m3fnuz", "U8", "[2,2,6,64]", 8, false, false},   {"e5m2fnuz", "I8", "[2,2,6,64]", 8, false, false}};
enum { FORMATS = sizeof formats / sizeof *formats };

static const char *const grids[] = {"[]",         "[1]",         "[2,2]",       "[1,2,1,1]",  "[2,1,1,1]",
                                    "[2,2,6]",    "[2,2,6,1]",   "[1,2,1,64]",  "[1,1,1,64]", "[2,2,6,2]",
                                    "[2,2,6,4]",  "[2,2,3,1]",   "[2,2,2,16]",  "[2,2,6,64]", "[1,1,2]"};
enum { GRIDS = sizeof grids / sizeof *grids };

/* ---- a second way ---- */

/* The sizes of a shape in text; 1 of what is left out. */
static size_t read_sizes(const char *shape, size_t size[4]) {
    size_t count = 1, axis = 0;
    for (size_t i = 0; i < 4; i++)
        size[i] = 1;
    for (const char *c = shape; *c != ']'; c++)
        if (c[1] != ']' && (*c == '[' || *c == ',')) {
            size[axis] = strtoul(c + 1, NULL, 10);
            count *= size[axis++];
        }
    return count;
}

/* Which number of a grid serves an element. */
static size_t served_by(const char *shape, size_t element) {
    size_t size[4], place[4], number = 0;
    read_sizes(shape, size);
    for (size_t i = 4; i-- > 0; element /= axes[i])
        place[i] = element % axes[i];
    for (size_t i = 0; i < 4; i++)
        number = number * size[i] + place[i] * size[i] / axes[i];
    return number;
}

static double power(int e) {
    return ldexp(1, e);
}

static double value_e4m3(unsigned x) {
    int e = (int)(x >> 3 & 15);
    double m = (double)(x & 7) / 8, v = e > 0 ? (1 + m) * power(e - 7) : m * power(-6);
    return (x & 127) == 127 ? (double)NAN : x > 127 ? -v : v;
}

/* Binary16 without its last byte. */
static double value_e5m2(unsigned x) {
    return plumb_decode_f16((uint16_t)(x << 8));
}

/* E4M3 whose greatest exponent says infinity or no number. */
static double value_e4m3_ieee(unsigned x) {
    double v = (double)(x & 127) >= 120 ? ((x & 7) == 0 ? (double)INFINITY : (double)NAN) : value_e4m3(x & 127);
    return x > 127 ? -v : v;
}

static double half_unless_negative_zero(unsigned x, double v) {
    return x == 128 ? (double)NAN : v / 2;
}

static double value_e4m3fnuz(unsigned x) {
    return half_unless_negative_zero(x, (x & 127) == 127 ? (x > 127 ? -480 : 480) : value_e4m3(x));
}

static double value_e5m2fnuz(unsigned x) {
    double most = (4 + (double)(x & 3)) * 16384; /* of the greatest exponent */
    return half_unless_negative_zero(x, (x & 124) == 124 ? (x > 127 ? -most : most) : value_e5m2(x));
}

static double half_at(const unsigned char *bytes) {
    return plumb_decode_f16((uint16_t)(bytes[0] + 256 * bytes[1]));
}

/* q4_1, q5_0 and q5_1 as ggml-quants.c reads them. */
static double value_of_block(const char *word, const unsigned char *bytes, size_t i) {
    bool least = word[3] == '1', fifth = word[1] == '5';
    size_t head = least ? 4 : 2, size = head + (fifth ? 4 : 0) + 16, j = i % 16;
    const unsigned char *block = bytes + i / 32 * size, *low = block + size - 16;
    unsigned x = i % 32 < 16 ? low[j] & 15 : low[j] >> 4;
    if (fifth)
        x += 16 * ((unsigned)block[head + i % 32 / 8] >> i % 8 & 1u);
    return least ? x * half_at(block) + half_at(block + 2) : ((double)x - 16) * half_at(block);
}

static double value_of_table(const unsigned char *bytes, size_t i) {
    static const double table[] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    const unsigned char *block = bytes + i / 32 * 18;
    return table[i % 32 < 16 ? block[2 + i % 16] & 15 : block[2 + i % 16] >> 4] * half_at(block);
}

static double value_of(size_t format, const unsigned char *bytes, size_t i) {
    static const double e2m1[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    const char *word = formats[format].word, *dtype = formats[format].dtype;
    unsigned x = bytes[i], four = i % 2 == 0 ? bytes[i / 2] & 15 : bytes[i / 2] >> 4;
    if (strcmp(word, "e4m3") == 0 || strcmp(dtype, "F8_E4M3") == 0)
        return value_e4m3(x);
    if (strcmp(word, "e5m2") == 0 || strcmp(dtype, "F8_E5M2") == 0)
        return value_e5m2(x);
    if (strcmp(word, "e2m1") == 0)
        return four > 7 ? -e2m1[four - 8] : e2m1[four];
    if (strcmp(word, "i4") == 0)
        return four > 7 ? (double)four - 16 : four;
    if (strcmp(word, "u4") == 0)
        return four;
    if (strcmp(word, "e4m3-ieee") == 0)
        return value_e4m3_ieee(x);
    if (strcmp(word, "e4m3fnuz") == 0 || strcmp(word, "e5m2fnuz") == 0)
        return word[1] == '4' ? value_e4m3fnuz(x) : value_e5m2fnuz(x);
    if (strcmp(word, "q4_1") == 0 || strncmp(word, "q5", 2) == 0)
        return value_of_block(word, bytes, i);
    if (strcmp(word, "iq4_nl") == 0)
        return value_of_table(bytes, i);
    if (strcmp(word, "q8_0") == 0) {
        const unsigned char *block = bytes + i / 32 * 34;
        return (double)(signed char)block[2 + i % 32] * plumb_decode_f16((uint16_t)(block[0] + 256 * block[1]));
    }
    if (strcmp(word, "q4_0") == 0) {
        const unsigned char *block = bytes + i / 32 * 18;
        unsigned nibble = i % 32 < 16 ? block[2 + i % 32] & 15 : block[2 + i % 16] >> 4;
        return ((double)nibble - 8) * plumb_decode_f16((uint16_t)(block[0] + 256 * block[1]));
    }
    return strcmp(dtype, "I8") == 0 ? (double)(signed char)x : x;
}

static bool same(double a, double b) {
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/* ---- what is read ---- */

static size_t bytes_of(size_t format) {
    size_t size[4];
    return read_sizes(formats[format].shape, size);
}

static draft start_quantised(const char *members, size_t format, size_t key_bytes) {
    draft d = start(members);
    add_tensor(&d, "q", "BF16", QUERIES, 2 * 2 * 4 * 3 * 64);
    add_tensor(&d, "v", "F16", "[2,2,6,1]", 2 * 2 * 2 * 6);
    add_tensor(&d, "k", formats[format].dtype, formats[format].shape, key_bytes);
    return d;
}

enum { BEFORE_KEYS = 2 * 2 * 4 * 3 * 64 + 2 * 2 * 2 * 6, DATA = BEFORE_KEYS + 64 * ELEMENTS };

static void draw(random_cases *cases, unsigned char *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)random_bits(cases);
}

/* Every format with every grid of scales, and of zero points where it has them, all numbers of random bits. */
START_TEST(numbers_are_exact) {
    size_t format = (size_t)_i, key_bytes = bytes_of(format), size[4];
    random_cases cases = random_begin("quantised numbers", GRIDS);
    static unsigned char data[DATA];
    char members[64];
    snprintf(members, sizeof members, ",\"k_format\":\"%s\"", formats[format].word);
    for (size_t grid = 0; random_next(&cases) && grid < GRIDS; grid++) {
        const char *points = grids[GRIDS - 1 - grid];
        size_t scales = read_sizes(grids[grid], size), zeros = read_sizes(points, size);
        draft d = start_quantised(members, format, key_bytes);
        draw(&cases, data, sizeof data);
        if (!formats[format].scaled)
            add_tensor(&d, "k_scale", "F32", grids[grid], 4 * scales);
        if (formats[format].integer)
            add_tensor(&d, "k_zero_point", "U8", points, zeros);
        const unsigned char *key = data + BEFORE_KEYS, *scale = key + key_bytes, *zero = scale + 4 * scales;
        plumb_case c = accept(d, data);
        for (size_t i = 0; i < ELEMENTS; i++) {
            double wanted = value_of(format, key, i);
            if (formats[format].integer)
                wanted -= zero[served_by(points, i)];
            if (!formats[format].scaled)
                wanted *= plumb_decode_f32((uint32_t)plumb_load(scale + 4 * served_by(grids[grid], i), 4));
            ck_assert_msg(same(c.problem.key[i], wanted), "%s %s %s: element %zu is %.17g, not %.17g",
                          formats[format].word, formats[format].dtype, grids[grid], i, c.problem.key[i], wanted);
        }
        ck_assert_uint_eq(c.problem.head_dim, CHANNELS);
        ck_assert_ptr_nonnull(c.quantised[1]);
        ck_assert_ptr_null(c.quantised[0]);
        ck_assert_int_eq(c.input_format, PLUMB_BF16);
        plumb_case_free(&c);
    }
}
END_TEST

/* NVFP4 and MXFP8: scales of 8 bits, of blocks, and a scale of these. */
START_TEST(scales_have_scales) {
    random_cases cases = random_begin("scales of scales", 1);
    static unsigned char data[DATA];
    ck_assert(random_next(&cases));
    draw(&cases, data, sizeof data);
    draft d = start_quantised(",\"k_format\":\"e2m1\"", 6, bytes_of(6));
    add_tensor(&d, "k_scale", "F8_E4M3", "[2,2,6,4]", 96);
    add_tensor(&d, "k_global_scale", "F32", "[]", 4);
    const unsigned char *key = data + BEFORE_KEYS, *scale = key + bytes_of(6);
    double global = plumb_decode_f32((uint32_t)plumb_load(scale + 96, 4));
    plumb_case c = accept(d, data);
    for (size_t i = 0; i < ELEMENTS; i++)
        ck_assert(same(c.problem.key[i], value_of(6, key, i) * value_e4m3(scale[i / 16]) * global));
    plumb_case_free(&c);
    d = start_quantised("", 0, bytes_of(0));
    add_tensor(&d, "k_scale", "F8_E8M0", "[2,2,6,2]", 48);
    c = accept(d, data);
    scale = key + bytes_of(0);
    for (size_t i = 0; i < ELEMENTS; i++)
        ck_assert(same(c.problem.key[i], value_of(0, key, i) * (scale[i / 32] == 255 ? (double)NAN
                                                                                      : power(scale[i / 32] - 127))));
    plumb_case_free(&c);
}
END_TEST

/* Numbers that are borrowed are those of the whole, wherever a chunk begins. */
static const struct {
    const char *word, *dtype, *key, *scale;
    size_t bytes, scales;
} borrowed_cases[] = {{"dtype", "F8_E4M3", "[2,3,520,96]", "[2,3,520,3]", 299520, 9360},
                  {"i4", "U8", "[2,3,520,48]", "[2,3]", 149760, 6},
                  {"q8_0", "U8", "[2,3,520,102]", NULL, 318240, 0},
                  {"q4_0", "U8", "[2,3,520,54]", NULL, 168480, 0},
                  {"q5_1", "U8", "[2,3,520,72]", NULL, 224640, 0}};

static void write_case(random_cases *cases, size_t i, const char *gqa, const char *path) {
    char members[80];
    snprintf(members, sizeof members, ",\"k_format\":\"%s\",\"gqa\":\"%s\"", borrowed_cases[i].word, gqa);
    draft d = start(members);
    add_tensor(&d, "k", borrowed_cases[i].dtype, borrowed_cases[i].key, borrowed_cases[i].bytes);
    add_tensor(&d, "q", "F32", "[2,6,1,96]", 4 * 2 * 6 * 96);
    add_tensor(&d, "v", "F32", "[2,3,520,1]", 4 * 2 * 3 * 520);
    if (borrowed_cases[i].scale != NULL)
        add_tensor(&d, "k_scale", "F32", borrowed_cases[i].scale, 4 * borrowed_cases[i].scales);
    append(&d, "}");
    unsigned char *data = malloc(d.data_size);
    draw(cases, data, d.data_size);
    file_bytes file = safetensors_file(d.header, data, d.data_size);
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(file.bytes, 1, file.size, stream), file.size);
    ck_assert_int_eq(fclose(stream), 0);
    free(file.bytes);
    free(data);
}

START_TEST(what_is_borrowed_is_the_same) {
    static const char *const gqa[] = {"interleave", "tile"};
    random_cases cases = random_begin("quantised numbers that are borrowed", 2);
    char path[PLACE_SIZE];
    close(make_file(path));
    for (size_t way = 0; random_next(&cases) && way < 2; way++) {
        plumb_case borrowed, whole;
        plumb_error error;
        write_case(&cases, (size_t)_i, gqa[way], path);
        ck_assert_msg(plumb_case_read(path, &whole, &error) == 0, "%s", error.text);
        ck_assert_msg(plumb_case_read_borrowed(path, &borrowed, &error) == 0, "%s", error.text);
        const plumb_problem *p = &whole.problem;
        size_t size = p->key_length * p->head_dim;
        for (size_t head = 0; head < 12; head++) {
            size_t key = head / 6 * p->key_heads + head % 6 / (6 / p->key_heads);
            plumb_borrowed_hold(borrowed.borrowed, p, head / 6, head % 6, 0, 1);
            ck_assert(memcmp(borrowed.problem.key + key * size, p->key + key * size, size * sizeof(double)) == 0);
            plumb_borrowed_release(borrowed.borrowed, p, head / 6, head % 6, 0, 1);
        }
        plumb_case_free(&borrowed);
        plumb_case_free(&whole);
    }
    unlink(path);
}
END_TEST

/* ---- what is refused ---- */

static const struct {
    const char *members, *key, *key_shape; /* "F8_E4M3", "[2,2,6,64]" */
    const char *tensors;                   /* "k_scale F32 [1]" */
    const char *message;
} refused[] = {
    {"", "I8", "[2,2,6,64]", "",
     "x: k_scale: missing; k holds integers, I8; expected a scale, such as [1] for the tensor or [2,2] for each batch "
     "entry and head"},
    {"", "F16", "[2,2,6,64]", "k_scale F32 [1]",
     "x: k_scale: k has dtype F16, which needs no scale; omit it, or pass k as it is stored: F8_E4M3, F8_E5M2, I8, U8"},
    {"", "F16", "[2,2,6,64]", "k_zero_point U8 [1]",
     "x: k_zero_point: k has dtype F16, which needs no scale; omit it, or pass k as it is stored: F8_E4M3, F8_E5M2, "
     "I8, U8"},
    {"", "I8", "[2,2,6,64]", "k_scale F64 [1]",
     "x: k_scale: dtype F64 is not one of F32, F16, BF16, F8_E4M3, F8_E8M0; engines hold scales in binary32: save them "
     "as F32"},
    {"", "I8", "[2,2,6,64]", "k_scale U8 [1]",
     "x: k_scale: dtype U8 is not one of F32, F16, BF16, F8_E4M3, F8_E8M0; save bytes of an exponent as F8_E8M0, "
     "others as F8_E4M3"},
    {"", "I8", "[2,2,6,64]", "k_scale F32 [64]",
     "x: k_scale: shape [64] is not one number, nor an array whose axes divide those of k, [2,2,6,64]; the last may be "
     "omitted; one for each channel is [1,1,1,64]"},
    {"", "I8", "[2,2,6,64]", "k_scale F32 [2]",
     "x: k_scale: shape [2] is not one number, nor an array whose axes divide those of k, [2,2,6,64]; the last may be "
     "omitted; one for each head is [1,2,1,1]"},
    {"", "I8", "[2,2,6,64]", "k_scale F32 [2,6,2]",
     "x: k_scale: shape [2,6,2] is not one number, nor an array whose axes divide those of k, [2,2,6,64]; the last may "
     "be omitted; it fits with axes 1 and 2 exchanged: from [B,S,H,D], pass x.swapaxes(1, 2)"},
    {"", "I8", "[2,2,6,64]", "k_scale F32 [2,2,4,1]",
     "x: k_scale: shape [2,2,4,1] is not one number, nor an array whose axes divide those of k, [2,2,6,64]; the last "
     "may be omitted"},
    {"", "I8", "[2,2,6,64]", "k_scale F32 [1] k_zero_point F64 [1]",
     "x: k_zero_point: dtype F64 is not one of I64, I32, I8, U8, F32, F16, BF16"},
    {"", "I8", "[2,2,6,64]", "k_scale F32 [1] k_offset F64 [1]",
     "x: k_offset: dtype F64 is not one of F32, F16, BF16; engines hold it in binary32: save it as F32"},
    {"", "F16", "[2,2,6,64]", "k_offset F32 [1]",
     "x: k_offset: k has dtype F16, which needs no scale; omit it, or pass k as it is stored: F8_E4M3, "
     "F8_E5M2, I8, U8"},
    {"", "F8_E5M2", "[2,2,6,64]", "k_scale F32 [1] k_zero_point I8 [1]",
     "x: k_zero_point: k holds F8_E5M2; only integers have zero points"},
    {"", "F8_E5M2", "[2,2,6,64]", "k_global_scale F32 [1]",
     "x: k_global_scale: it multiplies k_scale, which is missing"},
    {"", "F8_E5M2", "[2,2,6,64]", "k_scale F32 [1] k_global_scale F32 [1]",
     "x: k_scale: dtype F32 is not one of F16, BF16, F8_E4M3, F8_E8M0, which k_global_scale needs"},
    {",\"k_format\":\"q4_0\"", "U8", "[2,2,6,64]", "",
     "x: k: shape [2,2,6,64]: its last axis is not a multiple of 18, the bytes of a block of 'q4_0'"},
    {",\"k_format\":\"q8_0\"", "U8", "[2,2,6,68]", "k_scale F32 [1]",
     "x: k_scale: cannot be combined with k_format 'q8_0', whose blocks hold their scales"},
    {",\"k_format\":\"i4\"", "BF16", "[2,2,6,64]", "",
     "x: k_format: 'i4' applies to bytes, dtype U8; k has dtype BF16"},
    {",\"v_format\":\"i4\"", "BF16", "[2,2,6,64]", "", "x: v_format: 'i4' applies to bytes, dtype U8; v has dtype F16"},
    {"", "I64", "[2,2,6,64]", "", "x: k: dtype I64 is not one of F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I8, U8"},
    {"", "F4", "[2,2,6,64]", "",
     "x: k: dtype F4 is not one of F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I8, U8; save its bytes as U8, of format "
     "e2m1"},
    {",\"k_format\":\"e2m1\"", "U8", "[2,2,6,64]", "", "x: k: shape [2,2,6,128] does not match q's head_dim 64"},
};

START_TEST(refuses) {
    char name[16], dtype[8], shape[32];
    const char *tensors = refused[_i].tensors;
    int length;
    draft d = start(refused[_i].members);
    add_tensor(&d, "q", "BF16", QUERIES, 2 * 2 * 4 * 3 * 64);
    add_tensor(&d, "v", "F16", "[2,2,6,1]", 2 * 2 * 2 * 6);
    add_tensor(&d, "k", refused[_i].key, refused[_i].key_shape, tensor_bytes(refused[_i].key, refused[_i].key_shape));
    while (sscanf(tensors, "%15s %7s %31s%n", name, dtype, shape, &length) == 3) {
        add_tensor(&d, name, dtype, shape, tensor_bytes(dtype, shape));
        tensors += length;
    }
    refuse(d, refused[_i].message);
}
END_TEST

START_TEST(refuses_zero_points_far_off) {
    unsigned char data[BEFORE_KEYS + 1536 + 16] = {0};
    plumb_case c;
    plumb_error error = {""};
    draft d = start_quantised("", 2, 1536);
    add_tensor(&d, "k_scale", "F32", "[1]", 4);
    add_tensor(&d, "k_zero_point", "I32", "[1,2,1]", 8);
    data[BEFORE_KEYS + 1536 + 8] = 1;
    data[BEFORE_KEYS + 1536 + 9] = 128;
    ck_assert_int_eq(finish(&d, data, &c, &error), -1);
    ck_assert_str_eq(error.text, "x: k_zero_point[0,1,0] is 32769, which is beyond +-2^15");
}
END_TEST

/* Without keys there is nothing to serve. */
START_TEST(takes_no_keys) {
    draft d = start("");
    add_tensor(&d, "q", "F32", "[1,1,1,4]", 16);
    add_tensor(&d, "k", "I8", "[1,1,0,4]", 0);
    add_tensor(&d, "v", "F32", "[1,1,0,1]", 0);
    add_tensor(&d, "k_scale", "F32", "[1,1,0,1]", 0);
    plumb_case c = accept(d, NULL);
    ck_assert_uint_eq(c.problem.key_length, 0);
    plumb_case_free(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("quantised");
    TCase *tests = tcase_create("case");
    tcase_add_loop_test(tests, numbers_are_exact, 0, FORMATS);
    tcase_add_test(tests, scales_have_scales);
    tcase_add_loop_test(tests, what_is_borrowed_is_the_same, 0, (int)(sizeof borrowed_cases / sizeof *borrowed_cases));
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, refuses_zero_points_far_off);
    tcase_add_test(tests, takes_no_keys);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
