#include "precision/precision_text.h"
#include "diagnose/changed.h"
#include "diagnose/rows.h"

/* Nowhere finer, and somewhere coarser: in what they round, not in how often they rescale. */
static bool is_coarser(const plumb_precision *p, const plumb_precision *base) {
    const double of_p[] = {p->input.unit,       p->operand.unit,    p->product.unit, p->score.unit,
                           p->shifted,          p->exponent.unit,   p->exponential,  p->rescaling,
                           p->probability.unit, p->accumulate.unit, p->output.unit};
    const double of_base[] = {base->input.unit,      base->operand.unit, base->product.unit,
                              base->score.unit,      base->shifted,      base->exponent.unit,
                              base->exponential,     base->rescaling,    base->probability.unit,
                              base->accumulate.unit, base->output.unit};
    bool coarser = false;
    for (size_t i = 0; i < sizeof of_p / sizeof *of_p; i++) {
        if (of_p[i] < of_base[i])
            return false;
        coarser = coarser || of_p[i] > of_base[i];
    }
    return coarser;
}

/* Whether the text is of a model, and one coarser than the base. */
static bool is_of_coarser(const char *text, const plumb_precision *base) {
    plumb_precision model;
    plumb_error error;
    return plumb_precision_parse(text, "precision", &model, &error) == 0 && is_coarser(&model, base);
}

#define ROUNDS_AS(text, ...) \
    ROW(PRECISION, "precision", is_of_coarser(text, &base), STATE("\"engine\":{\"precision\":\"%s\"}", text), \
        __VA_ARGS__)

void plumb_neighbours_of_precision(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_precision *model;
    plumb_precision base;
    if (!plumb_base_precision(stated, &base))
        return;
#include "diagnose/neighbours_precision.def"
}
