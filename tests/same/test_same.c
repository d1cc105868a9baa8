/* test_same.c - comparison of runs: which bits differ, what is refused as another question, parts of larger runs, and
   which runs are judged. */
#include "same/same.h"
#include "tests/same/runs.h"
#include "tests/support/place.h"
#include <flint/flint.h>
#include <unistd.h>

static char directory[PLACE_SIZE];
static const char *const paths[] = {"first.safetensors", "other.safetensors", "third.safetensors"};

static void set_up(void) {
    make_folder(directory);
    ck_assert_int_eq(chdir(directory), 0);
}

static void tear_down(void) {
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        unlink(paths[i]);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(directory), 0);
}

static plumb_same_request request;

static plumb_same_result compare(const made_run *first, const made_run *other, plumb_same_part part) {
    plumb_same_result result;
    plumb_error error = {""};
    save_run(first, paths[0]);
    save_run(other, paths[1]);
    request = (plumb_same_request){.path = paths, .runs = 2, .part = part};
    int status = plumb_same(&request, &result, &error);
    ck_assert_msg(status == 0, "%s", error.text);
    return result;
}

static void refuse(const made_run *first, const made_run *other, plumb_same_part part, const char *message) {
    plumb_same_result result;
    plumb_error error = {""};
    save_run(first, paths[0]);
    save_run(other, paths[1]);
    request = (plumb_same_request){.path = paths, .runs = 2, .part = part};
    ck_assert_int_eq(plumb_same(&request, &result, &error), -1);
    ck_assert_str_eq(error.text, message);
}

static const plumb_same_part whole = {.of_batch = false};

/* ---- bits ---- */

START_TEST(equal_runs_agree_and_are_not_judged) {
    made_run run = make_whole(many_tensors, "");
    plumb_same_result result = compare(&run, &run, whole);
    ck_assert_uint_eq(result.differing, 0);
    ck_assert(result.outcome[1].agrees && !result.outcome[0].judged && !result.outcome[1].judged);
    ck_assert_int_eq(plumb_same_verdict(&result), PLUMB_PASS);
    plumb_same_free(&result);
}
END_TEST

/* One number of an answer in place of another. */
static const struct {
    const char *dtype;
    uint64_t before, after;
    double ulps;
    size_t nan_alone, nan_bits, zero_signs;
} changes[] = {
    {"F32", 0x3f800000, 0x3f800001, 1, 0, 0, 0},
    {"F32", 0x3f7fffff, 0x3f800002, 3, 0, 0, 0},
    {"F32", 0x80000002, 0x00000003, 5, 0, 0, 0},
    {"F32", 0x00000000, 0x80000000, 0, 0, 0, 1},
    {"F32", 0x7f7fffff, 0x7f800000, 1, 0, 0, 0},
    {"F32", 0x7fc00000, 0x7fc00001, 0, 0, 1, 0},
    {"F32", 0x7fc00000, 0x7f800001, 0, 0, 1, 0}, /* a signalling one */
    {"F32", 0x7fc00000, 0xffc00000, 0, 0, 1, 0},
    {"F32", 0x3f800000, 0xffc00000, 0, 1, 0, 0},
    {"F32", 0x7f800000, 0x7f800001, 0, 1, 0, 0},
    {"BF16", 0x3f80, 0x3f7e, 2, 0, 0, 0},
    {"BF16", 0x8000, 0x0000, 0, 0, 0, 1},
    {"BF16", 0x7fc1, 0x7fc2, 0, 0, 1, 0},
    {"F16", 0x8001, 0x0001, 2, 0, 0, 0},
    {"F16", 0x7c00, 0xfc00, 2.0 * 0x7c00, 0, 0, 0},
    {"F16", 0x7c01, 0x3c00, 0, 1, 0, 0},
    {"F64", 0x3ff0000000000000, 0x3fefffffffffffff, 1, 0, 0, 0},
    {"F64", 0x7ff8000000000001, 0x7ff8000000000002, 0, 0, 1, 0},
    {"F64", 0x7fefffffffffffff, 0xffefffffffffffff, 0x1.ffcp+63, 0, 0, 0},
};

