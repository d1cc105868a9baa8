/* precision_text.h - reads the precision model of a case: a name, or differences from a named model.

     f32                                          the model of that name
     f32,probability=bf16,exponential_ulp=2       that model, with these fields changed

   Each field may be stated once:

     input, product, score, exponent, probability, accumulate, output
                          the members of plumb_precision: f64, f32, tf32, bf16 or f16, or f32-cut ... f16-cut if the
                          engine truncates instead of rounding to nearest
     operand, shifted, part
                          the same, or none: not rounded; f16-flush: binary16 already, but without subnormals
     exponential_ulp, rescaling_ulp
                          relative error of exp, an integer, in units in the last place of `exponent`
     least_key_block, merge_levels
                          an integer, at least 1
     shift                maximum, hidden (the largest score of all keys) or fixed:NUMBER
     key_order            stated, or any: blocks hold keys from anywhere */
#ifndef PLUMB_PRECISION_PRECISION_TEXT_H
#define PLUMB_PRECISION_PRECISION_TEXT_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"

/* Parses a model, whose name is the text.  place: where the text was stated, for messages.  Returns 0, or -1 with a
   message that names the field and its value. */
int plumb_precision_parse(const char *text, const char *place, plumb_precision *out, plumb_error *error);

/* The same for the text of a case's `precision`, or of an option that replaces it. */
int plumb_precision_of_case(const plumb_case *c, const char *text, plumb_precision *out, plumb_error *error);

/* Adapts a model to the case, whose inputs may be quantised; plumb_precision_of_case does it for a text. */
void plumb_precision_suit(const plumb_case *c, plumb_precision *precision);

/* Refuses a case with an invalid precision.  Commands that do not need the precision also call it, so that a case is
   valid or invalid for all commands. */
int plumb_precision_check(const plumb_case *c, plumb_error *error);

/* The field of that index; NULL beyond the last. */
const char *plumb_precision_field(size_t index);

/* Writes the value of a field as a text of at most `size` bytes, including the final 0: the text that states it, or a
   plain number if there is none. */
void plumb_precision_value(const plumb_precision *precision, size_t index, char *out, size_t size);
#endif
