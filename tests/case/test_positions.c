/* test_positions.c - the positions of a description: each word and number, their combinations, and the resulting
   problem.  Every rule is broken once, and every position is stated once. */
#include "case/statement.h"
#include "tests/case/draft.h"
#include "tests/support/suite.h"
#include <math.h>

#define TOP ",\"causal_alignment\":\"top-left\""
#define ROPE TOP ",\"position\":\"rope\""
#define SCALED(name) ROPE ",\"rope_scaling\":\"" name "\""
#define FACTOR ",\"rope_factor\":4"
#define ORIGINAL ",\"rope_original\":4096"
#define DIVISORS "rope_long F32 [2] rope_short F32 [2]"
#define ANGLES "rope_cos F32 [9,2] rope_sin F32 [9,2]"
#define T5 TOP ",\"position\":\"t5\""
#define LENGTHS \
    "x: causal_alignment: missing: query_length is 3 and key_length 5; expected top-left (query t sees keys up " \
    "to t), bottom-right (the last query sees all keys, as with a cache) or an offset"

/* 2 batches, 6 query heads on 2 key heads, 3 queries, 5 keys, head_dim 4, value_dim 3 */
static const struct {
    const char *members, *tensors, *message;
} refused[] = {
    /* what only some positions take */
    {",\"rope_base\":2", "",
     "x: rope_base: applies only to position rope, position rope-output; this case has position none"},
    {",\"rope_scaling\":\"none\"", "",
     "x: rope_scaling: applies only to position rope, position rope-output; this case has position none"},
    {ROPE FACTOR, "",
     "x: rope_factor: applies only to rope_scaling linear, rope_scaling ntk, rope_scaling dynamic, rope_scaling yarn, "
     "rope_scaling llama3, rope_scaling longrope; this case has rope_scaling none"},
    {SCALED("linear") FACTOR ",\"rope_truncate\":true", "",
     "x: rope_truncate: applies only to rope_scaling yarn; this case has rope_scaling linear"},
    {ROPE ",\"alibi_form\":\"key\"", "", "x: alibi_form: applies only to position alibi; this case has position rope"},
    {T5 ",\"position_offset\":1", "position_table F32 [32,6]",
     "x: position_offset: applies only to position sinusoidal, position learned; this case has position t5"},
    {"", "query_positions I64 [2,3]",
     "x: query_positions: applies only to position sinusoidal, position learned, position rope, position temperature, "
     "position alibi, position t5, position bucket-index, position relative-table, position shaw, position "
     "rope-output; this case has position none"},
    {",\"position\":\"rope-output\"", "",
     "x: position: 'rope-output' turns values that are rotated as keys are, of head_dim 4; v has 3 elements"},
    {",\"position\":\"rope-output\"", "key_positions I64 [2,5]",
     "x: key_positions: applies only to position sinusoidal, position learned, position rope, position alibi, position "
     "t5, position bucket-index, position relative-table, position shaw; this case has position rope-output"},
    {ROPE, "slopes F32 [6]", "x: slopes: applies only to position alibi; this case has position rope"},
    {",\"rope_sections\":[1,1]", "",
     "x: rope_sections: applies only to position rope, position rope-output; this case has position none"},
    {ROPE ",\"rope_sections\":[2]", "",
     "x: plumbline.rope_sections: [2] is not [N,N,...], 2 to 4 integers from 1 to 2^52"},
    {ROPE ",\"rope_sections\":[1,1,1,1,1]", "",
     "x: plumbline.rope_sections: [1,1,1,1,1] is not [N,N,...], 2 to 4 integers from 1 to 2^52"},
    {ROPE ",\"rope_sections\":[0,2]", "",
     "x: plumbline.rope_sections: [0,2] is not [N,N,...], 2 to 4 integers from 1 to 2^52"},
    {ROPE ",\"rope_sections\":[1.0,1]", "",
     "x: plumbline.rope_sections: [1.0,1] is not [N,N,...], 2 to 4 integers from 1 to 2^52"},
    {ROPE ",\"rope_sections\":\"1,1\"", "",
     "x: plumbline.rope_sections: \"1,1\" is not [N,N,...], 2 to 4 integers from 1 to 2^52"},
    {ROPE ",\"rope_sections\":[2,1]", "", "x: rope_sections: 3 pairs in all; expected 2, the pairs of rope_dim 4"},
    {ROPE ",\"rope_sections\":[1,3]", "",
     "x: rope_sections: 4 in all; sections count pairs, and rope_dim 4 has 2 of them: halve each section"},
    {ROPE ",\"rope_section_order\":\"interleaved\"", "",
     "x: rope_section_order: has no effect here: no rope_sections are stated"},
    {ROPE ",\"rope_section_frequencies\":\"continued\"", "",
     "x: rope_section_frequencies: has no effect here: no rope_sections are stated"},
    {ROPE ",\"rope_sections\":[1,1],\"rope_section_frequencies\":\"restarted\"", ANGLES,
     "x: rope_section_frequencies: has no effect here: rope_cos and rope_sin are given"},
    {SCALED("ntk") FACTOR ",\"rope_sections\":[1,1],\"rope_section_frequencies\":\"restarted\"", "",
     "x: rope_sections: a section of 1 pair is too small for rope_scaling ntk, whose exponent is r/(r-2)"},
    {SCALED("longrope") FACTOR ORIGINAL
     ",\"rope_length\":9,\"rope_sections\":[1,1],\"rope_section_frequencies\":\"restarted\"",
     DIVISORS,
     "x: rope_section_frequencies: 'restarted' cannot be combined with rope_scaling longrope, whose divisors belong to "
     "the pairs of one rotation"},
    /* what must be there */
    {TOP ",\"position\":\"learned\"", "", "x: position_table: missing; position learned needs it"},
    {T5, "", "x: position_table: missing; position t5 needs it"},
    {TOP ",\"position\":\"relative-table\"", "", "x: position_table: missing; position relative-table needs it"},
    {TOP ",\"position\":\"shaw\"", "", "x: position_table: missing; position shaw needs it"},
    {SCALED("linear"), "", "x: rope_factor: missing; rope_scaling linear needs it"},
    {SCALED("ntk"), "", "x: rope_factor: missing; rope_scaling ntk needs it"},
    {SCALED("dynamic") FACTOR, "", "x: rope_original: missing; rope_scaling dynamic needs it"},
    {SCALED("yarn") ORIGINAL, "", "x: rope_factor: missing; rope_scaling yarn needs it"},
    {SCALED("llama3") FACTOR, "", "x: rope_original: missing; rope_scaling llama3 needs it"},
    {SCALED("longrope") FACTOR, DIVISORS, "x: rope_original: missing; rope_scaling longrope needs it"},
    {SCALED("longrope") FACTOR ORIGINAL, "rope_short F32 [2]", "x: rope_long: missing; rope_scaling longrope needs it"},
    {SCALED("longrope") FACTOR ORIGINAL, "rope_long F32 [2]", "x: rope_short: missing; rope_scaling longrope needs it"},
    {SCALED("longrope") ORIGINAL ",\"rope_length\":9", DIVISORS,
     "x: rope_factor: missing; rope_scaling longrope needs it"},
    {SCALED("longrope") ORIGINAL ",\"rope_multiplier\":2,\"rope_length_rule\":\"maximum\"", DIVISORS,
     "x: rope_factor: missing; rope_scaling longrope needs it"},
    {SCALED("dynamic") FACTOR ORIGINAL, "", "x: rope_length: missing; rope_length_rule length needs it"},
    {SCALED("longrope") FACTOR ORIGINAL, DIVISORS, "x: rope_length: missing; rope_length_rule length needs it"},
    {ROPE, "rope_cos F32 [9,2]", "x: rope_sin: missing; rope_cos needs it"},
    {ROPE, "rope_sin F32 [9,2]", "x: rope_cos: missing; rope_sin needs it"},
    {SCALED("yarn") FACTOR ORIGINAL ",\"rope_mscale\":1", "", "x: rope_mscale_all: missing; rope_mscale needs it"},
    {SCALED("yarn") FACTOR ORIGINAL ",\"rope_mscale_all\":1", "", "x: rope_mscale: missing; rope_mscale_all needs it"},
    /* what would be passed over */
    {ROPE ",\"rope_base\":2", ANGLES, "x: rope_base: has no effect here: rope_cos and rope_sin are given"},
    {SCALED("linear") FACTOR, ANGLES, "x: rope_scaling: has no effect here: rope_cos and rope_sin are given"},
    {ROPE ",\"rope_multiplier\":2", ANGLES,
     "x: rope_multiplier: has no effect here: rope_cos and rope_sin are given"},
    {SCALED("dynamic") FACTOR ORIGINAL ",\"rope_length\":9,\"rope_length_rule\":\"maximum\"", "",
     "x: rope_length: has no effect here: rope_length_rule is maximum"},
    {SCALED("longrope") FACTOR ORIGINAL ",\"rope_length\":9,\"rope_multiplier\":2", DIVISORS,
     "x: rope_factor: has no effect here: rope_multiplier and rope_length_rule length replace it"},
    {SCALED("yarn") FACTOR ORIGINAL ",\"rope_mscale\":1,\"rope_mscale_all\":1,\"rope_multiplier\":2", "",
     "x: rope_mscale: has no effect here: rope_multiplier is stated"},
    {",\"position\":\"alibi\",\"alibi_form\":\"key\"", "query_positions I64 [2,3]",
     "x: query_positions: has no effect here: alibi_form key and scaled-key read positions of keys alone"},
    {",\"position\":\"alibi\",\"alibi_form\":\"scaled-key\"", "query_positions I64 [2,3]",
     "x: query_positions: has no effect here: alibi_form key and scaled-key read positions of keys alone"},
    /* company */
    {ROPE ",\"operator\":\"elu-kernel\"", "", "x: position: 'rope' is not defined for operator elu-kernel"},
    {TOP ",\"position\":\"sinusoidal\",\"operator\":\"mlp-kernel\"", "w1 F32 [4,4] w2 F32 [4,4]",
     "x: position: 'sinusoidal' is not defined for operator mlp-kernel"},
    {TOP ",\"position\":\"learned\",\"operator\":\"elu-kernel\"", "position_table F32 [9,4]",
     "x: position: 'learned' is not defined for operator elu-kernel"},
    {TOP ",\"position\":\"shaw\",\"operator\":\"elu-kernel\"", "position_table F32 [3,4]",
     "x: position: 'shaw' is not defined for operator elu-kernel"},
    {TOP ",\"position\":\"shaw\"", "position_table F32 [3,4] position_values F32 [3,3] gate F32 [2,6,3]",
     "x: position_values: cannot be combined with gate"},
    {TOP ",\"position\":\"shaw\"", "position_table F32 [3,4] position_values F32 [3,3] v_bias F32 [3]",
     "x: position_values: cannot be combined with v_bias"},
    /* where queries stand */
    {",\"position\":\"rope\"", "", LENGTHS},
    {",\"position\":\"rope\"", "key_positions I64 [2,5]", LENGTHS},
    {",\"position\":\"alibi\"", "", LENGTHS},
    {",\"position\":\"alibi\",\"alibi_form\":\"symmetric\"", "", LENGTHS},
    {",\"position\":\"bucket-index\"", "", LENGTHS},
    /* domains */
    {ROPE ",\"rope_dim\":6", "", "x: rope_dim: 6 is above head_dim 4"},
    {SCALED("ntk") FACTOR ",\"rope_dim\":2", "",
     "x: rope_dim: 2 is too small for rope_scaling ntk, whose exponent is r/(r-2)"},
    {SCALED("dynamic") FACTOR ORIGINAL ",\"rope_length\":9,\"rope_dim\":2", "",
     "x: rope_dim: 2 is too small for rope_scaling dynamic, whose exponent is r/(r-2)"},
    {SCALED("yarn") FACTOR ORIGINAL ",\"rope_base\":1", "",
     "x: rope_base: 1 is not above 1, which rope_scaling yarn needs"},
    {SCALED("longrope") FACTOR ",\"rope_original\":1,\"rope_length\":9", DIVISORS,
     "x: rope_original: 1 is not above 1, which rope_scaling longrope needs"},
    {SCALED("llama3") FACTOR ORIGINAL ",\"rope_low_frequency\":4", "",
     "x: rope_high_frequency: 4 is not above rope_low_frequency, 4"},
    {SCALED("llama3") FACTOR ORIGINAL ",\"rope_high_frequency\":0.5", "",
     "x: rope_high_frequency: 0.5 is not above rope_low_frequency, 1"},
    {T5 ",\"buckets\":6,\"direction\":\"both\",\"max_distance\":1", "position_table F32 [6,6]",
     "x: max_distance: 1 is not above 1, half of the buckets of one direction"},
    {T5 ",\"buckets\":32,\"max_distance\":16", "position_table F32 [32,6]",
     "x: max_distance: 16 is not above 16, half of the buckets of one direction"},
    {T5 ",\"buckets\":5,\"direction\":\"both\"", "position_table F32 [5,6]",
     "x: buckets: 5 is not an even number of at least 4, which direction both needs"},
    {T5 ",\"buckets\":2,\"direction\":\"both\"", "position_table F32 [2,6]",
     "x: buckets: 2 is not an even number of at least 4, which direction both needs"},
    {TOP ",\"position\":\"bucket-index\",\"buckets\":257", "",
     "x: max_distance: 128 is not above 128, half of the buckets of one direction"},
};

