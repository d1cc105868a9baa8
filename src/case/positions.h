/* positions.h - the part of a case that says how positions enter the scores: words and numbers of
   the description.  Its tensors: case/position_tensors.h.  spec/positions.md has what each means.

     "position"  none (default) | sinusoidal | learned | rope | alibi | t5 | bucket-index |
                 relative-table | shaw; sinusoidal, learned, rope and shaw not with the operators
                 elu-kernel and mlp-kernel

   with sinusoidal, whose head_dim is even:
     "sinusoidal_layout"       concatenated (default) | interleaved
     "sinusoidal_denominator"  half (default) | one-less, whose head_dim is at least 4
     "sinusoidal_base"         default 10000
     "position_offset"         an integer within +-2^52, default 0; also with learned
   with rope:
     "rope_layout"       half (default) | interleaved | deinterleaved
     "rope_dim"          an even integer, 2 to head_dim, which is the default
     "rope_base"         default 10000; with yarn above 1
     "rope_multiplier"   of sines and cosines, in place of the scaling's own
     "rope_scaling"      none (default) | linear | ntk | dynamic | yarn | llama3 | longrope; ntk and
                         dynamic not with rope_dim 2
     "rope_factor"       with every scaling, where it must be stated; with longrope not beside
                         rope_multiplier, where only rope_length_rule maximum reads it
     "rope_original"     with dynamic, yarn, llama3 and longrope, where it must be stated; with
                         longrope above 1
     "rope_length_rule"  with dynamic and longrope: length (default) | maximum
     "rope_length"       with the rule length, where it must be stated
     "rope_beta_fast", "rope_beta_slow"  with yarn: 32 and 1 unless stated
     "rope_truncate"     with yarn: true (default) | false
     "rope_mscale", "rope_mscale_all"    with yarn: both or neither, not beside rope_multiplier
     "rope_low_frequency", "rope_high_frequency"  with llama3: 1 and 4 unless stated, the second
                         above the first
     With the tensors rope_cos and rope_sin only layout and dim are left to state.
   with alibi:
     "alibi_form"  relative (default) | key | symmetric | scaled-key; without query_positions where
                   the form is key or scaled-key
   with t5 and bucket-index:
     "direction"     causal (default) | both
     "buckets"       an integer, 2 to 1024, default 32; with both even and at least 4
     "max_distance"  an integer up to 2^52, above half of the buckets of one direction; default 128

   Numbers are finite, above 0, and the binary64 numbers that they denote, exactly. */
#ifndef PLUMB_CASE_POSITIONS_H
#define PLUMB_CASE_POSITIONS_H
#include "attention/problem.h"
#include "case/description.h"
#include "case/error.h"
#include "case/inputs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "position"; field is its place in messages. */
int plumb_description_position(plumb_description *out, const char *field, const char *text,
                               plumb_error *error);

/* One of the parameters above, by what a description writes for it. */
int plumb_position_word(plumb_description *out, plumb_input input, const char *field,
                        const char *text, plumb_error *error);
int plumb_position_integer(plumb_description *out, plumb_input input, const char *field,
                           int64_t integer, plumb_error *error);
int plumb_position_number(plumb_description *out, plumb_input input, const char *field,
                          double number, plumb_error *error);
int plumb_position_truth(plumb_description *out, plumb_input input, const char *field, bool truth,
                         plumb_error *error);

/* "interleaved": the word for the enumerator of that number in attention/position.h and
   position/forms.h. */
const char *plumb_position_word_name(plumb_input input, size_t number);

/* Whether what is stated and given goes together and with the operator, and nothing would be
   passed over.  source is the case, for messages. */
int plumb_positions_check(const plumb_description *description, plumb_input_set tensors,
                          const char *source, plumb_error *error);

/* Whether the numbers depend on where a query stands: not with the forms of ALiBi that are of keys
   alone. */
bool plumb_position_reads_queries(const plumb_position *position);

/* Whether queries stand at t + offset, so that causal_alignment must say what the offset is. */
bool plumb_positions_count_queries(const plumb_description *description, plumb_input_set tensors);

/* Fills problem->position, but for the tensors, from a checked description, and holds it against
   the head_dim of the problem. */
int plumb_positions_assemble(const plumb_description *description, const char *source,
                             plumb_problem *problem, plumb_error *error);
#endif
