/* neighbours_precision.c - coarser precisions than the stated one: the models that have names, and
   the stated one with one rounding more. */
#include "compare/compare.h"
#include "compare/precision_text.h"
#include "diagnose/change.h"
#include "diagnose/changed.h"
#include <stdio.h>

static const char *const roundings[] = {
    "probability=bf16", "probability=f16", "operand=tf32", "accumulate=bf16", "accumulate=f16",
    "product=bf16",     "product=f16",     "score=bf16",   "score=f16",       "shifted=bf16",
};

enum { ROUNDINGS = sizeof roundings / sizeof *roundings, TEXT = 200 };

/* The text of candidate n: first models by name, then the base with one rounding more; false past
   the last, and of an explicit base for what a text must not state twice. */
static bool candidate(const plumb_precision *base, size_t n, char text[TEXT]) {
    size_t models = 0;
    while (plumb_precision_at(models) != NULL)
        models++;
    if (n >= models + ROUNDINGS)
        return false;
    if (n < models)
        snprintf(text, TEXT, "%s", plumb_precision_at(n)->name);
    else
        snprintf(text, TEXT, "%s,%s", base->name, roundings[n - models]);
    return true;
}

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

/* Whether candidate n is a model, and coarser than the base. */
static bool is_candidate(const plumb_precision *base, size_t n, char text[TEXT],
                         plumb_precision *model) {
    plumb_error error;
    return candidate(base, n, text) &&
           plumb_precision_parse(text, "precision", model, &error) == 0 && is_coarser(model, base);
}

/* integer: the number of the candidate */
static int use_precision(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_precision base, model;
    char text[TEXT];
    if (!plumb_base_precision(changed, &base) ||
        !is_candidate(&base, (size_t)neighbour->integer, text, &model))
        return 0;
    const char *kept = plumb_storage_text(storage, text);
    if (kept == NULL)
        return -1;
    changed->precision = kept;
    return 1;
}

void plumb_neighbours_of_precision(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_precision base, model;
    char text[TEXT];
    if (!plumb_base_precision(stated, &base))
        return;
    for (size_t n = 0; candidate(&base, n, text); n++) {
        plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_PRECISION,
                                 .axis = "precision",
                                 .change = use_precision,
                                 .integer = (int64_t)n};
        if (!is_candidate(&base, n, text, &model))
            continue;
        plumb_change_member(&entry, "\"engine\":{\"precision\":\"%s\"}", text);
        if (model.changes == NULL)
            plumb_change_add(neighbourhood, entry, "rounds as %s: %s", text, model.summary);
        else
            plumb_change_add(neighbourhood, entry, "rounds as %s", text);
    }
}
