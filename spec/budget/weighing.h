/* spec/budget/weighing.h - how the scores of a row weigh its values: the kinds, and their parameters. */
#ifndef PLUMB_SPEC_BUDGET_WEIGHING_H
#define PLUMB_SPEC_BUDGET_WEIGHING_H

/* A map of each score to a weight by itself. */
typedef enum {
    PLUMB_MAP_IDENTITY,     /* x */
    PLUMB_MAP_RELU,         /* max(0, x) */
    PLUMB_MAP_SQUARED_RELU, /* max(0, x)^2 */
    PLUMB_MAP_SIGMOID,      /* 1 / (1 + e^-x) */
    PLUMB_MAP_ELU           /* elu(x) + 1 */
} plumb_map;

/* What weights are divided by. */
typedef enum {
    PLUMB_DIVIDED_BY_NOTHING,
    PLUMB_DIVIDED_BY_SUM,          /* of the weights, and epsilon */
    PLUMB_DIVIDED_BY_ABSOLUTE_SUM, /* the same, of absolute weights */
    PLUMB_DIVIDED_BY_AT_LEAST_ONE, /* by max(|sum|, 1) */
    PLUMB_DIVIDED_BY_LENGTH        /* by the number of keys, hidden ones counted */
} plumb_division;

/* How mapped scores become weights. */
typedef struct {
    plumb_map map;
    plumb_division division;
    double epsilon;
} plumb_mapping;

/* To which interval weights are stretched before they are cut back to [0, 1]. */
typedef struct {
    double gamma, zeta;
} plumb_clip;

typedef enum {
    PLUMB_WEIGHED_BY_SOFTMAX,
    PLUMB_WEIGHED_BY_SCALED_SOFTMAX,  /* factor: of each weight */
    PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX, /* clip */
    PLUMB_WEIGHED_BY_MAP,             /* mapping: of each score by itself */
    PLUMB_WEIGHED_BY_SOFTPICK,        /* epsilon */
    PLUMB_WEIGHED_BY_POWER_SOFTMAX    /* power */
} plumb_weighing_kind;

/* How scores weigh values; only the parameters of the kind are read. */
typedef struct {
    plumb_weighing_kind kind;
    plumb_clip clip;
    plumb_mapping mapping;
    double factor, epsilon, power;
} plumb_weighing;
#endif
