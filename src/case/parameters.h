/* parameters.h - the part of a description that names the operator: its words and numbers, and
   whether they and the tensors given go together.

     "operator"       softmax (default) | scaled-softmax | power-softmax | clipped-softmax |
                      softpick | sigmoid | elu | identity | elu-kernel | mlp-kernel
     "alpha"          with scaled-softmax: a number above 0
     "power"          with power-softmax: a number above 0
     "gamma", "zeta"  with clipped-softmax: at most 0, and at least 1
     "epsilon"        may go with softpick and with the normalisations sum and absolute-sum: at
                      least 0; default 1e-8
     "normalisation"  with sigmoid, elu, identity, elu-kernel and mlp-kernel:
                      none (default) | sum | absolute-sum | at-least-one
     "sink"           none (default) | zero | logit | key | key-value | token | first-keys |
                      key0-bias; zero to token only with softmax
     "sink_keys"      with first-keys: an integer, at least 1
     "lse_sink"       included (default) | excluded; only with the sinks zero to token
     "softcap"        at least 0; 0 (default) is none
     "softcap_order"  cap-bias-mask (default) | bias-cap-mask | bias-mask-cap; only with a softcap

   Numbers are the binary64 numbers that they denote, exactly.  spec/operators.md has the
   formulas. */
#ifndef PLUMB_CASE_PARAMETERS_H
#define PLUMB_CASE_PARAMETERS_H
#include "case/description.h"
#include "case/error.h"
#include "case/operators.h"
#include <stdint.h>

/* Single members from their texts; field is their place in messages. */
int plumb_description_operator(plumb_description *out, const char *field, const char *text,
                               plumb_error *error);
int plumb_description_normalisation(plumb_description *out, const char *field, const char *text,
                                    plumb_error *error);
int plumb_description_sink(plumb_description *out, const char *field, const char *text,
                           plumb_error *error);
int plumb_description_softcap_order(plumb_description *out, const char *field, const char *text,
                                    plumb_error *error);
int plumb_description_lse_sink(plumb_description *out, const char *field, const char *text,
                               plumb_error *error);

/* One of alpha, power, gamma, zeta, epsilon and softcap, within its domain. */
int plumb_description_number(plumb_description *out, plumb_input input, const char *field,
                             double number, plumb_error *error);
int plumb_description_sink_keys(plumb_description *out, const char *field, int64_t keys,
                                plumb_error *error);

/* Whether everything needed is there and nothing that would be passed over: parameters stated and
   tensors given.  source is the case, for messages. */
int plumb_parameters_check(const plumb_description *description, plumb_input_set tensors,
                           const char *source, plumb_error *error);

/* The operator that a checked description asks for. */
plumb_operator plumb_parameters_operator(const plumb_description *description);
#endif
