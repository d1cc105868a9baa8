/* form.h - the forms of simulated backward passes: ways to evaluate the same backward pass in the same precision. */
#ifndef PLUMB_BACKWARD_FORM_H
#define PLUMB_BACKWARD_FORM_H
#include <stdbool.h>
#include <stddef.h>

/* The source of delta: the output as stored, or before its store, or the sum of p_j y_j. */
typedef enum { PLUMB_DELTA_STORED, PLUMB_DELTA_UNROUNDED, PLUMB_DELTA_SUM } plumb_delta_source;

typedef struct {
    const char *name;
    size_t forward; /* the form of the forward pass, also for products and sums (simulate/form.h) */
    plumb_delta_source delta;
    bool saves_weights;   /* the forward pass saves them; else they are e^(score - log-sum-exp) */
    bool stores_products; /* y_j is stored in the format of the weights */
    bool rounds_weights;  /* weights are stored before they multiply y_j - delta */
    bool scales_gradient; /* the scale multiplies dx_j, before it is stored */
    bool scores_again;    /* scores that were not stored are computed by other sums than in the forward pass */
    bool stores_tiles;    /* sums are kept in the format of the output between tiles (precision/tiles.h) and heads */
} plumb_backward_form;

enum { PLUMB_BACKWARD_FORMS = 6 };

static inline const plumb_backward_form *plumb_backward_form_at(size_t index) {
    static const plumb_backward_form forms[PLUMB_BACKWARD_FORMS] = {
        {.name = "FlashAttention", .forward = 0, .delta = PLUMB_DELTA_STORED},
        {.name = "operation by operation", .forward = 1, .delta = PLUMB_DELTA_SUM, .saves_weights = true},
        {.name = "delta of an unrounded output",
         .forward = 2,
         .delta = PLUMB_DELTA_UNROUNDED,
         .rounds_weights = true,
         .scores_again = true},
        {.name = "the last queries first", .forward = 3, .delta = PLUMB_DELTA_SUM, .scales_gradient = true},
        /* jax.vjp of JAX's dot_product_attention (github.com/jax-ml/jax, jax/_src/nn/functions.py) */
        {.name = "automatic differentiation", .forward = 0, .delta = PLUMB_DELTA_SUM, .stores_products = true},
        /* PyTorch's flash attention on a CPU (github.com/pytorch/pytorch, FlashAttentionKernel.cpp) */
        {.name = "sums stored between tiles", .forward = 0, .delta = PLUMB_DELTA_STORED, .stores_tiles = true},
    };
    return &forms[index];
}
#endif