START_TEST(refuses) {
    refuse(start_with(refused[_i].members, refused[_i].tensors), refused[_i].message);
}
END_TEST

/* heads of 3 and of 2 elements */
static const struct {
    const char *members, *size, *message;
} narrow[] = {
    {"\"rope\"", "3", "x: rope_dim: missing, but needed because head_dim (3) is odd"},
    {"\"sinusoidal\"", "3", "x: position: 'sinusoidal' needs an even head_dim, q has 3"},
    {"\"sinusoidal\",\"sinusoidal_denominator\":\"one-less\"", "2",
     "x: sinusoidal_denominator: 'one-less' needs a head_dim of at least 4, q has 2"},
};

START_TEST(refuses_narrow_heads) {
    char members[128], shape[32];
    snprintf(members, sizeof members, ",\"position\":%s", narrow[_i].members);
    snprintf(shape, sizeof shape, "[1,1,1,%s]", narrow[_i].size);
    draft d = start(members);
    for (int i = 0; i < 3; i++)
        add_tensor(&d, (const char *[]){"q", "k", "v"}[i], "F32", shape,
                   tensor_bytes("F32", shape));
    refuse(d, narrow[_i].message);
}
END_TEST

/* single members: "x: plumbline." stands in front of each message */
static const struct {
    const char *member, *message;
} unreadable[] = {
    {"\"rope_scaling\":\"su\"",
     "rope_scaling: 'su' is not one of none, linear, ntk, dynamic, yarn, "
     "llama3, longrope"},
    {"\"rope_layout\":\"neox\"", "rope_layout: 'neox' is not one of half, interleaved, deinterleaved; use \"half\""},
    {"\"rope_length_rule\":\"max\"", "rope_length_rule: 'max' is not one of length, maximum"},
    {"\"sinusoidal_layout\":\"half\"", "sinusoidal_layout: 'half' is not one of concatenated, "
                                       "interleaved"},
    {"\"sinusoidal_denominator\":\"\"", "sinusoidal_denominator: '' is not one of half, one-less"},
    {"\"alibi_form\":\"causal\"", "alibi_form: 'causal' is not one of relative, key, symmetric, "
                                  "scaled-key"},
    {"\"direction\":\"left\"", "direction: 'left' is not one of causal, both"},
    {"\"direction\":1", "direction: 1 is not one of causal, both"},
    {"\"rope_truncate\":\"false\"", "rope_truncate: \"false\" is not one of true, false"},
    {"\"rope_truncate\":0", "rope_truncate: 0 is not one of true, false"},
    {"\"rope_base\":\"ten\"", "rope_base: 'ten' is not a finite number above 0"},
    {"\"rope_base\":0", "rope_base: 0 is not a finite number above 0"},
    {"\"rope_factor\":-2", "rope_factor: -2 is not a finite number above 0"},
    {"\"rope_multiplier\":0", "rope_multiplier: 0 is not a finite number above 0"},
    {"\"sinusoidal_base\":-1e-300", "sinusoidal_base: -1e-300 is not a finite number above 0"},
    {"\"rope_mscale\":0", "rope_mscale: 0 is not a finite number above 0"},
    {"\"rope_dim\":64.0", "rope_dim: 64.0 is not an even integer from 2 to 2^52"},
    {"\"rope_dim\":0", "rope_dim: 0 is not an even integer from 2 to 2^52"},
    {"\"rope_dim\":-2", "rope_dim: -2 is not an even integer from 2 to 2^52"},
    {"\"rope_dim\":63", "rope_dim: 63 is not an even integer from 2 to 2^52"},
    {"\"rope_dim\":4503599627370498", "rope_dim: 4503599627370498 is not an even integer from 2 to 2^52"},
    {"\"buckets\":1", "buckets: 1 is not an integer from 2 to 1024"},
    {"\"buckets\":1025", "buckets: 1025 is not an integer from 2 to 1024"},
    {"\"max_distance\":0", "max_distance: 0 is not an integer from 1 to 2^52"},
    {"\"max_distance\":4503599627370497", "max_distance: 4503599627370497 is not an integer from 1 to 2^52"},
    {"\"position_offset\":4503599627370497", "position_offset: 4503599627370497 is not an integer from -2^52 to 2^52"},
    {"\"position_offset\":-4503599627370497",
     "position_offset: -4503599627370497 is not an integer from -2^52 to 2^52"},
    {"\"position_offset\":1.5", "position_offset: 1.5 is not an integer from -2^52 to 2^52"},
};

