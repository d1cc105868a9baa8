/* test_precision_text.c - precision models by name and explicitly, and what is refused of them. */
#include "precision/precision_text.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static plumb_precision parse(const char *text) {
    plumb_precision model;
    plumb_error error = {""};
    ck_assert_msg(plumb_precision_parse(text, "x: precision", &model, &error) == 0, "%s: %s", text,
                  error.text);
    return model;
}

static bool same(plumb_rounding a, plumb_rounding b) {
    return a.unit == b.unit && a.tiny == b.tiny && a.overflow == b.overflow && a.cut == b.cut;
}

START_TEST(names_are_models) {
    const plumb_precision *model;
    size_t count = 0;
    for (; (model = plumb_precision_at(count)) != NULL; count++) {
        plumb_precision parsed = parse(model->name);
        ck_assert_ptr_eq(parsed.name, model->name);
        ck_assert_ptr_null(parsed.changes);
        ck_assert(same(parsed.accumulate, model->accumulate));
        ck_assert_double_gt(model->exponential, 0);
        ck_assert_uint_ge(model->least_key_block, 1);
    }
    ck_assert_uint_eq(count, 17);
}
END_TEST

/* Every field of every model, stated, is what it was. */
START_TEST(values_read_as_they_are_written) {
    const plumb_precision *model;
    for (size_t n = 0; (model = plumb_precision_at(n)) != NULL; n++)
        for (size_t field = 0; plumb_precision_field(field) != NULL; field++) {
            char value[64], again[64], text[256];
            plumb_precision_value(model, field, value, sizeof value);
            snprintf(text, sizeof text, "%s,%s=%s", model->name, plumb_precision_field(field),
                     value);
            plumb_precision parsed = parse(text);
            ck_assert_str_eq(parsed.name, text);
            for (size_t other = 0; plumb_precision_field(other) != NULL; other++) {
                plumb_precision_value(&parsed, other, again, sizeof again);
                plumb_precision_value(model, other, value, sizeof value);
                ck_assert_str_eq(again, value);
            }
        }
}
END_TEST

START_TEST(changes_one_field) {
    plumb_precision base = *plumb_precision_find("f32");
    plumb_precision model = parse("f32,probability=bf16,exponential_ulp=2,least_key_block=1");
    ck_assert_str_eq(model.changes, "probability=bf16,exponential_ulp=2,least_key_block=1");
    ck_assert_str_eq(model.summary, base.summary);
    ck_assert_double_eq(model.probability.unit, 0x1p-8);
    ck_assert_double_eq(model.exponential, 0x1p-22);
    ck_assert_uint_eq(model.least_key_block, 1);
    ck_assert(same(model.score, base.score) && same(model.output, base.output));
    ck_assert_double_eq(model.rescaling, base.rescaling);
    model = parse("f32,operand=tf32-cut,shifted=f16,score=f16,rescaling_ulp=2,exponent=f16");
    ck_assert_double_eq(model.operand.unit, 0x1p-10);
    ck_assert_double_eq(model.shifted, 0x1p-11);
    /* In units of the format of exponents, wherever that is stated. */
    ck_assert_double_eq(model.rescaling, 0x1p-9);
    ck_assert_double_eq(parse("bf16-eager-shifted,shifted=none").shifted, 0);
}
END_TEST

/* What ships: parts of a split, a chain of merges, shifts that are no maximum of what is visible. */
START_TEST(changes_what_is_no_rounding) {
    plumb_precision model = parse("bf16-flash,part=bf16,merge_levels=7,shift=hidden,key_order=any");
    ck_assert_double_eq(model.part.unit, 0x1p-8);
    ck_assert_uint_eq(model.merge_levels, 7);
    ck_assert_int_eq(model.shift.rule, PLUMB_SHIFT_HIDDEN);
    ck_assert_int_eq(model.key_order, PLUMB_WALK_ANY);
    model = parse("f32,shift=fixed:-2.5");
    ck_assert_int_eq(model.shift.rule, PLUMB_SHIFT_FIXED);
    ck_assert_double_eq(model.shift.fixed, -2.5);
    model = parse("bf16-flash,probability=bf16-cut,output=bf16-cut");
    ck_assert(model.probability.cut && model.output.cut && !model.score.cut);
    ck_assert_double_eq(parse("fp16-flash,operand=f16-flush").operand.tiny, 0x1p-14);
}
END_TEST

