/* test_alternatives.c - the precisions that an engine may have besides the one it is judged under. */
#include "precision/alternatives.h"
#include "precision/precision_text.h"
#include "tests/support/suite.h"
#include <stdio.h>
#include <string.h>

static plumb_precision parse(const char *text) {
    plumb_precision model;
    plumb_error error = {""};
    ck_assert_msg(plumb_precision_parse(text, "precision", &model, &error) == 0, "%s", error.text);
    return model;
}

enum { LIST_TEXT = 1024 };

static void add(char list[LIST_TEXT], const char *name) {
    ck_assert_msg(strlen(list) + strlen(name) + 2 < LIST_TEXT, "%s", list);
    strcat(strcat(list, name), " ");
}

/* All of them, with a blank behind each. */
static void list(const char *base, plumb_format input, plumb_format output, char models[LIST_TEXT],
                 char variants[LIST_TEXT]) {
    char name[PLUMB_ALTERNATIVE_TEXT];
    plumb_precision precision = parse(base);
    models[0] = variants[0] = 0;
    for (size_t i = 0; plumb_precision_coarser_model(&precision, input, output, i, name); i++)
        add(models, name);
    for (size_t i = 0; plumb_precision_variant(&precision, output, i, name); i++)
        add(variants, name);
}

static const struct {
    const char *base;
    plumb_format input, output;
    const char *models, *variants;
} lists[] = {
    {"f64", PLUMB_F64, PLUMB_F64, "f32 f32-fast-exp ", ""},
    {"f32", PLUMB_F32, PLUMB_F32, "f32-fast-exp tf32x3 tf32 f16-products tf32-cut bf16-products ",
     "f32,part=bf16 f32,part=f16 f32,output=bf16 f32,output=f16 f32,shift=hidden "},
    {"tf32-cut", PLUMB_F32, PLUMB_F32, "bf16-products ",
     "tf32-cut,part=bf16 tf32-cut,part=f16 tf32-cut,output=bf16 tf32-cut,output=f16 tf32-cut,shift=hidden "},
    {"bf16-flash", PLUMB_BF16, PLUMB_BF16, "bf16-flash-scaled-query bf16-eager bf16-eager-shifted ",
     "bf16-flash-scaled-query bf16-flash,part=bf16 bf16-flash,probability=bf16-cut bf16-flash,output=bf16-cut "
     "bf16-flash,shift=hidden "},
    {"fp16-flash", PLUMB_F16, PLUMB_F16,
     "fp16-flash-scaled-query fp16-flash-flushed fp16-eager fp16-accumulate ",
     "fp16-flash-scaled-query fp16-flash,part=f16 fp16-flash-flushed fp16-flash,probability=f16-cut "
     "fp16-flash,output=f16-cut fp16-flash,shift=hidden "},
    {"bf16-eager", PLUMB_BF16, PLUMB_BF16, "bf16-eager-shifted ",
     "bf16-eager,part=bf16 bf16-eager,probability=bf16-cut bf16-eager,output=bf16-cut bf16-eager,shift=hidden "},
    {"bf16-flash,input=bf16", PLUMB_BF16, PLUMB_BF16, "bf16-eager bf16-eager-shifted ",
     "bf16-flash,input=bf16,part=bf16 bf16-flash,input=bf16,probability=bf16-cut "
     "bf16-flash,input=bf16,output=bf16-cut bf16-flash,input=bf16,shift=hidden "},
    {"fp16-eager", PLUMB_F16, PLUMB_F16, "fp16-accumulate ",
     "fp16-eager,part=f16 fp16-eager,operand=f16-flush fp16-eager,probability=f16-cut fp16-eager,output=f16-cut "
     "fp16-eager,shift=hidden "},
    {"bf16-eager-shifted,shift=hidden", PLUMB_BF16, PLUMB_BF16, "",
     "bf16-eager-shifted,shift=hidden,part=bf16 bf16-eager-shifted,shift=hidden,probability=bf16-cut "
     "bf16-eager-shifted,shift=hidden,output=bf16-cut "},
};

