/* spec/position/forms.h - the forms in which one positional encoding is in use (spec/positions.md). */
#ifndef PLUMB_SPEC_POSITION_FORMS_H
#define PLUMB_SPEC_POSITION_FORMS_H

/* Which elements of a vector form the pairs that RoPE rotates, r being the rotary dimension. */
typedef enum {
    PLUMB_ROPE_HALF,         /* pair m is (x_m, x_{m+r/2}), and stays there: GPT-NeoX, Llama in
                                 transformers */
    PLUMB_ROPE_INTERLEAVED,  /* pair m is (x_2m, x_{2m+1}), and stays there: GPT-J, Meta's Llama */
    PLUMB_ROPE_DEINTERLEAVED /* the same pair, but it ends in (m, m+r/2): DeepSeek in transformers */
} plumb_rope_layout;

/* What ALiBi adds to the score of query t and key j. */
typedef enum {
    PLUMB_ALIBI_RELATIVE,  /* slope (p_j - p_t)                            */
    PLUMB_ALIBI_KEY,       /* slope p_j                                    */
    PLUMB_ALIBI_SYMMETRIC, /* -slope |p_j - p_t|                           */
    PLUMB_ALIBI_SCALED_KEY /* slope p_j, the slope multiplied by the scale */
} plumb_alibi_form;

typedef enum {
    PLUMB_SINUSOIDAL_CONCATENATED, /* sin of all, then cos of all */
    PLUMB_SINUSOIDAL_INTERLEAVED   /* sin, cos, sin, cos, ...     */
} plumb_sinusoidal_layout;
#endif
