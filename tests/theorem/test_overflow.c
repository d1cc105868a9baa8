/* test_overflow.c - where a step may leave its format: neither NaN nor an infinity nor a number that is far off fails
   there, the step is named, and on the near side of the limit NaN fails. */
#include "tests/theorem/ask_proof.h"
#include "report/report.h"
#include "tests/judge/judged_engines.h"
#include <string.h>

/* One query of two dimensions, equal keys, one value: a case in which one step alone may overflow. */
typedef struct {
    const char *name, *precision;
    plumb_format format; /* of the tensors */
    plumb_operator op;
    double query[2], key[2], value; /* on the near side; `over` multiplies query and value beyond the limit */
    double over_query, over_value;
    const char *scale;
    size_t keys;
    plumb_overflow_step step;
    double over_extra, extra; /* what `over` multiplies the one below by */
    extra_tensor what;
} limit;

#define SOFTMAX {.kind = PLUMB_SOFTMAX}
#define RELU(normalised) {.kind = PLUMB_RELU, .normalisation = (normalised)}

/* No further tensor. */
#define ALONE 1, 0, BIAS

static const limit limits[] = {
    {"a score that is stored before it is scaled", "fp16-eager", PLUMB_F32, SOFTMAX, {128, 128}, {500, 3}, 1, 1.03, 1,
     "0.001", 3, PLUMB_OVERFLOWS_SCORES, ALONE},
    {"a query that is scaled", "fp16-eager", PLUMB_F32, SOFTMAX, {226, 1}, {0x1p-7, 0x1p-7}, 1, 1.02, 1, "200", 3,
     PLUMB_OVERFLOWS_VECTORS, ALONE},
    {"a query as given", "f32,input=f16", PLUMB_F32, SOFTMAX, {65000, 1}, {0x1p-14, 1}, 1, 1.02, 1, "0.5", 3,
     PLUMB_OVERFLOWS_VECTORS, ALONE},
    {"a key as a matrix unit takes it", "f32,operand=f16", PLUMB_F32, SOFTMAX, {65000, 1}, {0x1p-14, 1}, 1, 1.02, 1,
     "0.5", 3, PLUMB_OVERFLOWS_VECTORS, ALONE},
    {"partial sums that cancel", "fp16-accumulate,score=f32", PLUMB_F32, SOFTMAX, {128, 128}, {250, -250}, 1, 1.05, 1,
     "0.001", 3, PLUMB_OVERFLOWS_PRODUCTS, ALONE},
    {"binary32 products", "f32", PLUMB_F32, SOFTMAX, {0x1p63, 0}, {0x1.8p64, 0}, 1, 2, 1, "5e-39", 3,
     PLUMB_OVERFLOWS_PRODUCTS, ALONE},
    {"bfloat16 scores", "bf16-eager,product=f64", PLUMB_F32, SOFTMAX, {0x1p63, 0}, {0x1.8p64, 0}, 1, 2, 1, "5e-39",
     3, PLUMB_OVERFLOWS_SCORES, ALONE},
    {"exponents to the base 2, twice the largest", "f32,shifted=f16", PLUMB_F32, SOFTMAX, {22000, 0}, {1, 0}, 1, 1.05,
     1, "1", 3, PLUMB_OVERFLOWS_EXPONENTS, ALONE},
    {"a softcap's exponential", "f32", PLUMB_F32, {.kind = PLUMB_SOFTMAX, .softcap = 10}, {443, 0}, {1, 0}, 1, 1.02, 1,
     "1", 3, PLUMB_OVERFLOWS_EXPONENTIALS, ALONE},
    {"the same, behind biases", "f32", PLUMB_F32, {.softcap = 10, .softcap_order = PLUMB_BIAS_CAP_MASK}, {443, 0},
     {1, 0}, 1, 1.02, 1, "1", 3, PLUMB_OVERFLOWS_EXPONENTIALS, ALONE},
    {"a sigmoid's exponential", "f32", PLUMB_F32, {.kind = PLUMB_SIGMOID}, {88, 0}, {1, 0}, 1, 1.02, 1, "1", 3,
     PLUMB_OVERFLOWS_EXPONENTIALS, ALONE},
    {"activations as stored", "f32,probability=f16", PLUMB_F32, RELU(PLUMB_UNNORMALISED), {65000, 0}, {1, 0}, 1, 1.02,
     1, "1", 3, PLUMB_OVERFLOWS_WEIGHTS, ALONE},
    {"sums of activations", "f32,accumulate=f16", PLUMB_F32, RELU(PLUMB_SUM), {6400, 0}, {1, 0}, 0x1p-10, 1.016, 1, "1",
     10, PLUMB_OVERFLOWS_SUMS, ALONE},
    {"the reciprocal of a small sum", "f32,accumulate=f16", PLUMB_F32, RELU(PLUMB_SUM), {1e-5, 0}, {1, 0}, 0x1p-10,
     0.15, 1, "1", 10, PLUMB_OVERFLOWS_RECIPROCALS, ALONE},
    {"weights that are divided before they are summed", "f32,accumulate=f16", PLUMB_F32, RELU(PLUMB_SUM), {1e-3, 0},
     {1, 0}, 60000, 1, 1.1, "1", 10, PLUMB_OVERFLOWS_VALUE_SUMS, ALONE},
    {"sums of probability times value", "fp16-accumulate,output=f32", PLUMB_F32, SOFTMAX, {1, 0}, {1, 0}, 6300, 1,
     1.05, "1", 10, PLUMB_OVERFLOWS_VALUE_SUMS, ALONE},
    {"a value as a matrix unit takes it", "f32,operand=f16", PLUMB_F32, SOFTMAX, {1, 0}, {1, 0}, 65000, 1, 1.02, "1", 3,
     PLUMB_OVERFLOWS_VALUES, ALONE},
    {"the output, which parts of the keys may have", "f32,output=f16", PLUMB_F32, SOFTMAX, {1, 0}, {1, 0}, 65000, 1,
     1.02, "1", 3, PLUMB_OVERFLOWS_OUTPUTS, ALONE},
    {"the output of a part of the keys", "f32,part=f16,merge_levels=2", PLUMB_F32, SOFTMAX, {1, 0}, {1, 0}, 65000, 1,
     1.02, "1", 3, PLUMB_OVERFLOWS_OUTPUTS, ALONE},
    {"keys that are summed before the query comes in", "f32,probability=f16", PLUMB_F32, {.kind = PLUMB_IDENTITY},
     {1e-3, 0}, {650, 0}, 10, 1, 1.02, "1", 10, PLUMB_OVERFLOWS_VALUE_SUMS, ALONE},
    {"exponentials of scores below 0", "f32", PLUMB_F32, {.kind = PLUMB_SOFTPICK, .epsilon = 1e-6}, {-87, 0}, {1, 0},
     0x1p-10, 1.02, 1, "1", 3, PLUMB_OVERFLOWS_SUMS, ALONE},
    {"the exponential of a sink's logit", "f32", PLUMB_F32, {.kind = PLUMB_SOFTMAX, .sink = PLUMB_SINK_LOGIT}, {0, 0},
     {1, 0}, 1, 1, 1, "1", 3, PLUMB_OVERFLOWS_SUMS, 1.02, 88, SINK_LOGITS},
    {"a gate's exponential", "f32", PLUMB_F32, SOFTMAX, {1, 0}, {1, 0}, 1, 1, 1, "1", 3, PLUMB_OVERFLOWS_EXPONENTIALS,
     1.02, 88, GATE},
    {"the output with its bias", "f32,output=f16", PLUMB_F32, SOFTMAX, {1, 0}, {1, 0}, 1, 1, 1, "1", 3,
     PLUMB_OVERFLOWS_OUTPUTS, 1.02, 65000, VALUE_BIAS},
    {"a scaled weight", "f32,probability=f16", PLUMB_F32, {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 65000}, {1, 0},
     {1, 0}, 0x1p-10, 1, 1, "1", 3, PLUMB_OVERFLOWS_WEIGHTS, 1.02, 0, EXTRA_TENSORS},
    {"the output in its tensor", "f32", PLUMB_F16, SOFTMAX, {1, 0}, {1, 0}, 65000, 1, 1.02, "1", 3,
     PLUMB_OVERFLOWS_OUTPUTS, ALONE},
};
enum { LIMITS = sizeof limits / sizeof limits[0], MOST_KEYS = 16 };

