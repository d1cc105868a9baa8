/* form.h - the ways in which engines evaluate the same formula in the same precision. */
#ifndef PLUMB_SIMULATED_FORM_H
#define PLUMB_SIMULATED_FORM_H
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    size_t block;       /* keys that are weighed and summed together; 0: all */
    bool scales_query;  /* the query is scaled and stored, and not the score */
    bool scales_both;   /* query and key are multiplied by the root of the scale */
    bool divides_first; /* weights are divided by their sum before they are stored and meet the values */
    bool base_two;      /* exponentials are powers of 2 */
    bool stores_steps;  /* what one operation leaves to the next is a tensor: tables, products, features */
    bool coarse_angles; /* angles are products in the format of exponents, not in binary64 */
    bool backwards;     /* the last keys come first */
    bool one_chain;     /* the products of a score are added one after another, not in lanes */
    bool in_parts;      /* the keys are split in parts, whose results are joined by their log-sum-exps */
    bool sums_cut;      /* sums of fewer bits than binary32's are cut, if they may be */
    bool fast_exponential; /* errs as a fast one does, where the model allows that and a weight is rounded less */
    bool sums_stored;   /* probabilities that are cut are summed as stored, not before */
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
        {.name = "parts of the keys", .in_parts = true},
    };
    return &forms[index];
}
#endif
