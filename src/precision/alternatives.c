#include "precision/alternatives.h"
#include "precision/precision_text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool plumb_precision_is_coarser(const plumb_precision *p, const plumb_precision *base) {
    const double of_p[] = {p->input.unit,    p->operand.unit, p->product.unit, p->score.unit,       p->shifted,
                           p->exponent.unit, p->exponential,  p->rescaling,    p->probability.unit, p->accumulate.unit,
                           p->part.unit,     p->output.unit};
    const double of_base[] = {base->input.unit,       base->operand.unit,    base->product.unit, base->score.unit,
                              base->shifted,          base->exponent.unit,   base->exponential,  base->rescaling,
                              base->probability.unit, base->accumulate.unit, base->part.unit,    base->output.unit};
    bool flushes = p->operand.unit == 0 && p->operand.tiny > base->operand.tiny, coarser = flushes;
    for (size_t i = 0; i < sizeof of_p / sizeof *of_p; i++) {
        if (of_p[i] < of_base[i])
            return false;
        coarser = coarser || of_p[i] > of_base[i];
    }
    return coarser;
}

/* As the base is, for inputs that are quantised. */
static void suit(plumb_precision *p, const plumb_precision *base) {
    if (base->dequantises != PLUMB_GIVEN_EXACTLY)
        plumb_precision_dequantise(p, base->dequantises);
}

/* Whether the text states a model that differs from the base, and is no finer. */
static bool allows_more(const char *text, const plumb_precision *base) {
    plumb_precision p;
    plumb_error ignored;
    if (plumb_precision_parse(text, "precision", &p, &ignored) != 0)
        return false;
    suit(&p, base);
    return plumb_precision_is_coarser(&p, base) || p.shift.rule != base->shift.rule;
}

/* One rounding more, or another maximum; of these the output's format decides which a kernel may have. */
static const struct {
    plumb_format output;
    const char *word;
} words[] = {
    {PLUMB_BF16, "input=bf16"},      {PLUMB_BF16, "part=bf16"},         {PLUMB_BF16, "probability=bf16-cut"},
    {PLUMB_BF16, "output=bf16-cut"}, {PLUMB_BF16, "shift=hidden"},      {PLUMB_F16, "input=f16"},
    {PLUMB_F16, "part=f16"},         {PLUMB_F16, "operand=f16-flush"},  {PLUMB_F16, "probability=f16-cut"},
    {PLUMB_F16, "output=f16-cut"},   {PLUMB_F16, "shift=hidden"},       {PLUMB_F32, "part=bf16"},
    {PLUMB_F32, "part=f16"},         {PLUMB_F32, "output=bf16"},        {PLUMB_F32, "output=f16"},
    {PLUMB_F32, "shift=hidden"},
};

static bool agree(const plumb_precision *a, const plumb_precision *b) {
    char of_a[PLUMB_ALTERNATIVE_TEXT], of_b[PLUMB_ALTERNATIVE_TEXT];
    for (size_t i = 0; plumb_precision_field(i) != NULL; i++) {
        plumb_precision_value(a, i, of_a, sizeof of_a);
        plumb_precision_value(b, i, of_b, sizeof of_b);
        if (strcmp(of_a, of_b) != 0)
            return false;
    }
    return true;
}

/* By the name of the model that it is, if there is one. */
static void name_model(char text[PLUMB_ALTERNATIVE_TEXT]) {
    const plumb_precision *model;
    plumb_precision p;
    plumb_error ignored;
    if (plumb_precision_parse(text, "precision", &p, &ignored) != 0)
        return;
    for (size_t i = 0; (model = plumb_precision_at(i)) != NULL; i++)
        if (agree(model, &p)) {
            snprintf(text, PLUMB_ALTERNATIVE_TEXT, "%s", model->name);
            return;
        }
}

bool plumb_precision_coarser_model(const plumb_precision *base, plumb_format input, plumb_format output, size_t index,
                                   char text[PLUMB_ALTERNATIVE_TEXT]) {
    const plumb_precision *model;
    bool follows = false; /* the base in the list of models, from strict to coarse */
    for (size_t i = 0; (model = plumb_precision_plausible(input, output, i)) != NULL; i++) {
        plumb_precision suited = *model;
        suit(&suited, base);
        snprintf(text, PLUMB_ALTERNATIVE_TEXT, "%s", model->name);
        if ((follows || plumb_precision_is_coarser(&suited, base)) && index-- == 0)
            return true;
        follows = follows || strcmp(model->name, base->name) == 0;
    }
    return false;
}

bool plumb_precision_variant(const plumb_precision *base, plumb_format output, size_t index,
                             char text[PLUMB_ALTERNATIVE_TEXT]) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int length = snprintf(text, PLUMB_ALTERNATIVE_TEXT, "%s,%s", base->name, words[i].word);
        bool is_one = words[i].output == output && length < PLUMB_ALTERNATIVE_TEXT && allows_more(text, base);
        if (is_one && index-- == 0) {
            name_model(text);
            return true;
        }
    }
    return false;
}

static double coarsest(const plumb_precision *p) {
    const plumb_rounding *roundings[] = {&p->input,       &p->operand,    &p->product, &p->score, &p->exponent,
                                         &p->probability, &p->accumulate, &p->part,    &p->output};
    double unit = p->shifted;
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++)
        unit = fmax(unit, roundings[i]->unit / (roundings[i]->cut ? 2 : 1));
    return unit;
}

bool plumb_precision_uses_formats_of(const plumb_precision *precision, const plumb_precision *base) {
    return coarsest(precision) <= coarsest(base);
}

static plumb_rounding coarser_rounding(plumb_rounding a, plumb_rounding b) {
    return (plumb_rounding){fmax(a.unit, b.unit), fmax(a.tiny, b.tiny), fmin(a.overflow, b.overflow), a.cut || b.cut};
}

/* A constant is no maximum; what may be hidden may be visible. */
static bool join_shifts(plumb_shift *to, plumb_shift more) {
    bool same = to->rule == more.rule && !(to->fixed < more.fixed || to->fixed > more.fixed);
    if (!same && (to->rule == PLUMB_SHIFT_FIXED || more.rule == PLUMB_SHIFT_FIXED))
        return false;
    to->rule = same ? to->rule : PLUMB_SHIFT_HIDDEN;
    return true;
}

bool plumb_precision_join(plumb_precision *to, const plumb_precision *more) {
    if (to->dequantises != more->dequantises || !join_shifts(&to->shift, more->shift))
        return false;
    to->input = coarser_rounding(to->input, more->input);
    to->operand = coarser_rounding(to->operand, more->operand);
    to->product = coarser_rounding(to->product, more->product);
    to->score = coarser_rounding(to->score, more->score);
    to->exponent = coarser_rounding(to->exponent, more->exponent);
    to->probability = coarser_rounding(to->probability, more->probability);
    to->accumulate = coarser_rounding(to->accumulate, more->accumulate);
    to->output = coarser_rounding(to->output, more->output);
    to->part = coarser_rounding(to->part, more->part);
    to->shifted = fmax(to->shifted, more->shifted);
    to->exponential = fmax(to->exponential, more->exponential);
    to->rescaling = fmax(to->rescaling, more->rescaling);
    to->least_key_block = to->least_key_block < more->least_key_block ? to->least_key_block : more->least_key_block;
    to->merge_levels = to->merge_levels > more->merge_levels ? to->merge_levels : more->merge_levels;
    to->key_order = more->key_order == PLUMB_WALK_ANY ? PLUMB_WALK_ANY : to->key_order;
    return true;
}
