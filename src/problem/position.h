/* position.h - how the positions of a query and of the keys enter a score (spec/positions.md).

   A query has position p_t = t + offset and a key p_j = j, unless the case states position ids, or
   counts positions within the cache of a streaming mask.  That cache has lost the e keys between the
   first keys and the recent window, so p_t = t + offset - e, and p_j = j - e for keys j >= first.
   The vectors and logit of a sink have no position. */
#ifndef PLUMB_PROBLEM_POSITION_H
#define PLUMB_PROBLEM_POSITION_H
#include "spec/position/forms.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
#define POSITION(kind, ...) kind,
#include "problem/positions.def"
} plumb_position_kind;

/* How the frequencies base^(-2m/dim) are scaled for texts longer than those in training. */
typedef enum {
#define SCALING(scaling, ...) scaling,
#include "problem/scalings.def"
} plumb_rope_scaling;

/* S, the length that dynamic and longrope use. */
typedef enum {
    PLUMB_ROPE_BY_LENGTH, /* default: the length of the text, `length`                         */
    PLUMB_ROPE_BY_MAXIMUM /* factor * original, for any text: vLLM's dynamic NTK,     
                             longrope of earlier transformers                                  */
} plumb_rope_length_rule;

/* Position ids may have several axes, such as time, height and width; each pair of a rotation reads one of them. */
enum { PLUMB_MOST_AXES = 4 };

/* How many pairs read each axis; count 0: there is one axis, and all pairs read it. */
typedef struct {
    size_t count; /* up to PLUMB_MOST_AXES */
    size_t pairs[PLUMB_MOST_AXES];
} plumb_sections;

/* Which pairs read which axis. */
typedef enum {
    PLUMB_SECTIONS_IN_BLOCKS,   /* default: those of axis 0, then those of axis 1, ... */
    PLUMB_SECTIONS_INTERLEAVED, /* every count-th from a on those of axis a >= 1; the others are those of axis 0 */
    PLUMB_SECTIONS_ALTERNATING  /* those of the axes from 1 on by turns, then those of axis 0 */
} plumb_section_order;

/* How the frequencies of the pairs continue from one axis to the next. */
typedef enum {
    PLUMB_FREQUENCIES_CONTINUED, /* default: theta_m of pair m, whatever it reads */
    PLUMB_FREQUENCIES_RESTARTED, /* a section of n pairs has those of a rotation of 2 n elements */
    PLUMB_FREQUENCIES_DEALT      /* pair i of axis a has theta_m, m = i count + a */
} plumb_section_frequencies;

/* The position of a query or key on each axis. */
typedef struct {
    int64_t on[PLUMB_MOST_AXES];
} plumb_point;

typedef struct {
    plumb_rope_layout layout;
    size_t dim;        /* r: even, the first r elements are rotated, 2 <= r <= head_dim */
    bool last;         /* the last r elements are, not the first */
    plumb_sections sections;
    plumb_section_order order;
    plumb_section_frequencies frequencies;
    double base;       /* > 0; 10000 unless stated */
    double multiplier; /* of sine and cosine: attention factor as stated; 0: by the scaling's rule */
    plumb_rope_scaling scaling;
    double factor;   /* > 0 */
    double original; /* positions the model was trained on: dynamic, yarn, llama3, longrope */
    double length;   /* of the text: dynamic, longrope */
    plumb_rope_length_rule length_rule;
    double beta_fast, beta_slow;                /* yarn: 32 and 1 unless stated */
    bool untruncated;                           /* yarn: the ends of the ramp are not rounded to integers */
    double mscale, mscale_all;                  /* yarn: 0 unless stated */
    double low_frequency, high_frequency;       /* llama3: 1 and 4 unless stated */
    const double *long_divisor, *short_divisor; /* [dim/2] longrope */
    const double *cosine, *sine;                /* [rows][dim/2] the engine's own, instead of all the above: row p
                                    is for position p; NULL: none */
    size_t rows;
} plumb_rope;

/* The query, after a rotation if there is one, is multiplied by 1 + factor ln(1 + floor((p_t + offset) / length)), with
   p_t on axis 0. */
typedef struct {
    double factor;  /* > 0; 0: no temperature */
    int64_t length; /* >= 1 */
    int64_t offset; /* >= 0; 0 unless stated */
} plumb_temperature;

/* All zeros: no positional encoding. */
typedef struct {
    plumb_position_kind kind;
    const int64_t *query_position; /* [batch][axes][query_length]; NULL: t + offset on every axis */
    const int64_t *key_position;   /* [batch][axes][key_length];   NULL: j          */
    plumb_rope rope;
    plumb_temperature temperature;
    plumb_alibi_form alibi;
    const double *slopes; /* [query_heads]; NULL: plumb_alibi_slope */
    plumb_sinusoidal_layout sinusoidal;
    bool sinusoidal_one_less;  /* frequencies base^{-m/(d/2-1)} instead of base^{-m/(d/2)} */
    double sinusoidal_base;    /* 10000 unless stated */
    int64_t offset;            /* sinusoidal, learned: added to every position */
    bool bidirectional;        /* t5, bucket-index: half of the buckets are for keys after the query */
    size_t buckets;            /* t5, bucket-index: 32 unless stated */
    size_t max_distance;       /* t5, bucket-index: 128 unless stated */
    const double *table;       /* learned [table_rows][head_dim]; t5 [buckets][query_heads];
                                 relative-table [table_rows][query_heads]; shaw [table_rows][head_dim] */
    const double *value_table; /* shaw [table_rows][value_dim]; NULL: none */
    size_t table_rows;         /* relative-table, shaw: 2 reach + 1 */
} plumb_position;

/* The largest distance from 0 on any axis. */
static inline int64_t plumb_farthest_of(plumb_point point) {
    int64_t most = 0;
    for (size_t a = 0; a < PLUMB_MOST_AXES; a++) {
        int64_t far = point.on[a] < 0 ? -point.on[a] : point.on[a];
        most = far > most ? far : most;
    }
    return most;
}

/* The first rotated element. */
static inline size_t plumb_rotated_from(const plumb_rope *rope, size_t head_dim) {
    return rope->last ? head_dim - rope->dim : 0;
}

/* Whether rotations are those of the output, whose elements are as many as those of a head then. */
static inline bool plumb_rotates_output(const plumb_position *position) {
    return position->kind == PLUMB_POSITION_ROPE_OUTPUT;
}

/* Whether a column of the output is an element of a pair that turns. */
static inline bool plumb_column_turns(const plumb_position *position, size_t head_dim, size_t column) {
    size_t from = plumb_rotated_from(&position->rope, head_dim);
    return plumb_rotates_output(position) && column >= from && column - from < position->rope.dim;
}

static inline size_t plumb_axes_of(const plumb_position *position) {
    return position->rope.sections.count > 0 ? position->rope.sections.count : 1;
}

/* Positions and offsets of a case are within +-2^52, so that their differences are exact. */
#define PLUMB_POSITION_MAX (INT64_C(1) << 52)
#endif