/* The case, with one number of an engine in its output. */
typedef struct {
    double query[2], key[2 * MOST_KEYS], value[MOST_KEYS], output[1], extra[1];
    plumb_case judged;
} one_number;

static void make(one_number *c, const limit *of, bool over, double engine) {
    for (size_t i = 0; i < 2; i++)
        c->query[i] = of->query[i] * (over ? of->over_query : 1);
    for (size_t i = 0; i < of->keys; i++) {
        c->key[2 * i] = of->key[0];
        c->key[2 * i + 1] = of->key[1];
        c->value[i] = of->value * (over ? of->over_value : 1);
    }
    c->output[0] = engine;
    c->judged = (plumb_case){.problem = one_head(1, of->keys, 2, 1),
                             .output = {true, of->format, 1, c->output},
                             .input_format = PLUMB_F32,
                             .precision = of->precision,
                             .source = of->name};
    c->judged.problem.op = of->op;
    c->judged.problem.query = c->query;
    c->judged.problem.key = c->key;
    c->judged.problem.value = c->value;
    c->judged.problem.scale.text = of->scale;
    c->extra[0] = of->extra * (over ? of->over_extra : 1);
    if (of->what == EXTRA_TENSORS && over)
        c->judged.problem.op.alpha *= of->over_extra;
    c->judged.problem.extra.sinks = of->what == SINK_LOGITS ? c->extra : NULL;
    c->judged.problem.extra.gate = of->what == GATE ? c->extra : NULL;
    c->judged.problem.extra.value_bias = of->what == VALUE_BIAS ? c->extra : NULL;
}

