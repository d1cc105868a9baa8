#include "precision/alternatives.h"
#include "precision/precision_text.h"
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

/* Whether the text states a model that differs from the base, and is no finer. */
static bool allows_more(const char *text, const plumb_precision *base) {
    plumb_precision p;
    plumb_error ignored;
    if (plumb_precision_parse(text, "precision", &p, &ignored) != 0)
        return false;
    return plumb_precision_is_coarser(&p, base) || p.shift.rule != base->shift.rule;
}

/* One rounding more; of these the output's format decides which a kernel may have. */
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

bool plumb_precision_alternative(const plumb_precision *base, plumb_format input, plumb_format output, size_t index,
                                 char text[PLUMB_ALTERNATIVE_TEXT]) {
    const plumb_precision *model;
    bool follows = false; /* the base in the list of models, from strict to coarse */
    for (size_t i = 0; (model = plumb_precision_plausible(input, output, i)) != NULL; i++) {
        snprintf(text, PLUMB_ALTERNATIVE_TEXT, "%s", model->name);
        if ((follows || plumb_precision_is_coarser(model, base)) && index-- == 0)
            return true;
        follows = follows || strcmp(model->name, base->name) == 0;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int length = snprintf(text, PLUMB_ALTERNATIVE_TEXT, "%s,%s", base->name, words[i].word);
        bool is_one = words[i].output == output && length < PLUMB_ALTERNATIVE_TEXT && allows_more(text, base);
        if (is_one && index-- == 0)
            return true;
    }
    return false;
}