START_TEST(bits_are_counted) {
    const made_tensor tensors[] = {
        plain_tensors[0], plain_tensors[1], plain_tensors[2], {"out", changes[_i].dtype, "BhSW"}, {NULL, NULL, NULL}};
    made_run first = make_whole(tensors, ""), other = first;
    poke(&first, "out", 7, changes[_i].before);
    poke(&other, "out", 7, changes[_i].after);
    plumb_same_result result = compare(&first, &other, whole);
    const plumb_same_bits *bits = &result.outcome[1].bits[PLUMB_OUTPUT];
    ck_assert_uint_eq(result.differing, 1);
    ck_assert_uint_eq(bits->differ, 1);
    ck_assert_uint_eq(bits->first, 7);
    ck_assert_double_eq(bits->most_ulps, changes[_i].ulps);
    ck_assert_uint_eq(bits->nan_alone, changes[_i].nan_alone);
    ck_assert_uint_eq(bits->nan_bits, changes[_i].nan_bits);
    ck_assert_uint_eq(bits->zero_signs, changes[_i].zero_signs);
    plumb_same_free(&result);
}
END_TEST

START_TEST(the_first_and_the_most_are_told) {
    made_run first = make_whole(many_tensors, ""), other = first;
    poke(&other, "out", 71, peek(&other, "out", 71) + 3);
    poke(&other, "out", 30, peek(&other, "out", 30) + 2);
    poke(&other, "out", 31, peek(&other, "out", 31) + 9);
    poke(&other, "weights", 119, peek(&other, "weights", 119) + 1);
    plumb_same_result result = compare(&first, &other, whole);
    const plumb_same_bits *bits = result.outcome[1].bits;
    ck_assert_uint_eq(bits[PLUMB_OUTPUT].differ, 3);
    ck_assert_uint_eq(bits[PLUMB_OUTPUT].first, 30);
    ck_assert_double_eq(bits[PLUMB_OUTPUT].most_ulps, 9);
    ck_assert_uint_eq(bits[PLUMB_WEIGHTS].first, 119);
    ck_assert_uint_eq(bits[PLUMB_LSE].differ, 0);
    size_t index[PLUMB_RANK_MAX];
    ck_assert_uint_eq(plumb_same_index(&result, PLUMB_WEIGHTS, 119, index), 4);
    ck_assert(index[0] == 2 && index[1] == 1 && index[2] == 3 && index[3] == 4);
    ck_assert_uint_eq(plumb_same_index(&result, PLUMB_LSE, 9, index), 3);
    ck_assert(index[0] == 1 && index[1] == 0 && index[2] == 1);
    plumb_same_free(&result);
}
END_TEST

/* ---- gradients ---- */

static const made_tensor with_gradients[] = {{"q", "F32", "BhSD"},   {"k", "F32", "BgKD"},        {"v", "F32", "BgKW"},
                                             {"out", "F32", "BhSW"}, {"out_grad", "F32", "BhSW"}, {"dq", "F32", "BhSD"},
                                             {"dk", "F32", "BgKD"},  {"dv", "F32", "BgKW"},       {NULL, NULL, NULL}};

START_TEST(gradients_are_compared) {
    made_run first = make_whole(with_gradients, ""), other = first;
    poke(&other, "dk", 13, peek(&other, "dk", 13) + 5);
    poke(&other, "dk", 27, peek(&other, "dk", 27) + 2);
    plumb_same_result result = compare(&first, &other, whole);
    const plumb_same_bits *bits = result.outcome[1].bits;
    size_t index[PLUMB_RANK_MAX];
    ck_assert(!result.outcome[1].agrees);
    ck_assert(bits[PLUMB_OUTPUT].differ == 0 && bits[PLUMB_QUERY_GRADIENT].differ == 0);
    ck_assert_uint_eq(bits[PLUMB_KEY_GRADIENT].differ, 2);
    ck_assert_uint_eq(bits[PLUMB_KEY_GRADIENT].first, 13);
    ck_assert_double_eq(bits[PLUMB_KEY_GRADIENT].most_ulps, 5);
    ck_assert_uint_eq(plumb_same_index(&result, PLUMB_KEY_GRADIENT, 13, index), 4);
    ck_assert(index[0] == 1 && index[1] == 0 && index[2] == 1 && index[3] == 1);
    ck_assert_uint_eq(result.outcome[1].nearness[PLUMB_KEY_GRADIENT].measured, 2);
    plumb_same_free(&result);
}
END_TEST