START_TEST(refuses_members) {
    char text[256], message[256];
    plumb_storage storage = {0};
    plumb_description out;
    plumb_error error = {""};
    snprintf(text, sizeof text, "{\"version\":1,%s}", unreadable[_i].member);
    snprintf(message, sizeof message, "x: plumbline.%s", unreadable[_i].message);
    ck_assert_int_eq(plumb_description_parse(text, "x", &storage, &out, &error), -1);
    ck_assert_str_eq(error.text, message);
    plumb_storage_free(&storage);
}
END_TEST

/* jansson refuses them before a member is looked at. */
START_TEST(refuses_integers_that_no_machine_holds) {
    plumb_storage storage = {0};
    plumb_description out;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_description_parse("{\"version\":1,\"buckets\":99999999999999999999}",
                                             "x", &storage, &out, &error),
                     -1);
    ck_assert_str_eq(error.text,
                     "x: plumbline: not valid JSON: too big integer near '99999999999999999999', line 1, column 24");
    plumb_storage_free(&storage);
}
END_TEST

static plumb_position position_of(const char *members, const char *tensors) {
    plumb_case c = accept(start_with(members, tensors), NULL);
    plumb_position position = c.problem.position;
    plumb_case_free(&c);
    return position;
}

START_TEST(without_a_position_there_is_none) {
    static const plumb_position none;
    plumb_position p = position_of("", "");
    ck_assert_int_eq(memcmp(&p, &none, sizeof p), 0);
    p = position_of(",\"position\":\"none\"", "");
    ck_assert_int_eq(memcmp(&p, &none, sizeof p), 0);
}
END_TEST