/* Bounds know of no parts, no chain and no flushed operands: what these do is in other steps. */
START_TEST(bounds_allow_what_the_model_does) {
    plumb_precision model = parse("bf16-flash,part=bf16,merge_levels=4");
    plumb_precision bounds = plumb_precision_of_bounds(&model), plain = parse("bf16-flash");
    double stores = 4 * 0x1p-8 / (1 - 4 * 0x1p-8), unit = 0x1p-8;
    ck_assert_double_eq_tol(bounds.probability.unit, (1 + unit) * (1 + stores) - 1, 1e-15);
    ck_assert_double_eq(bounds.exponent.unit, 2 * 0x1p-24);
    ck_assert_double_gt(bounds.output.tiny, model.output.tiny);
    ck_assert_double_eq(bounds.part.unit, 0);
    ck_assert_uint_eq(plumb_merge_rescalings(&model), 9);
    ck_assert_uint_eq(plumb_merge_rescalings(&plain), 0);
    bounds = plumb_precision_of_bounds(&plain);
    ck_assert(same(bounds.probability, plain.probability) && same(bounds.exponent, plain.exponent) &&
              same(bounds.output, plain.output));
    model = parse("fp16-flash-flushed");
    bounds = plumb_precision_of_bounds(&model);
    ck_assert_double_eq(bounds.probability.tiny, 0x1p-25 + 0x1p-14);
}
END_TEST

static plumb_precision dequantising(const char *text, plumb_dequantising how) {
    plumb_precision model = parse(text);
    plumb_precision_dequantise(&model, how);
    return model;
}

/* What is dequantised is rounded to the format of P, by way of binary32; an operand that is stated stays. */
START_TEST(dequantised_inputs_are_rounded) {
    static const struct {
        const char *text;
        double operand, bounds;
    } models[] = {{"f64", 0x1p-53, 0x1p-53},
                  {"f32", 0x1p-24, 0x1p-24},
                  {"bf16-flash", 0x1p-8, (1 + 0x1p-8) * (1 + 0x1p-24) - 1},
                  {"fp16-eager", 0x1p-11, (1 + 0x1p-11) * (1 + 0x1p-24) - 1},
                  {"tf32", 0x1p-11, (1 + 0x1p-11) * (1 + 0x1p-24) - 1},
                  {"bf16-flash,probability=e4m3", 0x1p-24, 0x1p-24},
                  {"bf16-flash,operand=f16", 0x1p-11, (1 + 0x1p-11) * (1 + 0x1p-24) - 1}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        plumb_precision model = dequantising(models[i].text, PLUMB_DEQUANTISED), stated = parse(models[i].text);
        plumb_precision bounds = plumb_precision_of_bounds(&model);
        ck_assert_double_eq(model.operand.unit, models[i].operand);
        ck_assert_double_eq(bounds.operand.unit, models[i].bounds);
        ck_assert_double_eq(bounds.input.unit, stated.input.unit);
        ck_assert_double_eq(plumb_precision_of_bounds(&stated).operand.unit, stated.operand.unit);
    }
    plumb_precision flushed = dequantising("fp16-flash-flushed", PLUMB_DEQUANTISED);
    ck_assert_double_eq(flushed.operand.tiny, 0x1p-14);
    plumb_precision moved = dequantising("bf16-flash", PLUMB_DEQUANTISED_MOVED);
    plumb_precision bounds = plumb_precision_of_bounds(&moved);
    ck_assert_double_eq(bounds.input.unit, 0x1p-24 + (1 + 0x1p-24) * bounds.operand.unit);
}
END_TEST

#define MODELS \
    "f64, f32, f32-fast-exp, bf16-flash, fp16-flash, fp16-flash-flushed, bf16-flash-scaled-query, " \
    "fp16-flash-scaled-query, bf16-eager, bf16-eager-shifted, fp16-eager, tf32x3, tf32, f16-products, tf32-cut, " \
    "bf16-products, fp16-accumulate"
#define FIELDS \
    "input, operand, product, score, shifted, exponent, exponential_ulp, rescaling_ulp, probability, accumulate, " \
    "output, least_key_block, part, merge_levels, shift, key_order"