START_TEST(runs_of_other_losses_are_refused) {
    made_run first = make_whole(with_gradients, ""), other = first;
    poke(&other, "out_grad", 4, peek(&other, "out_grad", 4) + 1);
    refuse(&first, &other, whole,
           "other.safetensors: out_grad[0,0,1,1] is 0.062500007450580597, and out_grad[0,0,1,1] of 'first.safetensors' "
           "is 0.0625; both runs need the same inputs");
}
END_TEST

/* dk of a batch entry is a sum over its own queries alone, dk of some queries none over the others. */
START_TEST(gradients_of_parts_are_those_of_batch_entries) {
    const plumb_same_part of_batch = {.of_batch = true, .batch = 1}, of_queries = {.of_queries = true, .query = 1};
    made_run all = make_whole(with_gradients, "");
    made_run entry = make_part(with_gradients, "", 1, 1, 0, QUERIES),
             query = make_part(with_gradients, "", 0, BATCH, 1, 1);
    plumb_same_result result = compare(&entry, &all, of_batch);
    ck_assert(result.outcome[1].agrees);
    plumb_same_free(&result);
    refuse(&query, &all, of_queries,
           "first.safetensors: dk: cannot be combined with --query: it is a sum over all of them; leave it out of the "
           "runs");
}
END_TEST

/* ---- parts ---- */

static const struct {
    size_t first_entry, batch, first_query, queries;
    bool of_batch, of_queries;
} parts[] = {{1, 1, 0, QUERIES, true, false}, {2, 1, 0, QUERIES, true, false}, {1, 2, 0, QUERIES, true, false},
             {0, BATCH, 2, 1, false, true},   {0, BATCH, 1, 3, false, true},   {2, 1, 3, 1, true, true},
             {1, 2, 1, 2, true, true}};

static plumb_same_part part_of(int i) {
    return (plumb_same_part){.of_batch = parts[i].of_batch,
                             .of_queries = parts[i].of_queries,
                             .batch = parts[i].first_entry,
                             .query = parts[i].first_query};
}

static made_run make_numbered(int i, const char *members) {
    return make_part(many_tensors, members, parts[i].first_entry, parts[i].batch, parts[i].first_query,
                     parts[i].queries);
}

START_TEST(a_part_has_the_bits_of_the_whole) {
    made_run first = make_numbered(_i, ""), other = make_whole(many_tensors, "");
    plumb_same_result result = compare(&first, &other, part_of(_i));
    ck_assert_uint_eq(result.differing, 0);
    plumb_same_free(&result);
}
END_TEST

/* Every answer of the whole changed in turn: it counts where it is the part's. */
START_TEST(what_lies_outside_a_part_does_not_count) {
    made_run first = make_numbered(_i, ""), other = make_whole(many_tensors, "");
    size_t answers = made_count(&other, made_find(&other, "lse")), differing = 0;
    for (size_t element = 0; element < answers; element++) {
        made_run changed = other;
        poke(&changed, "lse", element, ~peek(&changed, "lse", element));
        plumb_same_result result = compare(&first, &changed, part_of(_i));
        const plumb_same_bits *bits = &result.outcome[1].bits[PLUMB_LSE];
        differing += result.differing;
        if (result.differing > 0)
            ck_assert_uint_eq(made_place(&first, made_find(&first, "lse"), bits->first), element);
        plumb_same_free(&result);
    }
    ck_assert_uint_eq(differing, made_count(&first, made_find(&first, "lse")));
}
END_TEST

/* What is asked is the part's: its numbers are right there, and would not be of another entry or query. */
START_TEST(a_part_is_judged_by_its_own_question) {
    made_run first = make_part(plain_tensors, "", 1, 1, 2, 2), other = make_whole(plain_tensors, "");
    const plumb_same_part part = {.of_batch = true, .of_queries = true, .batch = 1, .query = 2};
    put_answers(&first);
    put_answers(&other);
    plumb_same_result result = compare(&first, &other, part);
    ck_assert_uint_eq(result.differing, 0);
    plumb_same_free(&result);
    poke(&other, "out", ((1 * HEADS + 1) * QUERIES + 3) * WIDTH + 2, peek(&first, "out", 11) ^ 1);
    result = compare(&first, &other, part);
    ck_assert_uint_eq(result.outcome[1].bits[PLUMB_OUTPUT].differ, 1);
    ck_assert_uint_eq(result.outcome[1].bits[PLUMB_OUTPUT].first, 11);
    for (int run = 0; run < 2; run++) {
        ck_assert_int_eq(result.outcome[run].verdict, PLUMB_PASS);
        ck_assert_uint_eq(result.outcome[run].tensor[PLUMB_OUTPUT].passed, 2 * HEADS * WIDTH);
    }
    ck_assert_uint_eq(result.outcome[1].nearness[PLUMB_OUTPUT].nearer[0], 1);
    plumb_same_free(&result);
}
END_TEST