START_TEST(reads_sinusoidal) {
    plumb_position p = position_of(TOP ",\"position\":\"sinusoidal\"", "");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_SINUSOIDAL);
    ck_assert_int_eq(p.sinusoidal, PLUMB_SINUSOIDAL_CONCATENATED);
    ck_assert(!p.sinusoidal_one_less);
    ck_assert_double_eq(p.sinusoidal_base, 10000);
    ck_assert_int_eq(p.offset, 0);
    p = position_of(TOP ",\"position\":\"sinusoidal\",\"sinusoidal_layout\":\"interleaved\","
                        "\"sinusoidal_denominator\":\"one-less\",\"sinusoidal_base\":0.1,"
                        "\"position_offset\":2",
                    "");
    ck_assert_int_eq(p.sinusoidal, PLUMB_SINUSOIDAL_INTERLEAVED);
    ck_assert(p.sinusoidal_one_less);
    ck_assert_double_eq(p.sinusoidal_base, 0.1);
    ck_assert_int_eq(p.offset, 2);
}
END_TEST

START_TEST(reads_rope) {
    plumb_rope r = position_of(ROPE, "").rope;
    ck_assert_int_eq(r.layout, PLUMB_ROPE_HALF);
    ck_assert_uint_eq(r.dim, 4);
    ck_assert_double_eq(r.base, 10000);
    ck_assert_int_eq(r.scaling, PLUMB_ROPE_UNSCALED);
    ck_assert_double_eq(r.multiplier, 0);
    ck_assert_ptr_null(r.cosine);
    r = position_of(ROPE ",\"rope_layout\":\"deinterleaved\",\"rope_dim\":2,\"rope_base\":5e5,"
                         "\"rope_multiplier\":1.25,\"rope_scaling\":\"none\"",
                    "")
            .rope;
    ck_assert_int_eq(r.layout, PLUMB_ROPE_DEINTERLEAVED);
    ck_assert_uint_eq(r.dim, 2);
    ck_assert_double_eq(r.base, 5e5);
    ck_assert_double_eq(r.multiplier, 1.25);
    r = position_of(ROPE ",\"rope_layout\":\"interleaved\"", ANGLES).rope;
    ck_assert_int_eq(r.layout, PLUMB_ROPE_INTERLEAVED);
    ck_assert_ptr_nonnull(r.cosine);
    ck_assert_ptr_nonnull(r.sine);
    ck_assert_uint_eq(r.rows, 9);
}
END_TEST