static plumb_report report_of(const plumb_case *judged) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 1};
    ck_assert_msg(plumb_compare(judged, &options, &report, &error) == 0, "%s", error.text);
    return report;
}

typedef size_t step_counts[PLUMB_OVERFLOW_STEPS];

static void count_step(void *context, plumb_quantity quantity, const plumb_element *element) {
    step_counts *steps = context;
    steps[quantity][element->overflow.step]++;
}

/* And how many numbers of each tensor each step excuses. */
static plumb_report counted_report_of(const plumb_case *judged, step_counts *steps) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 1, .element = count_step, .element_context = steps};
    ck_assert_msg(plumb_compare(judged, &options, &report, &error) == 0, "%s", error.text);
    return report;
}

static plumb_element found(const limit *of, bool over, double engine) {
    one_number c;
    make(&c, of, over, engine);
    plumb_report report = report_of(&c.judged);
    const plumb_tensor_report *t = &report.tensor[PLUMB_OUTPUT];
    return t->impossible > 0 ? t->first_impossible : t->beyond > 0 ? t->first_beyond : t->first_unjudged;
}

/* On the near side NaN is impossible, and a number far off is judged; beyond the limit neither is. */
START_TEST(each_step_has_its_limit) {
    const limit *of = &limits[_i];
    char text[PLUMB_OVERFLOW_TEXT];
    plumb_element e = found(of, false, NAN);
    ck_assert_msg(e.present && e.finding == PLUMB_NAN, "%s, near: %s %s", of->name, plumb_finding_text(e.finding),
                  plumb_overflow_text(&e.overflow, text));
    e = found(of, false, -0x1p127);
    ck_assert_msg(e.finding == PLUMB_EXCLUDED || e.finding == PLUMB_EXCLUDED || e.finding == PLUMB_IMPROBABLE,
                  "%s, near: %s", of->name, plumb_finding_text(e.finding));
    const double engine[] = {NAN, -0x1p127};
    for (size_t i = 0; i < 2; i++) {
        e = found(of, true, engine[i]);
        ck_assert_msg(e.present && e.finding == PLUMB_MAY_OVERFLOW && e.overflow.step == of->step, "%s: %s %s",
                      of->name, plumb_finding_text(e.finding), plumb_overflow_text(&e.overflow, text));
        ck_assert(e.overflow.bound >= e.overflow.overflow);
        ck_assert(isnan(engine[i]) ? isnan(e.error_low) && isnan(e.error_high) && isnan(e.ulps) : e.error_low > 1);
    }
}
END_TEST

/* The root of a small power is a large number: 3^10 and 3^10.3. */
START_TEST(roots_of_sums) {
    limit of = {.name = "root", .precision = "f32,probability=f16", .op = {.kind = PLUMB_POWER_SOFTMAX, .power = 0.1},
                .format = PLUMB_F32, .key = {1, 0}, .value = 1, .scale = "1", .keys = 3};
    ck_assert_int_eq(found(&of, false, NAN).finding, PLUMB_NAN);
    of.op.power = 0.097;
    plumb_element e = found(&of, false, NAN);
    ck_assert(e.finding == PLUMB_MAY_OVERFLOW && e.overflow.step == PLUMB_OVERFLOWS_WEIGHTS);
}
END_TEST