#define CAUSAL ",\"mask\":\"causal\",\"causal_alignment\":"

/* Queries of both stand at the same places, however that is said. */
START_TEST(positions_of_a_part_are_those_of_the_whole) {
    const plumb_same_part part = {.of_queries = true, .query = 2};
    made_run other = make_whole(plain_tensors, CAUSAL "\"bottom-right\"");                /* from 1 on */
    made_run first = make_part(plain_tensors, CAUSAL "\"bottom-right\"", 0, BATCH, 2, 2); /* from 3 on */
    plumb_same_result result = compare(&first, &other, part);
    ck_assert_uint_eq(result.differing, 0);
    plumb_same_free(&result);
    first.members = CAUSAL "{\"offset\":3}";
    result = compare(&first, &other, part);
    ck_assert_uint_eq(result.differing, 0);
    plumb_same_free(&result);
    first.members = CAUSAL "\"top-left\"";
    refuse(&first, &other, part,
           "other.safetensors: plumbline.causal_alignment: query 2 stands at 3, and not at 0 as query 0 of "
           "'first.safetensors'");
}
END_TEST

START_TEST(a_part_that_is_not_there_is_refused) {
    made_run first = make_part(plain_tensors, "", 1, 2, 0, QUERIES), other = make_whole(plain_tensors, "");
    refuse(&first, &other, (plumb_same_part){.of_batch = true, .batch = 2},
           "other.safetensors: --batch: from 2 on it has fewer than the 2 of 'first.safetensors'; it has 3, counted "
           "from 0");
    refuse(&first, &other, (plumb_same_part){.of_batch = true, .batch = SIZE_MAX},
           "other.safetensors: --batch: from 18446744073709551615 on it has fewer than the 2 of 'first.safetensors'; "
           "it has 3, counted from 0");
    refuse(&first, &other, (plumb_same_part){.of_queries = true, .query = 1},
           "other.safetensors: --query: from 1 on it has fewer than the 4 of 'first.safetensors'; it has 4, counted "
           "from 0");
    refuse(&first, &other, whole,
           "other.safetensors: q: shape [3,2,4,2] is not [2,2,4,2], that of 'first.safetensors'; --batch selects the "
           "part to compare");
    refuse(&other, &first, whole,
           "other.safetensors: q: shape [2,2,4,2] is not [3,2,4,2], that of 'first.safetensors'");
    first = make_part(plain_tensors, "", 0, BATCH, 1, 2);
    refuse(&first, &other, whole,
           "other.safetensors: q: shape [3,2,4,2] is not [3,2,2,2], that of 'first.safetensors'; --query selects the "
           "part to compare");
}
END_TEST

/* ---- the question ---- */

/* Every number of every input changed in turn. */
START_TEST(other_inputs_are_refused) {
    made_run first = make_numbered(_i, ""), other = make_whole(many_tensors, "");
    static const char *const inputs[] = {"q",       "k",    "v",     "bias", "query_segments", "key_segments",
                                         "allowed", "gate", "v_bias"};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        size_t tensor = made_find(&other, inputs[i]), refused = 0;
        for (size_t element = 0; element < made_count(&other, tensor); element++) {
            made_run changed = other;
            char begin[64];
            plumb_same_result result;
            plumb_error error = {""};
            poke(&changed, inputs[i], element, peek(&changed, inputs[i], element) ^ 1);
            save_run(&first, paths[0]);
            save_run(&changed, paths[1]);
            request = (plumb_same_request){.path = paths, .runs = 2, .part = part_of(_i)};
            if (plumb_same(&request, &result, &error) == 0) {
                plumb_same_free(&result);
                continue;
            }
            snprintf(begin, sizeof begin, "other.safetensors: %s[", inputs[i]);
            ck_assert_msg(strncmp(error.text, begin, strlen(begin)) == 0, "%s", error.text);
            refused++;
        }
        ck_assert_msg(refused == made_count(&first, tensor), "%s: %zu refused", inputs[i], refused);
    }
}
END_TEST

