/* description.h - what a case states about its tensors: a JSON object under the metadata key
   "plumbline".  Only "version" is required; a key that is not listed is refused.

     "version"           1
     "operator" ...      the operator and what goes with it: case/parameters.h
     "position"          "none" (default)
     "mask", "window" ... which keys a query sees: case/masks.h
     "causal_alignment"  "top-left" | "bottom-right" | {"offset": integer}: query t stands at
                         position t + offset among the keys, with offset 0, key_length -
                         query_length, or as stated; only with a mask that counts positions (causal,
                         prefix, window, streaming, chunk), where it may be left out only if the two
                         lengths are equal, so that both names mean the same
     "scale"             "1/sqrt(head_dim)" (default) | an exact decimal or ratio as a string |
                         a number, meaning exactly the binary64 number that it denotes
     "gqa"               "interleave" (default): query head h reads key head
                         h / (query_heads / key_heads)
     "empty_row"         "zero" (default) | "nan": the output of a query that sees no key
     "engine"            {"name": text, "version": text, "precision": text}, each optional
     "note"              text: why the case exists */
#ifndef PLUMB_CASE_DESCRIPTION_H
#define PLUMB_CASE_DESCRIPTION_H
#include "attention/problem.h"
#include "case/error.h"
#include "case/operators.h"
#include "case/storage.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    PLUMB_ALIGNMENT_UNSTATED,
    PLUMB_ALIGNMENT_TOP_LEFT,
    PLUMB_ALIGNMENT_BOTTOM_RIGHT,
    PLUMB_ALIGNMENT_OFFSET
} plumb_alignment;

/* All zeros describes the defaults: softmax, no mask, scale 1/sqrt(head_dim), zero for empty
   rows. */
typedef struct {
    bool causal;
    plumb_mask mask; /* without its tensors */
    bool prefix_stated;
    plumb_alignment alignment;
    int64_t offset;    /* with PLUMB_ALIGNMENT_OFFSET */
    const char *scale; /* as plumb_scale.text */
    plumb_empty_row empty_row;
    plumb_operator op;      /* its epsilon counts only if stated */
    plumb_input_set stated; /* the parameters of the operator that the case states */
    const char *engine_name, *engine_version, *precision, *note; /* NULL if not stated */
} plumb_description;

/* Larger offsets could not be told from this one by any tensor, and t + offset never overflows. */
#define PLUMB_OFFSET_MAX (INT64_C(1) << 53)

/* The JSON text under the metadata key "plumbline".  Unknown keys are refused.  Texts in *out are
   owned by storage.  source is the file, for messages. */
int plumb_description_parse(const char *text, const char *source, plumb_storage *storage,
                            plumb_description *out, plumb_error *error);

/* Single members from their texts, as flags give them; field names the flag in messages.
   Texts are kept, not copied. */
int plumb_description_alignment(plumb_description *out, const char *field, const char *text,
                                plumb_error *error);
int plumb_description_offset(plumb_description *out, const char *field, int64_t offset,
                             plumb_error *error);
int plumb_description_scale(plumb_description *out, const char *field, const char *text,
                            plumb_error *error);
int plumb_description_empty_row(plumb_description *out, const char *field, const char *text,
                                plumb_error *error);

/* A name or a note: one line, so that a report can quote it. */
int plumb_description_line(const char **out, const char *field, const char *text,
                           plumb_error *error);
#endif