START_TEST(reads_scalings) {
    ck_assert_int_eq(position_of(SCALED("linear") FACTOR, "").rope.scaling, PLUMB_ROPE_LINEAR);
    plumb_rope r = position_of(SCALED("ntk") FACTOR, "").rope;
    ck_assert_int_eq(r.scaling, PLUMB_ROPE_NTK);
    ck_assert_double_eq(r.factor, 4);
    r = position_of(SCALED("dynamic") FACTOR ORIGINAL ",\"rope_length\":8192", "").rope;
    ck_assert_int_eq(r.scaling, PLUMB_ROPE_DYNAMIC);
    ck_assert_int_eq(r.length_rule, PLUMB_ROPE_BY_LENGTH);
    ck_assert_double_eq(r.original, 4096);
    ck_assert_double_eq(r.length, 8192);
    r = position_of(SCALED("dynamic") FACTOR ORIGINAL ",\"rope_length_rule\":\"maximum\"", "").rope;
    ck_assert_int_eq(r.length_rule, PLUMB_ROPE_BY_MAXIMUM);
}
END_TEST

START_TEST(reads_ramps) {
    plumb_rope r = position_of(SCALED("yarn") FACTOR ORIGINAL, "").rope;
    ck_assert_int_eq(r.scaling, PLUMB_ROPE_YARN);
    ck_assert_double_eq(r.beta_fast, 32);
    ck_assert_double_eq(r.beta_slow, 1);
    ck_assert(!r.untruncated);
    ck_assert_double_eq(r.mscale, 0);
    r = position_of(SCALED("yarn") FACTOR ORIGINAL
                    ",\"rope_beta_fast\":16,\"rope_beta_slow\":2,\"rope_truncate\":false,"
                    "\"rope_mscale\":0.5,\"rope_mscale_all\":0.75",
                    "")
            .rope;
    ck_assert_double_eq(r.beta_fast, 16);
    ck_assert_double_eq(r.beta_slow, 2);
    ck_assert(r.untruncated);
    ck_assert_double_eq(r.mscale, 0.5);
    ck_assert_double_eq(r.mscale_all, 0.75);
    ck_assert(!position_of(SCALED("yarn") FACTOR ORIGINAL ",\"rope_truncate\":true", "")
                   .rope.untruncated);
    r = position_of(SCALED("llama3") FACTOR ORIGINAL, "").rope;
    ck_assert_int_eq(r.scaling, PLUMB_ROPE_LLAMA3);
    ck_assert_double_eq(r.low_frequency, 1);
    ck_assert_double_eq(r.high_frequency, 4);
    r = position_of(SCALED("llama3") FACTOR ORIGINAL
                    ",\"rope_low_frequency\":2,\"rope_high_frequency\":8",
                    "")
            .rope;
    ck_assert_double_eq(r.low_frequency, 2);
    ck_assert_double_eq(r.high_frequency, 8);
}
END_TEST