/* What divides is a product of the query with the sum of the keys, where an engine sums them first. */
START_TEST(sums_of_keys) {
    limit of = {.name = "keys", .precision = "f32,probability=f16", .format = PLUMB_F32, .query = {1e-3, 0},
                .op = {.kind = PLUMB_IDENTITY, .normalisation = PLUMB_SUM}, .key = {6500, 0}, .value = 0x1p-10,
                .scale = "1", .keys = 10};
    ck_assert_int_eq(found(&of, false, NAN).finding, PLUMB_NAN);
    of.key[0] = 6600;
    plumb_element e = found(&of, false, NAN);
    ck_assert(e.finding == PLUMB_MAY_OVERFLOW && e.overflow.step == PLUMB_OVERFLOWS_SUMS);
}
END_TEST

/* The root of two pairs' squares: an element that is rotated may be larger than it was, as it is on the way. */
START_TEST(rotated_queries) {
    limit of = {.name = "rotated", .precision = "fp16-eager", .op = SOFTMAX, .format = PLUMB_F32,
                .query = {20000, 20000}, .key = {0x1p-14, 0x1p-14}, .value = 1, .scale = "0.001", .keys = 3};
    for (int over = 0; over < 2; over++) {
        one_number c;
        of.query[0] = of.query[1] = over ? 40000 : 20000;
        make(&c, &of, false, NAN);
        c.judged.problem.position = (plumb_position){.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 2, .base = 10000}};
        const plumb_tensor_report output = report_of(&c.judged).tensor[PLUMB_OUTPUT];
        const plumb_element *e = over ? &output.first_beyond : &output.first_impossible;
        ck_assert_int_eq(e->finding, over ? PLUMB_MAY_OVERFLOW : PLUMB_NAN);
        ck_assert_int_eq(e->overflow.step, over ? PLUMB_OVERFLOWS_VECTORS : PLUMB_OVERFLOWS_NOWHERE);
    }
}
END_TEST

/* Probabilities far below a shift are lost, and so may be what they add up to. */
START_TEST(shifts_far_above) {
    limit of = {.name = "shift", .precision = "f32,probability=f16,shift=fixed:2", .op = SOFTMAX, .format = PLUMB_F32,
                .key = {1, 0}, .value = 1, .scale = "1", .keys = 3};
    ck_assert_int_eq(found(&of, false, NAN).finding, PLUMB_NAN);
    of.precision = "f32,probability=f16,shift=fixed:20";
    plumb_element e = found(&of, false, NAN);
    ck_assert(e.finding == PLUMB_MAY_OVERFLOW && e.overflow.step == PLUMB_OVERFLOWS_RECIPROCALS);
}
END_TEST

/* Where what divides may be 0 NaN says nothing: that no step overflows is not what matters. */
START_TEST(divisors_that_may_be_0) {
    limit of = {.name = "zero", .precision = "f32", .op = RELU(PLUMB_SUM), .format = PLUMB_F32, .query = {1, -0.5},
                .key = {1, 1}, .value = 1, .scale = "1", .keys = 3};
    ck_assert_int_eq(found(&of, false, NAN).finding, PLUMB_NAN);
    of.query[1] = -0.99999999;
    ck_assert_int_eq(found(&of, false, NAN).finding, PLUMB_UNINFORMATIVE);
}
END_TEST

/* e^x - 1 may be stored as -1, and the 1 that comes back leaves nothing. */
START_TEST(what_elu_stores_may_cancel) {
    limit of = {.name = "elu", .precision = "fp16-eager", .op = {.kind = PLUMB_ELU, .normalisation = PLUMB_SUM},
                .format = PLUMB_F16, .query = {-4, 0}, .key = {1, 0}, .value = 1, .scale = "1", .keys = 3};
    ck_assert_int_eq(found(&of, false, NAN).finding, PLUMB_NAN);
    of.query[0] = -9;
    ck_assert_int_ne(found(&of, false, NAN).finding, PLUMB_NAN);
}
END_TEST

/* ---- other tensors, keys that are hidden ---- */

/* Asks of that tensor, in binary16, what becomes of a number far off: it is found impossible, unless its step may
   overflow. */