START_TEST(a_refusal_names_places_and_numbers) {
    made_run first = make_part(many_tensors, "", 1, 1, 0, QUERIES), other = make_whole(many_tensors, "");
    const plumb_same_part part = {.of_batch = true, .batch = 1};
    poke(&first, "q", 5, made_bits("BF16", 0.5));
    poke(&other, "q", HEADS * QUERIES * DIM + 5, made_bits("BF16", -0.25));
    refuse(&first, &other, part,
           "other.safetensors: q[1,0,2,1] is -0.25, and q[0,0,2,1] of 'first.safetensors' is 0.5; both runs need the "
           "same inputs");
    poke(&first, "q", 5, 0x7fc1);
    poke(&other, "q", HEADS * QUERIES * DIM + 5, 0x7fc0);
    refuse(&first, &other, part,
           "other.safetensors: q[1,0,2,1] is nan, and q[0,0,2,1] of 'first.safetensors' is nan; both runs need the "
           "same inputs");
    poke(&other, "q", HEADS * QUERIES * DIM + 5, 0x7fc1);
    poke(&first, "query_segments", 3, 40);
    poke(&other, "query_segments", QUERIES + 3, 41);
    refuse(&first, &other, part,
           "other.safetensors: query_segments[1,3] is 41, and query_segments[0,3] of 'first.safetensors' is 40; both "
           "runs need the same inputs");
    poke(&other, "query_segments", QUERIES + 3, 40);
    poke(&first, "allowed", 0, 0);
    poke(&other, "allowed", 0, 1);
    refuse(&first, &other, part,
           "other.safetensors: allowed[0,0,0,0] is 1, and allowed[0,0,0,0] of 'first.safetensors' is 0; both runs need "
           "the same inputs");
}
END_TEST

static const made_tensor with_sinks[] = {{"q", "F32", "BhSD"},   {"k", "F32", "BgKD"},    {"v", "F32", "BgKW"},
                                         {"out", "F32", "BhSW"}, {"v_bias", "F32", "hW"}, {NULL, NULL, NULL}};
static const made_tensor with_lse[] = {{"q", "F32", "BhSD"},   {"k", "F32", "BgKD"},  {"v", "F32", "BgKW"},
                                       {"out", "F32", "BhSW"}, {"lse", "F32", "BhS"}, {NULL, NULL, NULL}};
static const made_tensor with_bf16[] = {
    {"q", "BF16", "BhSD"}, {"k", "BF16", "BgKD"}, {"v", "BF16", "BgKW"}, {"out", "F32", "BhSW"}, {NULL, NULL, NULL}};
static const made_tensor with_bf16_out[] = {
    {"q", "F32", "BhSD"}, {"k", "F32", "BgKD"}, {"v", "F32", "BgKW"}, {"out", "BF16", "BhSW"}, {NULL, NULL, NULL}};
static const made_tensor with_extra[] = {{"q", "F32", "BhSD"},   {"k", "F32", "BgKD"},       {"v", "F32", "BgKW"},
                                         {"out", "F32", "BhSW"}, {"extra.note", "F32", "W"}, {NULL, NULL, NULL}};
static const made_tensor with_one_width[] = {
    {"q", "F32", "BhSD"}, {"k", "F32", "BgKD"}, {"v", "F32", "BgK1"}, {"out", "F32", "BhS1"}, {NULL, NULL, NULL}};
static const made_tensor without_answers[] = {
    {"q", "F32", "BhSD"}, {"k", "F32", "BgKD"}, {"v", "F32", "BgKW"}, {NULL, NULL, NULL}};

static const struct {
    const made_tensor *first, *other;
    const char *message;
} tensor_refusals[] = {
    {plain_tensors, with_sinks, "other.safetensors: v_bias: missing in the first case"},
    {with_sinks, plain_tensors, "other.safetensors: v_bias: missing, but the first case has it"},
    {plain_tensors, with_lse, "other.safetensors: lse: missing in the first case"},
    {with_lse, plain_tensors, "other.safetensors: lse: missing, but the first case has it"},
    {plain_tensors, with_bf16, "other.safetensors: q: dtype BF16 is not F32, that of 'first.safetensors'"},
    {plain_tensors, with_bf16_out, "other.safetensors: out: dtype BF16 is not F32, that of 'first.safetensors'"},
    {plain_tensors, with_one_width,
     "other.safetensors: v: shape [3,1,5,1] is not [3,1,5,3], that of 'first.safetensors'"},
    {without_answers, without_answers,
     "first.safetensors: nothing to compare: it holds none of out, weights, scores, lse, dq, dk, dv, dsinks, dbias, "
     "dslopes, "
     "dtable"},
};