START_TEST(reads_what_is_added) {
    plumb_position p = position_of(TOP ",\"position\":\"alibi\"", "");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_ALIBI);
    ck_assert_int_eq(p.alibi, PLUMB_ALIBI_RELATIVE);
    ck_assert_ptr_null(p.slopes);
    p = position_of(",\"position\":\"alibi\",\"alibi_form\":\"scaled-key\"", "slopes F32 [6]");
    ck_assert_int_eq(p.alibi, PLUMB_ALIBI_SCALED_KEY);
    ck_assert_ptr_nonnull(p.slopes);
    p = position_of(TOP ",\"position\":\"bucket-index\"", "");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_BUCKET_INDEX);
    ck_assert_uint_eq(p.buckets, 32);
    ck_assert_uint_eq(p.max_distance, 128);
    ck_assert(!p.bidirectional);
    p = position_of(T5 ",\"buckets\":6,\"max_distance\":9,\"direction\":\"both\"",
                    "position_table F64 [6,6]");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_T5);
    ck_assert_uint_eq(p.buckets, 6);
    ck_assert_uint_eq(p.max_distance, 9);
    ck_assert(p.bidirectional);
    ck_assert_ptr_nonnull(p.table);
    p = position_of(T5 ",\"direction\":\"causal\"", "position_table F64 [32,6]");
    ck_assert(!p.bidirectional);
    p = position_of(TOP ",\"position\":\"relative-table\"", "position_table F32 [1,6]");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_RELATIVE_TABLE);
    ck_assert_uint_eq(p.table_rows, 1);
}
END_TEST