static const struct {
    const char *text, *message;
} refused[] = {
    {"", "x: precision: '' is not one of the models " MODELS},
    {"f33", "x: precision: 'f33' is not one of the models " MODELS "; did you mean 'f32'?"},
    {"F32", "x: precision: 'F32' is not one of the models " MODELS "; did you mean 'f32'?"},
    {" f32", "x: precision: ' f32' is not one of the models " MODELS "; did you mean 'f32'?"},
    {"bf16-falsh,score=f32", "x: precision: 'bf16-falsh' is not one of the models " MODELS
                             "; did you mean 'bf16-flash'?"},
    {"half", "x: precision: 'half' is not one of the models " MODELS},
    {"f32,", "x: precision: '' is not of the form field=value"},
    {"f32,score", "x: precision: 'score' is not of the form field=value"},
    {"f32,score=f16,", "x: precision: '' is not of the form field=value"},
    {"f32,scores=f16", "x: precision: 'scores' is not one of the fields " FIELDS "; did you mean 'score'?"},
    {"f32,=f16", "x: precision: '' is not one of the fields " FIELDS},
    {"f32,largest=2", "x: precision: 'largest' is not one of the fields " FIELDS},
    {"f32,score=f16,score=f16", "x: precision: score: stated twice"},
    {"f32,score=fp16", "x: precision: score: 'fp16' is not one of f64, f32, f32-cut, tf32, tf32-cut, "
                       "bf16, bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2; did you mean 'f16'?"},
    {"f32,score=", "x: precision: score: '' is not one of f64, f32, f32-cut, tf32, tf32-cut, bf16, "
                   "bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2"},
    {"f32,score=f16=f16", "x: precision: score: 'f16=f16' is not one of f64, f32, f32-cut, tf32, "
                          "tf32-cut, bf16, bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2"},
    {"f32,score=none", "x: precision: score: 'none' is not one of f64, f32, f32-cut, tf32, "
                       "tf32-cut, bf16, bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2"},
    {"f32,operand=None", "x: precision: operand: 'None' is not one of f64, f32, f32-cut, tf32, "
                         "tf32-cut, bf16, bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2, none, f16-flush; "
                         "did you mean 'none'?"},
    {"f32,exponential_ulp=0",
     "x: precision: exponential_ulp: '0' is not an integer from 1 to 1048576"},
    {"f32,exponential_ulp=-1",
     "x: precision: exponential_ulp: '-1' is not an integer from 1 to 1048576"},
    {"f32,exponential_ulp=1.5",
     "x: precision: exponential_ulp: '1.5' is not an integer from 1 to 1048576"},
    {"f32,least_key_block=99999999999999999999",
     "x: precision: least_key_block: '99999999999999999999' is not an integer from 1 to 1048576"},
    {"f32,least_key_block=0",
     "x: precision: least_key_block: '0' is not an integer from 1 to 1048576"},
    {"f16-flash,score=f32", "x: precision: 'f16-flash' is not one of the models " MODELS
                            "; did you mean 'fp16-flash'?"},
    {"f32,part=f16-flush", "x: precision: part: 'f16-flush' is not one of f64, f32, f32-cut, tf32, tf32-cut, "
                           "bf16, bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2, none"},
    {"f32,score=f16-flush", "x: precision: score: 'f16-flush' is not one of f64, f32, f32-cut, tf32, tf32-cut, "
                            "bf16, bf16-cut, f16, f16-cut, e4m3, e5m2, tf32x2"},
    {"f32,merge_levels=0", "x: precision: merge_levels: '0' is not an integer from 1 to 1048576"},
    {"f32,shift=max", "x: precision: shift: 'max' is not maximum, hidden or fixed:NUMBER, as in fixed:8"},
    {"f32,shift=fixed", "x: precision: shift: 'fixed' is not maximum, hidden or fixed:NUMBER, as in fixed:8"},
    {"f32,shift=fixed:", "x: precision: shift: 'fixed:' is not maximum, hidden or fixed:NUMBER, as in fixed:8"},
    {"f32,shift=fixed:nan", "x: precision: shift: 'fixed:nan' is not maximum, hidden or fixed:NUMBER, as in fixed:8"},
    {"f32,shift=fixed:1e9", "x: precision: shift: 'fixed:1e9' is not maximum, hidden or fixed:NUMBER, as in fixed:8"},
    {"f32,shift=8", "x: precision: shift: '8' is not maximum, hidden or fixed:NUMBER, as in fixed:8"},
    {"f32,key_order=gathered", "x: precision: key_order: 'gathered' is not stated or any"},
    {"f32,exponential_ulp=512,exponent=f16",
     "x: precision: exponential_ulp: 512 units in the last place of f16 are more than 0.25"},
};