START_TEST(other_tensors_are_refused) {
    made_run first = make_whole(tensor_refusals[_i].first, ""), other = make_whole(tensor_refusals[_i].other, "");
    refuse(&first, &other, whole, tensor_refusals[_i].message);
}
END_TEST

static const struct {
    const char *first, *other;
    const char *message; /* after "other.safetensors: plumbline."; NULL: the question is the same */
} conventions[] = {
    {"", ",\"operator\":\"sigmoid\"", "operator: sigmoid is not softmax, that of 'first.safetensors'"},
    {",\"softcap\":50", "", "softcap: 0 is not 50, that of 'first.safetensors'"},
    {",\"softcap\":50", ",\"softcap\":50.000000000000007",
     "softcap: 50.000000000000007 is not 50, that of 'first.safetensors'"},
    {",\"sink\":\"zero\"", "", "sink: none is not zero, that of 'first.safetensors'"},
    {CAUSAL "\"top-left\"", "", "mask: none is not causal, that of 'first.safetensors'"},
    {CAUSAL "\"top-left\"", CAUSAL "\"bottom-right\"",
     "causal_alignment: query 0 stands at 1, and not at 0 as query 0 of 'first.safetensors'"},
    {CAUSAL "{\"offset\":1}", CAUSAL "\"bottom-right\"", NULL},
    {",\"window\":{\"left\":3,\"right\":0},\"causal_alignment\":\"top-left\"",
     ",\"window\":{\"left\":4,\"right\":0},\"causal_alignment\":\"top-left\"",
     "window: 4,0 is not 3,0, that of 'first.safetensors'"},
    {"", ",\"window\":{\"left\":4,\"right\":0},\"causal_alignment\":\"top-left\"",
     "window: 4,0 is not none, that of 'first.safetensors'"},
    {"", ",\"scale\":\"0.25\"", "scale: 0.25 is not 1/sqrt(head_dim), that of 'first.safetensors'"},
    {",\"scale\":\"1/4\"", ",\"scale\":\"0.25\"", NULL},
    {",\"scale\":\"1/sqrt(192)\"", ",\"scale\":\"0.5/sqrt(48)\"", NULL},
    {",\"scale\":\"1/sqrt(192)\"", ",\"scale\":\"-1/sqrt(192)\"",
     "scale: -1/sqrt(192) is not 1/sqrt(192), that of 'first.safetensors'"},
    {",\"scale\":\"1/sqrt(192)\"", ",\"scale\":\"1/sqrt(193)\"",
     "scale: 1/sqrt(193) is not 1/sqrt(192), that of 'first.safetensors'"},
    {",\"scale\":\"1/4\"", ",\"scale\":\"0.250000001\"", "scale: 0.250000001 is not 1/4, that of 'first.safetensors'"},
    {"", ",\"empty_row\":\"nan\"", "empty_row: nan is not zero, that of 'first.safetensors'"},
    {"", ",\"empty_lse\":\"plus-infinity\"",
     "empty_lse: plus-infinity is not minus-infinity, that of 'first.safetensors'"},
    {",\"position\":\"rope\",\"rope_layout\":\"half\",\"causal_alignment\":\"top-left\"",
     ",\"position\":\"rope\",\"rope_layout\":\"interleaved\",\"causal_alignment\":\"top-left\"",
     "rope_layout: interleaved is not half, that of 'first.safetensors'"},
    {",\"position\":\"rope\",\"rope_layout\":\"half\",\"causal_alignment\":\"top-left\"",
     ",\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_base\":500000,\"causal_alignment\":\"top-left\"",
     "rope_base: 500000 is not 10000, that of 'first.safetensors'"},
    {",\"position\":\"rope\",\"rope_layout\":\"half\",\"causal_alignment\":\"top-left\"",
     ",\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_base\":10000,\"rope_dim\":2,"
     "\"causal_alignment\":\"top-left\"",
     NULL},
    {",\"gqa\":\"tile\"", "", "gqa: interleave is not tile, that of 'first.safetensors'"},
    {"", ",\"engine\":{\"name\":\"another\",\"version\":\"2\",\"precision\":\"f32\"}", NULL},
    {"", ",\"note\":\"why\"", NULL},
    {",\"scale_site\":\"query\"", ",\"scale_site\":\"score\"", NULL},
};

