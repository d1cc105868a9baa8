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
    bool cut; /* towards zero, not to nearest; the unit says so, too */
} plumb_rounding;

/* What an online softmax subtracts from the scores. */
typedef enum {
    PLUMB_SHIFT_MAXIMUM, /* the largest score of visible keys */
    PLUMB_SHIFT_HIDDEN,  /* the largest score of all keys, hidden ones included */
    PLUMB_SHIFT_FIXED    /* a constant */
} plumb_shift_rule;

typedef struct {
    plumb_shift_rule rule;
    double fixed; /* under PLUMB_SHIFT_FIXED */
} plumb_shift;

/* The order in which a kernel walks the keys; blocks of neighbouring keys may come in any order under both. */
typedef enum {
    PLUMB_WALK_STATED, /* as the case states them */
    PLUMB_WALK_ANY     /* gathered: a block may hold keys from anywhere */
} plumb_walk;

/* What an engine makes of query, key and value before it computes with them. */
typedef enum {
    PLUMB_GIVEN_EXACTLY,     /* nothing: they have its formats */
    PLUMB_DEQUANTISED,       /* numbers of operands, of scales and fewer bits */
    PLUMB_DEQUANTISED_MOVED, /* the same, which then are moved to their positions or mapped to features */
} plumb_dequantising;

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
    size_t least_key_block;     /* of an online softmax: blocks hold so many keys, but for the first and the last */
    plumb_rounding part;        /* results of parts of the keys, as stored before they are merged */
    size_t merge_levels;        /* merges of a part: 1 all at once, p - 1 in a chain of p parts, log2 p in a tree */
    plumb_shift shift;
    plumb_walk key_order;
    plumb_dequantising dequantises; /* PLUMB_GIVEN_EXACTLY of all models: plumb_precision_dequantise */
} plumb_precision;

/* NULL if there is no model of that name. */
const plumb_precision *plumb_precision_find(const char *name);

/* What a rounding is called: f64, f32, tf32, bf16, f16, or one of them with -cut, which cuts where the others round to
   nearest; e4m3, e5m2; "f16-flush" for numbers that are binary16 already and lose their subnormal ones; "none" for what
   rounds nothing. */
bool plumb_rounding_find(const char *name, plumb_rounding *out);
/* The names one by one, "none" and "f16-flush" last; NULL when index is past these. */
const char *plumb_rounding_at(size_t index);
const char *plumb_rounding_name(plumb_rounding rounding);

/* The model that is assumed when none is stated: the most permissive one in common use among
   engines that return this dtype, so that a correct engine is not failed by the assumption. */
const plumb_precision *plumb_precision_default(plumb_format format);

/* The models in common use among engines that take inputs of one dtype and return the other, one by one, from strict to
   coarse; NULL when index is past the last.  The default of the output's dtype is among them. */
const plumb_precision *plumb_precision_plausible(plumb_format input, plumb_format output, size_t index);

/* The model that error bounds are made of (spec/budget.md, section 1): it has no parts that are stored and no operands
   that are flushed, its exponents bear all merges, and it allows whatever the other does where sums are rescaled
   plumb_merge_rescalings times more. */
plumb_precision plumb_precision_of_bounds(const plumb_precision *precision);
size_t plumb_merge_rescalings(const plumb_precision *precision);

/* Makes it that of a case whose query, key or value are quantised: where no operand format is stated, matrix units take
   them in the format of P.  Where that has 8 bits, they take them as they are stored, and binary32 is multiplied by the
   scales behind the product. */
void plumb_precision_dequantise(plumb_precision *precision, plumb_dequantising how);

/* The models one by one; NULL when index is past the last. */
const plumb_precision *plumb_precision_at(size_t index);

/* Rounding to nearest in a format, with gradual underflow. */
plumb_rounding plumb_format_rounding(plumb_format format);

/* Makes it that of a case whose engine merged so many parts, stored so: one by one at worst.  What is stated of `part`
   and `merge_levels` stays. */
void plumb_precision_merge(plumb_precision *precision, size_t parts, plumb_rounding stored);

/* Tensors between two steps are kept in the coarser of what the model's inputs and outputs are. */
plumb_rounding plumb_tensor_rounding(const plumb_precision *precision);

/* What that rounding is called. */
const char *plumb_format_rounding_name(plumb_format format);

/* The least magnitude that rounds to infinity in a format. */
double plumb_format_overflow(plumb_format format);
#endif
