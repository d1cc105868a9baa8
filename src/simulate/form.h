/* form.h - the forms of simulated engines: ways to evaluate the same formula in the same precision. */
#ifndef PLUMB_SIMULATED_FORM_H
#define PLUMB_SIMULATED_FORM_H
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    size_t block;       /* keys that are weighted and summed together; 0: all */
    bool scales_query;  /* the query is scaled and stored, and not the score */
    bool scales_both;   /* query and key are multiplied by the root of the scale */
    bool divides_first; /* weights are divided by their sum before they are stored and multiply the values */
    bool base_two;      /* exponentials are powers of 2 */
    bool stores_steps;  /* results between operations are tensors: tables, products, features */
    bool coarse_angles; /* angles are products in the format of exponents, not in binary64 */
    bool backwards;     /* the last keys come first */
    bool one_chain;     /* the products of a score are added one after another, not in lanes */
    bool in_parts;      /* the keys are split into parts, whose results are merged by their log-sum-exps */
    bool sums_cut;      /* sums of fewer bits than binary32's are truncated, if the model allows it */
    bool fast_exponential; /* has the errors of a fast one, if the model allows it and rounds weights less */
    bool sums_stored;   /* probabilities are summed as stored, not before */
} plumb_simulated_form;

enum { PLUMB_SIMULATED_FORMS = 5 };

static inline const plumb_simulated_form *plumb_simulated_form_at(size_t index) {
    static const plumb_simulated_form forms[PLUMB_SIMULATED_FORMS] = {
        {.name = "tiles of 64 keys", .block = 64, .base_two = true, .one_chain = true},
        {.name = "operation by operation", .divides_first = true, .stores_steps = true, .coarse_angles = true},
        {.name = "scaled queries, tiles of 16 keys",
         .block = 16,
         .scales_query = true,
         .coarse_angles = true,
         .sums_cut = true,
         .sums_stored = true},
        {.name = "tiles of 128 keys, the last first",
         .block = 128,
         .scales_both = true,
         .stores_steps = true,
         .backwards = true,
         .fast_exponential = true},
        {.name = "parts of the keys", .in_parts = true}, /* stays the last */
    };
    return &forms[index];
}
#endif