START_TEST(other_conventions_are_refused) {
    made_run first = make_whole(plain_tensors, conventions[_i].first);
    made_run other = make_whole(plain_tensors, conventions[_i].other);
    char message[512] = "other.safetensors: plumbline.";
    if (conventions[_i].message == NULL) {
        plumb_same_result result = compare(&first, &other, whole);
        ck_assert_uint_eq(result.differing, 0);
        plumb_same_free(&result);
        return;
    }
    strcat(message, conventions[_i].message);
    refuse(&first, &other, whole, message);
}
END_TEST

START_TEST(what_is_kept_beside_a_case_may_differ) {
    made_run first = make_whole(with_extra, ""), other = first;
    poke(&other, "extra.note", 0, 0x12345678);
    plumb_same_result result = compare(&first, &other, whole);
    ck_assert_uint_eq(result.differing, 0);
    plumb_same_free(&result);
    other = make_whole(plain_tensors, "");
    result = compare(&first, &other, whole);
    ck_assert_uint_eq(result.differing, 0);
    plumb_same_free(&result);
}
END_TEST

START_TEST(a_precision_that_there_is_not_is_refused) {
    made_run first = make_whole(plain_tensors, ""), other = first;
    other.members = ",\"engine\":{\"precision\":\"f31\"}";
    plumb_same_result result;
    plumb_error error = {""};
    save_run(&first, paths[0]);
    save_run(&other, paths[1]);
    request = (plumb_same_request){.path = paths, .runs = 2};
    ck_assert_int_eq(plumb_same(&request, &result, &error), -1);
    ck_assert_msg(strncmp(error.text, "other.safetensors: ", 19) == 0 && strstr(error.text, "f31") != NULL, "%s",
                  error.text);
}
END_TEST

/* ---- judgements ---- */

/* Of three runs the second has the bits of the first. */
START_TEST(only_what_differs_is_judged) {
    made_run first = make_whole(plain_tensors, ""), other;
    put_answers(&first);
    other = first;
    poke(&other, "out", 13, peek(&first, "out", 13) + 1);
    save_run(&first, paths[0]);
    save_run(&first, paths[1]);
    save_run(&other, paths[2]);
    plumb_same_result result;
    plumb_error error = {""};
    request = (plumb_same_request){.path = paths, .runs = 3};
    ck_assert_int_eq(plumb_same(&request, &result, &error), 0);
    ck_assert_uint_eq(result.differing, 1);
    ck_assert(result.outcome[0].judged && !result.outcome[1].judged && result.outcome[2].judged);
    ck_assert(result.outcome[1].agrees && !result.outcome[2].agrees);
    ck_assert_str_eq(result.outcome[2].source, paths[2]);
    ck_assert_int_eq(plumb_same_verdict(&result), PLUMB_SUSPECT);
    const plumb_same_nearness *found = &result.outcome[2].nearness[PLUMB_OUTPUT];
    ck_assert_uint_eq(found->nearer[0], 1);
    ck_assert_uint_eq(found->nearer[1], 0);
    ck_assert_uint_eq(found->measured, 1);
    ck_assert_double_lt(found->largest[0].high, found->largest[1].low);
    plumb_same_free(&result);
}
END_TEST

START_TEST(a_run_that_fails_is_said) {
    made_run right = make_whole(plain_tensors, "");
    put_answers(&right);
    made_run wrong = right;
    poke(&wrong, "out", 40, made_bits("F32", 7));
    for (int swapped = 0; swapped < 2; swapped++) {
        plumb_same_result result = compare(swapped ? &wrong : &right, swapped ? &right : &wrong, whole);
        ck_assert_int_eq(plumb_same_verdict(&result), PLUMB_FAIL);
        ck_assert_int_eq(result.outcome[!swapped].verdict, PLUMB_FAIL);
        ck_assert_int_eq(result.outcome[swapped].verdict, PLUMB_PASS);
        ck_assert_uint_eq(result.outcome[!swapped].tensor[PLUMB_OUTPUT].impossible, 1);
        ck_assert_uint_eq(result.outcome[1].nearness[PLUMB_OUTPUT].nearer[swapped], 1);
        plumb_same_free(&result);
    }
}
END_TEST

