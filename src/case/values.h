/* values.h - one parameter of a description (case/inputs.h) from its word, integer, number or truth,
   whichever part of the case it belongs to; field is its place in messages. */
#ifndef PLUMB_CASE_VALUES_H
#define PLUMB_CASE_VALUES_H
#include "case/description.h"
#include "case/error.h"
#include "case/inputs.h"
#include <stdbool.h>
#include <stdint.h>

/* Each is for the parameters of its kind alone. */
int plumb_value_word(plumb_description *out, plumb_input input, const char *field, const char *text,
                     plumb_error *error);
int plumb_value_integer(plumb_description *out, plumb_input input, const char *field,
                        int64_t integer, plumb_error *error);
int plumb_value_number(plumb_description *out, plumb_input input, const char *field, double number,
                       plumb_error *error);
int plumb_value_truth(plumb_description *out, plumb_input input, const char *field, bool truth,
                      plumb_error *error);
#endif
