#include "precision/alternatives.h"
#include "precision/precision_text.h"
#include "diagnose/changed.h"
#include "diagnose/rows.h"
#include <string.h>

/* What TensorFloat-32 changes at most, relative to a number: it keeps all bits of binary16 and of bfloat16. */
#define TENSOR_FLOAT_CUT 0x1p-10

/* Queries, keys and values of 16 bits are what a matrix unit takes, whatever it rounds them to: unless they were moved
   before. */
static bool operands_are_exact(const plumb_case *stated, const plumb_precision *p) {
    const plumb_problem *problem = &stated->problem;
    bool narrow = stated->input_format == PLUMB_BF16 || stated->input_format == PLUMB_F16;
    return narrow && p->operand.unit <= TENSOR_FLOAT_CUT && !plumb_position_moves_vectors(problem->position.kind) &&
           problem->op.kind != PLUMB_ELU_KERNEL && problem->op.kind != PLUMB_MLP_KERNEL;
}

static bool is_coarser(const plumb_case *stated, const plumb_precision *p, const plumb_precision *base) {
    plumb_precision taken = *p;
    if (operands_are_exact(stated, p))
        taken.operand = base->operand;
    return plumb_precision_is_coarser(&taken, base);
}

/* Whether the text is of a model, and one coarser than the base. */
static bool is_of_coarser(const plumb_case *stated, const char *text, const plumb_precision *base) {
    plumb_precision model;
    plumb_error error;
    return plumb_precision_of_case(stated, text, &model, &error) == 0 && is_coarser(stated, &model, base);
}

/* Of the first tensor that the case has. */
static plumb_format stored_format(const plumb_case *stated) {
    const plumb_claim *tensors[] = {&stated->output, &stated->weights, &stated->scores, &stated->lse};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        if (tensors[i]->present)
            return tensors[i]->format;
    return PLUMB_F64;
}

/* "bf16" where keys and values are numbers of that format, which may have been rounded to it when they were saved. */
static const char *narrow_format(const plumb_case *stated) {
    const plumb_format *of = stated->vector_format;
    if (plumb_is_quantised(stated) || of[1] != of[2])
        return NULL;
    return of[1] == PLUMB_BF16 ? "bf16" : of[1] == PLUMB_F16 ? "f16" : NULL;
}

/* A variant that is a model, or the base but for the format that its output is stored in. */
static bool is_in_other_rows(const char *variant, const plumb_precision *base) {
    if (plumb_precision_find(variant) != NULL)
        return true;
    const char *word = variant + strlen(base->name);
    return strcmp(word, ",output=bf16") == 0 || strcmp(word, ",output=f16") == 0;
}

#define ROUNDS_AS(text, ...)                                                                                          \
    ROW(PRECISION, "precision", is_of_coarser(stated, text, &base), STATE("\"engine\":{\"precision\":\"%s\"}", text), \
        __VA_ARGS__)

void plumb_neighbours_of_precision(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    char variant[PLUMB_ALTERNATIVE_TEXT];
    const char *narrow = narrow_format(stated);
    const plumb_precision *model;
    plumb_precision base;
    if (!plumb_base_precision(stated, &base))
        return;
#include "diagnose/neighbours_precision.def"
}