/* A NaN that both have fails twice; it is nearer to nothing. */
START_TEST(nans_of_other_bits_are_no_nearer) {
    made_run first = make_whole(plain_tensors, ""), other;
    put_answers(&first);
    other = first;
    poke(&first, "out", 5, 0x7fc00000);
    poke(&other, "out", 5, 0x7fc00001);
    plumb_same_result result = compare(&first, &other, whole);
    const plumb_same_outcome *found = &result.outcome[1];
    ck_assert_int_eq(plumb_same_verdict(&result), PLUMB_FAIL);
    ck_assert_uint_eq(found->bits[PLUMB_OUTPUT].nan_bits, 1);
    ck_assert_uint_eq(found->nearness[PLUMB_OUTPUT].nearer[0] + found->nearness[PLUMB_OUTPUT].nearer[1], 0);
    ck_assert_uint_eq(found->nearness[PLUMB_OUTPUT].measured, 0);
    plumb_same_free(&result);
}
END_TEST

/* Each run by the precision that it states: what a bf16 engine may return, one of f32 may not. */
START_TEST(each_run_has_its_own_precision) {
    made_run first = make_whole(plain_tensors, ",\"engine\":{\"precision\":\"bf16-products\"}"), other;
    put_answers(&first);
    other = first;
    other.members = ",\"engine\":{\"name\":\"e\",\"version\":\"v\",\"precision\":\"f32\"}";
    float coarse = (float)made_value(&first, "out", 20) * 1.001f;
    uint32_t bits;
    memcpy(&bits, &coarse, sizeof bits);
    poke(&first, "out", 20, bits);
    plumb_same_result result = compare(&first, &other, whole);
    ck_assert_int_eq(result.outcome[0].verdict, PLUMB_PASS);
    ck_assert_str_eq(result.outcome[0].precision, "bf16-products");
    ck_assert_str_eq(result.outcome[1].precision, "f32");
    ck_assert_str_eq(result.outcome[1].engine_name, "e");
    ck_assert_str_eq(result.outcome[1].engine_version, "v");
    ck_assert_ptr_null(result.outcome[0].engine_name);
    plumb_same_free(&result);
    made_run swapped = first;
    swapped.members = other.members;
    result = compare(&other, &swapped, whole);
    ck_assert_int_eq(result.outcome[1].verdict, PLUMB_FAIL);
    plumb_same_free(&result);
}
END_TEST

#define COUNT(table) (int)(sizeof table / sizeof *table)

int main(void) {
    Suite *suite = suite_create("same");
    TCase *tests = tcase_create("same");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, equal_runs_agree_and_are_not_judged);
    tcase_add_loop_test(tests, bits_are_counted, 0, COUNT(changes));
    tcase_add_test(tests, the_first_and_the_most_are_told);
    tcase_add_test(tests, gradients_are_compared);
    tcase_add_test(tests, runs_of_other_losses_are_refused);
    tcase_add_test(tests, gradients_of_parts_are_those_of_batch_entries);
    tcase_add_loop_test(tests, a_part_has_the_bits_of_the_whole, 0, COUNT(parts));
    tcase_add_loop_test(tests, what_lies_outside_a_part_does_not_count, 0, COUNT(parts));
    tcase_add_test(tests, a_part_is_judged_by_its_own_question);
    tcase_add_test(tests, positions_of_a_part_are_those_of_the_whole);
    tcase_add_test(tests, a_part_that_is_not_there_is_refused);
    tcase_add_loop_test(tests, other_inputs_are_refused, 0, COUNT(parts));
    tcase_add_test(tests, a_refusal_names_places_and_numbers);
    tcase_add_loop_test(tests, other_tensors_are_refused, 0, COUNT(tensor_refusals));
    tcase_add_loop_test(tests, other_conventions_are_refused, 0, COUNT(conventions));
    tcase_add_test(tests, what_is_kept_beside_a_case_may_differ);
    tcase_add_test(tests, a_precision_that_there_is_not_is_refused);
    tcase_add_test(tests, only_what_differs_is_judged);
    tcase_add_test(tests, a_run_that_fails_is_said);
    tcase_add_test(tests, nans_of_other_bits_are_no_nearer);
    tcase_add_test(tests, each_run_has_its_own_precision);
    suite_add_tcase(suite, tests);
    int result = run_suite_in_place(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
