/* precision_text.h - a precision model as a case states it: by name, or explicitly, by what differs
   from a model that has a name.

     f32                                          the model of that name
     f32,probability=bf16,exponential_ulp=2       that model, but for the fields that are stated

   Each field may be stated once:

     input, product, score, exponent, probability, accumulate, output
                          what plumb_precision says of them: f64, f32, tf32, bf16 or f16, and
                          f32-cut ... f16-cut where the engine cuts instead of rounding to nearest
     operand, shifted, part
                          the same, or none: not rounded there; f16-flush: binary16 already, but without subnormals
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

/* The model keeps the text as its name.  place is where the text was stated, for messages.  Returns
   0, or -1 with a message that names the field and its value. */
int plumb_precision_parse(const char *text, const char *place, plumb_precision *out, plumb_error *error);

/* The same of a text that was stated with a case: its `precision`, or what takes its place. */
int plumb_precision_of_case(const plumb_case *c, const char *text, plumb_precision *out, plumb_error *error);

/* Makes a model that of the case, whose inputs may be quantised; of a text, the one above does. */
void plumb_precision_suit(const plumb_case *c, plumb_precision *precision);

/* Refuses a case that states what is no precision; whoever does not need it asks all the same, so that a
   case is right or wrong whatever is asked of it. */
int plumb_precision_check(const plumb_case *c, plumb_error *error);

/* The fields, one by one; NULL when index is past the last. */
const char *plumb_precision_field(size_t index);

/* What a model has in a field, as a text of at most `size` bytes with its end: the text that states
   it, or a plain number where no such text does. */
void plumb_precision_value(const plumb_precision *precision, size_t index, char *out, size_t size);
#endif