START_TEST(allow_more) {
    char models[LIST_TEXT], variants[LIST_TEXT];
    list(lists[_i].base, lists[_i].input, lists[_i].output, models, variants);
    ck_assert_str_eq(models, lists[_i].models);
    ck_assert_str_eq(variants, lists[_i].variants);
}
END_TEST

/* Bits that are cut are those of the same format; a narrower format is another one. */
START_TEST(variants_keep_formats) {
    static const struct {
        const char *variant, *base;
        bool keeps;
    } pairs[] = {
        {"bf16-flash-scaled-query", "bf16-flash", true},    {"bf16-flash,output=bf16-cut", "bf16-flash", true},
        {"bf16-flash,part=bf16", "bf16-flash", true},       {"fp16-flash-flushed", "fp16-flash", true},
        {"f32,shift=hidden", "f32", true},                  {"f32,part=bf16", "f32", false},
        {"f32,output=f16", "f32", false},                   {"tf32", "f32", false},
        {"fp16-flash,part=bf16", "fp16-flash", false},      {"f32,operand=tf32", "f32", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        plumb_precision variant = parse(pairs[i].variant), base = parse(pairs[i].base);
        ck_assert_msg(plumb_precision_uses_formats_of(&variant, &base) == pairs[i].keeps, "%s", pairs[i].variant);
    }
}
END_TEST

/* The assumed one is in each list, from which those that follow it are tried. */
START_TEST(defaults_are_plausible) {
    for (plumb_format input = PLUMB_F64; input <= PLUMB_BF16; input++)
        for (plumb_format output = PLUMB_F64; output <= PLUMB_BF16; output++) {
            const plumb_precision *model, *first = plumb_precision_plausible(input, output, 0);
            bool found = false;
            ck_assert_ptr_nonnull(first);
            for (size_t i = 0; (model = plumb_precision_plausible(input, output, i)) != NULL; i++)
                found = found || model == plumb_precision_default(output);
            ck_assert_msg(found, "%s is not plausible", plumb_precision_default(output)->name);
        }
}
END_TEST

START_TEST(coarser_is_nowhere_finer) {
    static const char *const coarser[][2] = {
        {"f32-fast-exp", "f32"}, {"bf16-eager", "bf16-flash"},          {"f32,part=f16", "f32"},
        {"f32", "f64"},          {"fp16-flash-flushed", "fp16-flash"},  {"bf16-flash,output=bf16-cut", "bf16-flash"},
    };
    static const char *const not[][2] = {
        {"f32", "f32"}, {"f32", "f32-fast-exp"}, {"fp16-flash", "bf16-flash"}, {"fp16-accumulate", "fp16-eager"}};
    for (size_t i = 0; i < sizeof coarser / sizeof *coarser; i++) {
        plumb_precision a = parse(coarser[i][0]), b = parse(coarser[i][1]);
        ck_assert_msg(plumb_precision_is_coarser(&a, &b), "%s, %s", a.name, b.name);
        ck_assert_msg(!plumb_precision_is_coarser(&b, &a), "%s, %s", b.name, a.name);
    }
    for (size_t i = 0; i < sizeof not / sizeof *not; i++) {
        plumb_precision a = parse(not[i][0]), b = parse(not[i][1]);
        ck_assert_msg(!plumb_precision_is_coarser(&a, &b), "%s, %s", a.name, b.name);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("precision/alternatives");
    TCase *cases = tcase_create("alternatives");
    tcase_add_loop_test(cases, allow_more, 0, sizeof lists / sizeof *lists);
    tcase_add_test(cases, variants_keep_formats);
    tcase_add_test(cases, defaults_are_plausible);
    tcase_add_test(cases, coarser_is_nowhere_finer);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
