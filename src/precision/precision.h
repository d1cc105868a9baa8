/* precision.h - named precision models: what an engine is allowed to round, and how coarsely.
   precision/precision_text.h reads those that a case states explicitly.

   A model lists the rounding of every place where an attention kernel stores or accumulates;
   spec/budget.md says what each one contributes to the error of a result. */
#ifndef PLUMB_PRECISION_PRECISION_H
#define PLUMB_PRECISION_PRECISION_H
#include "problem/format.h"
#include <stdbool.h>
#include <stddef.h>

/* |rounded - x| <= unit*|x| + tiny.  tiny covers gradual underflow, and where a format is known to
   be flushed to zero by hardware in use, that.  Numbers of magnitude `overflow` or more may become
   infinite. */
typedef struct {
    double unit;
    double tiny;
    double overflow;
} plumb_rounding;

typedef struct {
    const char *name;           /* as it was stated, changes included */
    const char *summary;        /* one line for reports and help, changes left out */
    const char *changes;        /* NULL, or what an explicit model states besides its base */
    plumb_rounding input;       /* query, key and scale, each rounded again when scaled */
    plumb_rounding operand;     /* query, key and value as a matrix unit takes them */
    plumb_rounding product;     /* products and sums of query.key */
    plumb_rounding score;       /* scores as stored */
    double shifted;             /* relative, of scores less their maximum, where these are stored */
    plumb_rounding exponent;    /* the shift by the maximum, the argument of exp, log-sum-exp */
    double exponential;         /* relative error of exp for a probability */
    double rescaling;           /* relative error of exp for a rescaling by a new maximum */
    plumb_rounding probability; /* probabilities as stored for the product with the values */
    plumb_rounding accumulate;  /* sums of probabilities, and of probability * value */
    plumb_rounding output;      /* results as stored */
    size_t least_key_block;     /* an online softmax rescales at most once per so many keys */
} plumb_precision;

/* NULL if there is no model of that name. */
const plumb_precision *plumb_precision_find(const char *name);

/* What a rounding is called: f64, f32, tf32, bf16, f16, or one of them with -cut, which cuts where
   the others round to nearest; e4m3, e5m2; "none" for what rounds nothing. */
bool plumb_rounding_find(const char *name, plumb_rounding *out);
/* The names one by one, "none" last; NULL when index is past it. */
const char *plumb_rounding_at(size_t index);
const char *plumb_rounding_name(plumb_rounding rounding);

/* The model that is assumed when none is stated: the most permissive one in common use among
   engines that return this dtype, so that a correct engine is not failed by the assumption. */
const plumb_precision *plumb_precision_default(plumb_format format);

/* The models that an engine which returns this dtype of 16 bits plausibly has, one by one, from strict to coarse; NULL
   when index is past the last. */
const plumb_precision *plumb_precision_plausible(plumb_format format, size_t index);

/* The models one by one; NULL when index is past the last. */
const plumb_precision *plumb_precision_at(size_t index);

/* Rounding to nearest in a format, with gradual underflow. */
plumb_rounding plumb_format_rounding(plumb_format format);

/* The least magnitude that rounds to infinity in a format. */
double plumb_format_overflow(plumb_format format);
#endif