static plumb_element found_in(const limit *of, plumb_quantity quantity, bool over) {
    one_number c;
    double given[MOST_KEYS] = {0};
    make(&c, of, over, 0);
    given[0] = -0x1p15;
    plumb_claim claim = {true, PLUMB_F16, quantity == PLUMB_LSE ? 1 : of->keys, given};
    c.judged.output.present = false;
    *(quantity == PLUMB_LSE ? &c.judged.lse : &c.judged.weights) = claim;
    plumb_report report = report_of(&c.judged);
    const plumb_tensor_report *t = &report.tensor[quantity];
    return t->impossible > 0 ? t->first_impossible : t->first_beyond;
}

START_TEST(other_tensors_have_limits) {
    static const struct {
        plumb_quantity quantity;
        limit of;
    } other[] = {
        {PLUMB_LSE, {"a log-sum-exp to the base 2", "f32", PLUMB_F32, SOFTMAX, {45000, 0}, {1, 0}, 1, 1.02, 1, "1", 3,
                     PLUMB_OVERFLOWS_LSE, ALONE}},
        {PLUMB_WEIGHTS, {"a scaled weight", "f32", PLUMB_F32, {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 190000}, {1, 0},
                         {1, 0}, 1, 1, 1, "1", 3, PLUMB_OVERFLOWS_WEIGHTS, 1.05, 0, EXTRA_TENSORS}},
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        const limit *of = &other[i].of;
        plumb_element e = found_in(of, other[i].quantity, false);
        ck_assert_msg(e.finding == PLUMB_EXCLUDED || e.finding == PLUMB_EXCLUDED, "%s, near: %s", of->name,
                      plumb_finding_text(e.finding));
        e = found_in(of, other[i].quantity, true);
        ck_assert_msg(e.finding == PLUMB_MAY_OVERFLOW && e.overflow.step == of->step, "%s: %s", of->name,
                      plumb_finding_text(e.finding));
    }
}
END_TEST

/* What a mask hides has a score, too, where the softcap stands behind it; of two keys the second is hidden. */
START_TEST(hidden_keys_have_limits) {
    limit of = {"hidden", "fp16-eager", PLUMB_F32, {.softcap = 10000, .softcap_order = PLUMB_BIAS_MASK_CAP}, {1, 0},
                {1, 0}, 1, 1, 1, "1", 2, PLUMB_OVERFLOWS_SCORES, ALONE};
    for (int over = 0; over < 2; over++) {
        one_number c;
        of.op.softcap = over ? 12000 : 10000;
        make(&c, &of, over, NAN);
        c.judged.problem.causal.causal = true;
        const plumb_tensor_report output = report_of(&c.judged).tensor[PLUMB_OUTPUT];
        const plumb_element *e = over ? &output.first_beyond : &output.first_impossible;
        ck_assert_int_eq(e->finding, over ? PLUMB_MAY_OVERFLOW : PLUMB_NAN);
        ck_assert_int_eq(e->overflow.step, over ? of.step : PLUMB_OVERFLOWS_NOWHERE);
    }
}
END_TEST

/* ---- the sentence ---- */

START_TEST(the_sentence_names_step_format_and_bound) {
    char text[PLUMB_OVERFLOW_TEXT];
    plumb_overflow worst = {0};
    ck_assert_str_eq(plumb_overflow_text(&worst, text), "");
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_SCORES, 65520, 65519);
    ck_assert_str_eq(plumb_overflow_text(&worst, text), "");
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_SCORES, 65520, 69950);
    ck_assert_str_eq(plumb_overflow_text(&worst, text),
                     "binary16 scores may overflow here: up to 70,000 (65,504 is the largest binary16 number)");
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_OUTPUTS, 0x1.ffp127, 0x1.ffp127);
    ck_assert_int_eq(worst.step, PLUMB_OVERFLOWS_SCORES);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_PRODUCTS, 0x1.ffffffp127, 0x1p130);
    ck_assert_str_eq(plumb_overflow_text(&worst, text), "binary32 sums of query times key may overflow here: up to "
                                                        "1.37e+39 (3.4e+38 is the largest binary32 number)");
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_VALUES, INFINITY, NAN);
    ck_assert_str_eq(plumb_overflow_text(&worst, text), "binary64 values may overflow here: no bound is known");
}
END_TEST

