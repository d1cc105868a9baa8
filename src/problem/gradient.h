/* gradient.h - the gradients of a loss that Plumbline computes (spec/gradient.md). */
#ifndef PLUMB_PROBLEM_GRADIENT_H
#define PLUMB_PROBLEM_GRADIENT_H

typedef enum {
    PLUMB_GRADIENT_OF_QUERY, /* dq [batch][query_heads][query_length][head_dim] */
    PLUMB_GRADIENT_OF_KEY,   /* dk [batch][key_heads][key_length][head_dim] */
    PLUMB_GRADIENT_OF_VALUE, /* dv [batch][key_heads][key_length][value_dim] */
    PLUMB_GRADIENT_OF_SINK,  /* dsinks [query_heads] */
    PLUMB_GRADIENT_OF_BIAS,  /* dbias [batch or 1][query_heads or 1][query_length or 1][key_length], as bias */
    PLUMB_GRADIENT_OF_SLOPE, /* dslopes [query_heads], of ALiBi */
    PLUMB_GRADIENT_OF_TABLE, /* dtable, as position_table: [rows][query_heads], a row for each bucket or clipped
                                distance */
    PLUMB_GRADIENT_COUNT
} plumb_gradient;
#endif
