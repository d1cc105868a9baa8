/* precision.h - named precision models: which steps an engine may round, and how coarsely. precision/precision_text.h
   reads models that a case states explicitly.

   A model lists the rounding of every step at which an attention kernel stores or accumulates; spec/budget.md has the
   contribution of each to the error of a result. */
#ifndef PLUMB_PRECISION_PRECISION_H
#define PLUMB_PRECISION_PRECISION_H
#include "problem/format.h"
#include <stdbool.h>
#include <stddef.h>

/* |rounded - x| <= unit*|x| + tiny. tiny covers gradual underflow, and flushing to zero in formats that hardware in use
   flushes.  Numbers of magnitude `overflow` or more may become infinite. */
typedef struct {
    double unit;
    double tiny;
    double overflow;
    bool cut; /* truncates towards zero; the unit includes it */
} plumb_rounding;

/* The number that an online softmax subtracts from the scores. */
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
    PLUMB_WALK_ANY     /* gathered: a block may hold any keys */
} plumb_walk;

/* What an engine does to query, key and value before it computes with them. */
typedef enum {
    PLUMB_GIVEN_EXACTLY,     /* nothing: they have its formats */
    PLUMB_DEQUANTISED,       /* dequantises elements of few bits with scales */
    PLUMB_DEQUANTISED_MOVED, /* the same, then moves them to their positions or maps them to features */
} plumb_dequantising;

typedef struct {
    const char *name;           /* as stated, with changes */
    const char *summary;        /* one line for reports and help, without changes */
    const char *changes;        /* the differences of an explicit model from its base, or NULL */
    plumb_rounding input;       /* query, key and scale, each rounded again when scaled */
    plumb_rounding operand;     /* query, key and value in a matrix unit */
    plumb_rounding product;     /* products and sums of query.key */
    plumb_rounding score;       /* stored scores */
    double shifted;             /* relative, of scores minus their maximum, if these are stored */
    plumb_rounding exponent;    /* the shift by the maximum, the argument of exp, log-sum-exp */
    double exponential;         /* relative error of exp for a probability */
    double rescaling;           /* relative error of exp for a rescaling by a new maximum */
    plumb_rounding probability; /* stored probabilities, before the product with the values */
    plumb_rounding accumulate;  /* sums of probabilities, and of probability * value */
    plumb_rounding output;      /* stored results */
    size_t least_key_block;     /* the fewest keys of a block of an online softmax, except the first and last */
    plumb_rounding part;        /* stored results of parts of the keys, before they are merged */
    size_t merge_levels;        /* merges of a part: 1 all at once, p - 1 in a chain of p parts, log2 p in a tree */
    plumb_shift shift;
    plumb_walk key_order;
    plumb_dequantising dequantises; /* PLUMB_GIVEN_EXACTLY in all named models */
} plumb_precision;

/* NULL if there is no model of that name. */
const plumb_precision *plumb_precision_find(const char *name);

/* Finds a rounding by its name: f64, f32, tf32, bf16, f16, or one of them with -cut, which truncates instead of
   rounding to nearest; e4m3, e5m2; "f16-flush" for numbers that are binary16 already, whose subnormals become 0; "none"
   for no rounding. */
bool plumb_rounding_find(const char *name, plumb_rounding *out);
/* The name of that index, "none" and "f16-flush" last; NULL beyond these. */
const char *plumb_rounding_at(size_t index);
const char *plumb_rounding_name(plumb_rounding rounding);

/* The model that is assumed if none is stated: the most permissive one in common use among engines that return this
   dtype, so that the assumption does not fail a correct engine. */
const plumb_precision *plumb_precision_default(plumb_format format);

/* The models in common use among engines that take inputs of one dtype and return the other, from strict to coarse;
   NULL beyond the last index.  The default of the output's dtype is among them. */
const plumb_precision *plumb_precision_plausible(plumb_format input, plumb_format output, size_t index);

/* The model for error bounds (spec/budget.md, section 1): without stored parts and flushed operands; its exponents
   cover all merges.  With plumb_merge_rescalings more rescalings of sums it allows everything that `precision`
   allows. */
plumb_precision plumb_precision_of_bounds(const plumb_precision *precision);
size_t plumb_merge_rescalings(const plumb_precision *precision);

/* Adapts the model to a case whose query, key or value are quantised: if no operand format is stated, matrix units take
   them in the format of P. If that has 8 bits, they take the stored elements, and the scales multiply the products in
   binary32. */
void plumb_precision_dequantise(plumb_precision *precision, plumb_dequantising how);

/* The model of that index; NULL beyond the last. */
const plumb_precision *plumb_precision_at(size_t index);

/* Rounding to nearest in a format, with gradual underflow. */
plumb_rounding plumb_format_rounding(plumb_format format);

/* Adapts the model to a case whose engine merged `parts` stored parts: in the worst case one by one.  Stated `part` and
   `merge_levels` do not change. */
void plumb_precision_merge(plumb_precision *precision, size_t parts, plumb_rounding stored);

/* The rounding of tensors between two steps: the coarser of the model's input and output. */
plumb_rounding plumb_tensor_rounding(const plumb_precision *precision);

/* The name of that rounding. */
const char *plumb_format_rounding_name(plumb_format format);

/* The least magnitude that rounds to infinity in a format. */
double plumb_format_overflow(plumb_format format);
#endif