static char *printed(const plumb_report *report, void print(const plumb_report *, FILE *)) {
    static char text[1 << 16];
    FILE *stream = tmpfile();
    print(report, stream);
    rewind(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = 0;
    fclose(stream);
    return text;
}

static void print_json(const plumb_report *report, FILE *stream) {
    ck_assert_int_eq(plumb_report_json(report, stream), 0);
}

static void print_junit(const plumb_report *report, FILE *stream) {
    static const plumb_report_origin origin = {.version = "0"};
    ck_assert_int_eq(plumb_report_junit(report, &origin, stream), 0);
}

/* No report gives NaN an error; each names the step, or that there is none. */
START_TEST(reports_give_nan_no_error) {
    one_number c;
    make(&c, &limits[0], _i == 1, NAN);
    plumb_report report = report_of(&c.judged);
    const char *text = printed(&report, plumb_report_text);
    ck_assert_ptr_nonnull(strstr(text, _i == 1 ? "binary16 scores may overflow here: up to 66,600 (65,504 is the\n"
                                                 "           largest binary16 number)\n"
                                               : "NaN where no step of this precision can overflow\n"));
    ck_assert_ptr_null(strstr(text, "  error"));
    ck_assert_ptr_null(strstr(text, "inf"));
    const char *sentence = _i == 1 ? "binary16 scores may overflow here: up to 66,600 (65,504 is the largest binary16 "
                                     "number)"
                                   : "NaN where no step of this precision can overflow";
    text = printed(&report, print_junit);
    ck_assert_ptr_nonnull(strstr(text, sentence));
    ck_assert_ptr_null(strstr(text, "error at least"));
    text = printed(&report, print_json);
    ck_assert_ptr_nonnull(strstr(text, sentence));
    ck_assert_ptr_nonnull(strstr(text, _i == 1 ? "\"finding\": \"a step of this precision may overflow here\""
                                               : "\"overflow\": null"));
}
END_TEST

/* ---- signs, other tensors ---- */

/* Of a result that itself overflows, the infinity of its sign is right; the other is impossible. */
START_TEST(infinities_of_the_result) {
    limit of = limits[LIMITS - 1];
    one_number c;
    make(&c, &of, true, INFINITY);
    ck_assert_uint_eq(report_of(&c.judged).tensor[PLUMB_OUTPUT].passed, 1);
    ck_assert_int_eq(found(&of, true, -INFINITY).finding, PLUMB_INFINITE);
    ck_assert_int_eq(found(&of, false, INFINITY).finding, PLUMB_INFINITE);
    ck_assert_int_eq(found(&limits[0], true, INFINITY).finding, PLUMB_MAY_OVERFLOW);
    ck_assert_int_eq(found(&limits[0], true, -INFINITY).finding, PLUMB_MAY_OVERFLOW);
}
END_TEST

/* Two queries, the first of which sees one key: its row has no large score, and its NaN no excuse.  In the other even
   the weight of a key that is hidden may be NaN.  A score is asked about its own numbers alone. */
START_TEST(rows_and_keys_by_themselves) {
    double query[2] = {250, 250}, key[3] = {1, 270, 1}, value[3] = {1, 2, 3};
    double output[2] = {NAN, NAN}, weights[6] = {NAN, 0, 0, NAN, NAN, NAN}, lse[2] = {NAN, NAN};
    double scores[6] = {NAN, 0, 0, NAN, NAN, 0};
    plumb_case judged = {.problem = one_head(2, 3, 1, 1),
                         .output = {true, PLUMB_F16, 2, output},
                         .weights = {true, PLUMB_F16, 6, weights},
                         .scores = {true, PLUMB_F16, 6, scores},
                         .lse = {true, PLUMB_F32, 2, lse},
                         .input_format = PLUMB_F16,
                         .precision = "fp16-eager",
                         .source = "two rows"};
    judged.problem.query = query;
    judged.problem.key = key;
    judged.problem.value = value;
    judged.problem.scale.text = "0.001";
    judged.problem.causal = (plumb_causal){true, 0};
    size_t steps[PLUMB_QUANTITIES][PLUMB_OVERFLOW_STEPS] = {{0}};
    plumb_report report = counted_report_of(&judged, steps);
    const size_t failed[] = {[PLUMB_OUTPUT] = 1, [PLUMB_WEIGHTS] = 1, [PLUMB_SCORES] = 2, [PLUMB_LSE] = 1};
    const size_t excused[] = {[PLUMB_OUTPUT] = 1, [PLUMB_WEIGHTS] = 3, [PLUMB_SCORES] = 1, [PLUMB_LSE] = 1};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        ck_assert_uint_eq(report.tensor[q].impossible, failed[q]);
        ck_assert_uint_eq(report.tensor[q].beyond, failed[q] + excused[q]);
        ck_assert_uint_eq(steps[q][PLUMB_OVERFLOWS_SCORES], excused[q]);
    }
}
END_TEST