/* What is added goes with the kernel operators, too. */
START_TEST(reads_company) {
    plumb_position p = position_of(TOP ",\"position\":\"alibi\",\"operator\":\"elu-kernel\"", "");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_ALIBI);
    p = position_of(TOP ",\"position\":\"shaw\"", "position_table F32 [3,4] gate F32 [2,6,3]");
    ck_assert_int_eq(p.kind, PLUMB_POSITION_SHAW);
    ck_assert_ptr_null(p.value_table);
    p = position_of(TOP ",\"position\":\"shaw\"",
                    "position_table F32 [3,4] position_values F32 [3,3]");
    ck_assert_ptr_nonnull(p.value_table);
    ck_assert_uint_eq(p.table_rows, 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("positions");
    TCase *tests = tcase_create("description");
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_loop_test(tests, refuses_narrow_heads, 0, (int)(sizeof narrow / sizeof *narrow));
    tcase_add_loop_test(tests, refuses_members, 0, (int)(sizeof unreadable / sizeof *unreadable));
    tcase_add_test(tests, refuses_integers_that_no_machine_holds);
    tcase_add_test(tests, without_a_position_there_is_none);
    tcase_add_test(tests, reads_sinusoidal);
    tcase_add_test(tests, reads_rope);
    tcase_add_test(tests, reads_scalings);
    tcase_add_test(tests, reads_ramps);
    tcase_add_test(tests, reads_what_is_added);
    tcase_add_test(tests, reads_company);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