START_TEST(refuses) {
    plumb_precision model;
    plumb_error error = {""};
    ck_assert_int_eq(
        plumb_precision_parse(refused[_i].text, "x: precision", &model, &error), -1);
    ck_assert_str_eq(error.text, refused[_i].message);
}
END_TEST

START_TEST(refuses_long_words) {
    char text[4096];
    plumb_precision model;
    plumb_error error;
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    ck_assert_int_eq(plumb_precision_parse(text, text, &model, &error), -1);
    memcpy(text, "f32,", 4);
    ck_assert_int_eq(plumb_precision_parse(text, "x", &model, &error), -1);
    text[40] = '=';
    ck_assert_int_eq(plumb_precision_parse(text, "x", &model, &error), -1);
    memcpy(text, "f32,score=f16", 13);
    ck_assert_int_eq(plumb_precision_parse(text, "x", &model, &error), -1);
}
END_TEST

/* A text of pieces that mean something, most of it nonsense, with a character changed now and then. */
static void draw_text(random_cases *cases, char *text, size_t size) {
    static const char *const pieces[] = {"f32",   "tf32", "bf16-flash", ",",   ",",     "=",
                                         "score", "f16",  "none",       "-cut", "12",   "shifted",
                                         "least_key_block", "exponential_ulp", "999999", ""};
    size_t count = random_below(cases, 12), length = 0;
    text[0] = 0;
    for (size_t n = 0; n < count; n++) {
        const char *piece = pieces[random_below(cases, sizeof pieces / sizeof *pieces)];
        length += (size_t)snprintf(text + length, size - length, "%s", piece);
    }
    if (length > 0 && random_below(cases, 4) == 0)
        text[random_below(cases, length)] = (char)(1 + random_below(cases, 255));
}

static bool is_sane(plumb_rounding rounding) {
    return rounding.unit >= 0 && rounding.unit <= 0x1p-7 && rounding.tiny >= 0 &&
           rounding.tiny <= 0x1p-24 && plumb_rounding_name(rounding) != NULL;
}

/* Any text is a model or refused in one line. */
START_TEST(any_text_is_read_or_refused) {
    random_cases cases = random_begin("precision texts", 20000);
    size_t read = 0;
    while (random_next(&cases)) {
        char text[256];
        plumb_precision model;
        plumb_error error = {""};
        draw_text(&cases, text, sizeof text);
        if (plumb_precision_parse(text, "x", &model, &error) != 0) {
            ck_assert(strncmp(error.text, "x: ", 3) == 0 && strchr(error.text, '\n') == NULL);
            continue;
        }
        read++;
        ck_assert_str_eq(model.name, text);
        ck_assert(is_sane(model.input) && is_sane(model.operand) && is_sane(model.product));
        ck_assert(is_sane(model.score) && is_sane(model.exponent) && is_sane(model.probability));
        ck_assert(is_sane(model.accumulate) && is_sane(model.output));
        ck_assert(model.exponential > 0 && model.exponential <= 0.25);
        ck_assert(model.rescaling > 0 && model.rescaling <= 0.25);
        ck_assert(model.least_key_block >= 1 && model.shifted >= 0 && model.shifted <= 0x1p-7);
    }
    ck_assert_uint_gt(read, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("precision/precision_text");
    TCase *cases = tcase_create("precision_text");
    tcase_add_test(cases, dequantised_inputs_are_rounded);
    tcase_add_test(cases, names_are_models);
    tcase_add_test(cases, values_read_as_they_are_written);
    tcase_add_test(cases, changes_one_field);
    tcase_add_test(cases, changes_what_is_no_rounding);
    tcase_add_test(cases, bounds_allow_what_the_model_does);
    tcase_add_loop_test(cases, refuses, 0, sizeof refused / sizeof *refused);
    tcase_add_test(cases, refuses_long_words);
    tcase_add_test(cases, any_text_is_read_or_refused);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