/* That the keys of one head fit says nothing of those of the next. */
START_TEST(keys_of_each_head_by_themselves) {
    double query[2] = {0x1p-10, 0x1p-10}, key[2] = {1, 70000}, value[2] = {1, 1}, output[2] = {NAN, NAN};
    plumb_case judged = {.problem = one_head(1, 1, 1, 1),
                         .output = {true, PLUMB_F32, 2, output},
                         .input_format = PLUMB_F32,
                         .precision = "f32,operand=f16",
                         .source = "two heads"};
    judged.problem.query_heads = judged.problem.key_heads = 2;
    judged.problem.query = query;
    judged.problem.key = key;
    judged.problem.value = value;
    size_t steps[PLUMB_QUANTITIES][PLUMB_OVERFLOW_STEPS] = {{0}};
    plumb_report report = counted_report_of(&judged, steps);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 1);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].first_impossible.head, 0);
    ck_assert_uint_eq(steps[PLUMB_OUTPUT][PLUMB_OVERFLOWS_VECTORS], 1);
}
END_TEST

/* The value of a sink is one of those that are summed; ALiBi may subtract positions that each leave the format. */
START_TEST(sinks_and_positions_have_limits) {
    double zero[1] = {0}, value[1] = {1}, output[1] = {NAN}, sink_value[1] = {65000};
    int64_t position[1] = {30000};
    plumb_case of_sink = {.problem = one_head(1, 1, 1, 1),
                          .output = {true, PLUMB_F32, 1, output},
                          .input_format = PLUMB_F32,
                          .precision = "f32,operand=f16",
                          .source = "a sink's value"};
    of_sink.problem.query = of_sink.problem.key = of_sink.problem.extra.sink_key = zero;
    of_sink.problem.value = value;
    plumb_case of_position = of_sink;
    of_sink.problem.op.sink = PLUMB_SINK_KEY_VALUE;
    of_sink.problem.extra.sink_value = sink_value;
    of_position.precision = "fp16-eager";
    of_position.problem.position.kind = PLUMB_POSITION_ALIBI;
    of_position.problem.position.query_position = of_position.problem.position.key_position = position;
    ck_assert_int_eq(report_of(&of_sink).tensor[PLUMB_OUTPUT].first_impossible.finding, PLUMB_NAN);
    ck_assert_int_eq(report_of(&of_position).tensor[PLUMB_OUTPUT].first_impossible.finding, PLUMB_NAN);
    sink_value[0] = 66500;
    position[0] = 40000;
    ck_assert_int_eq(report_of(&of_sink).tensor[PLUMB_OUTPUT].first_beyond.overflow.step, PLUMB_OVERFLOWS_VALUES);
    ck_assert_int_eq(report_of(&of_position).tensor[PLUMB_OUTPUT].first_beyond.overflow.step,
                     PLUMB_OVERFLOWS_SCORES);
}
END_TEST

/* What stands for a mask may overflow to -infinity, which is a weight of 0: no excuse for NaN, unless it hides all
   keys. */
START_TEST(a_bias_that_stands_for_a_mask) {
    double query[1] = {40}, key[2] = {1, -1}, value[2] = {1, 2}, output[1] = {NAN};
    double bias[2] = {0, -65504};
    plumb_case judged = {.problem = one_head(1, 2, 1, 1),
                         .output = {true, PLUMB_F16, 1, output},
                         .input_format = PLUMB_F16,
                         .precision = "fp16-eager",
                         .source = "least number"};
    judged.problem.query = query;
    judged.problem.key = key;
    judged.problem.value = value;
    judged.problem.scale.text = "1";
    judged.problem.extra.bias = bias;
    ck_assert_int_eq(report_of(&judged).tensor[PLUMB_OUTPUT].first_impossible.finding, PLUMB_NAN);
    bias[0] = -65504;
    ck_assert_int_eq(report_of(&judged).tensor[PLUMB_OUTPUT].first_beyond.finding, PLUMB_MAY_OVERFLOW);
    bias[0] = 0;
    bias[1] = 65504;
    ck_assert_int_eq(report_of(&judged).tensor[PLUMB_OUTPUT].first_beyond.finding, PLUMB_MAY_OVERFLOW);
}
END_TEST

/* Proved code takes for granted that nothing overflows. */
START_TEST(nothing_is_proved_where_a_step_may_overflow) {
    one_number c;
    make(&c, &limits[0], true, -3e4);
    plumb_report report = report_of(&c.judged);
    plumb_element e = report.tensor[PLUMB_OUTPUT].first_beyond;
    ck_assert(report.tensor[PLUMB_OUTPUT].refuted == 0 && e.finding == PLUMB_MAY_OVERFLOW);
    const plumb_problem *p = &c.judged.problem;
    ck_assert(!is_proved_impossible(p, &report.precision, PLUMB_OUTPUT, &e, PLUMB_F32));
    e.finding = PLUMB_EXCLUDED;
    ck_assert(is_proved_impossible(p, &report.precision, PLUMB_OUTPUT, &e, PLUMB_F32));
}
END_TEST

/* ---- simulated engines ---- */

static size_t not_finite(const double *x, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += isfinite(x[i]) == 0;
    return found;
}

/* Right engines whose numbers leave their formats: whatever comes of it is their right. */
START_TEST(right_engines_that_overflow_never_fail) {
    static const problem_character characters[] = {LARGE_SCORES, HUGE_SCORES, EDGES, ORDINARY};
    usage used = {.problems = 0};
    size_t overflowed = 0, lost = 0;
    for (size_t variant = (size_t)_i; variant < OPERATOR_VARIANTS; variant += 4) {
        random_cases cases = random_begin("overflow", 24);
        while (random_next(&cases)) {
            const operator_engine *by = &operator_engines[random_below(&cases, OPERATOR_ENGINES)];
            drawn_problem drawn = draw_operator_problem(&cases, operator_of_variant(variant),
                                                        characters[random_below(&cases, 4)]);
            double larger = ldexp(1, (int)random_below(&cases, 12));
            for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
                drawn.query[i] *= larger;
            if (round_problem(&drawn, by->output)) {
                plumb_report report;
                operator_answers given = run_operator_engine(by, &drawn.problem, NO_MISTAKE);
                plumb_case judged = make_case(&drawn.problem, by, &given);
                plumb_error error;
                plumb_compare_options options = {.threads = 1};
                ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
                check_none_fails(&report, &drawn.problem, by, cases.number, &used);
                overflowed += given.overflow;
                lost += given.overflow && not_finite(given.output, judged.output.count) > 0;
                free_operator_answers(&given);
            }
            free_problem(&drawn);
        }
    }
    show_usage("overflowing", &used);
    if (getenv("PLUMB_SHOW_TIGHTNESS") != NULL)
        printf("%zu problems, %zu overflow, %zu have no finite output somewhere\n", used.problems, overflowed, lost);
    ck_assert(overflowed > used.problems / 20 && lost > 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/overflow");
    TCase *tests = tcase_create("overflow");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, each_step_has_its_limit, 0, LIMITS);
    tcase_add_test(tests, roots_of_sums);
    tcase_add_test(tests, sums_of_keys);
    tcase_add_test(tests, rotated_queries);
    tcase_add_test(tests, shifts_far_above);
    tcase_add_test(tests, divisors_that_may_be_0);
    tcase_add_test(tests, what_elu_stores_may_cancel);
    tcase_add_test(tests, other_tensors_have_limits);
    tcase_add_test(tests, hidden_keys_have_limits);
    tcase_add_test(tests, the_sentence_names_step_format_and_bound);
    tcase_add_loop_test(tests, reports_give_nan_no_error, 0, 2);
    tcase_add_test(tests, infinities_of_the_result);
    tcase_add_test(tests, rows_and_keys_by_themselves);
    tcase_add_test(tests, keys_of_each_head_by_themselves);
    tcase_add_test(tests, sinks_and_positions_have_limits);
    tcase_add_test(tests, a_bias_that_stands_for_a_mask);
    tcase_add_test(tests, nothing_is_proved_where_a_step_may_overflow);
    tcase_add_loop_test(tests, right_engines_that_overflow_never_fail, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
