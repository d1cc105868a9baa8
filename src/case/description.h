/* description.h - what a case states about its tensors: a JSON object under the metadata key
   "plumbline".  Only "version" is required; a key that is not listed is refused.

     "version"           1
     "operator" ...      the operator and what goes with it: case/parameters.h
     "position" ...      how positions enter the scores: case/positions.h
     "mask", "window" ... which keys a query sees: case/masks.h
     "causal_alignment"  "top-left" | "bottom-right" | {"offset": integer}: query t stands at
                         position t + offset among the keys, with offset 0, key_length -
                         query_length, or as stated; only with a mask that counts positions (causal,
                         prefix, window, streaming, chunk) or with a position that reads where
                         queries stand and no query_positions; there it may be left out only if
                         the two lengths are equal, so that both names mean the same
     "scale"             "1/sqrt(head_dim)" (default) | an exact decimal or ratio as a string |
                         a number, meaning exactly the binary64 number that it denotes
     "scale_site"        "score" | "query" | "both": where the engine multiplies by the scale; kept
                         for reports, for the real number is the same
     "gqa"               "interleave" (default): query head h reads key head
                         h / (query_heads / key_heads) | "tile": h mod key_heads
     "empty_row"         "zero" (default) | "nan" | "mean": the output of a query that sees no key;
                         mean of all values, only with softmax and a sink that adds no logit, and
                         with at least one key
     "empty_lse"         "minus-infinity" (default) | "plus-infinity": its log-sum-exp, only with an
                         operator that has one
     "engine"            {"name": text, "version": text, "precision": text or object}, each optional;
                         the precision is the name of a model, "f32", or that and what differs from
                         it: "f32,probability=bf16", or {"base": "f32", "probability": "bf16"}
                         (compare/precision_text.h)
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
    bool polarity_stated, true_hides; /* of the tensor allowed */
    bool streaming_positions_stated;
    plumb_alignment alignment;
    int64_t offset;         /* with PLUMB_ALIGNMENT_OFFSET */
    const char *scale;      /* as plumb_scale.text */
    const char *scale_site; /* NULL if not stated */
    bool tile;              /* gqa */
    plumb_empty_row empty_row;
    bool empty_lse_stated, empty_lse_positive;
    plumb_position position; /* without its tensors; its numbers count only if stated */
    plumb_operator op;       /* its epsilon counts only if stated */
    plumb_input_set stated;  /* the parameters of operator and position that the case states */
    const char *engine_name, *engine_version, *precision, *note; /* NULL if not stated */
} plumb_description;

/* Larger offsets could not be told from this one by any tensor, and t + offset never overflows. */
#define PLUMB_OFFSET_MAX (INT64_C(1) << 53)

/* A description is a few hundred bytes; what jansson makes of a text is some forty times as long. */
enum { PLUMB_DESCRIPTION_MAX = 65536 };

/* The JSON text under the metadata key "plumbline".  Unknown keys are refused.  Texts in *out are
   owned by storage.  source is the file, for messages. */
int plumb_description_parse(const char *text, const char *source, plumb_storage *storage,
                            plumb_description *out, plumb_error *error);

/* The keys besides the parameters of case/inputs.h, one by one; NULL when index is past the last. */
const char *plumb_description_key(size_t index);

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
int plumb_description_empty_lse(plumb_description *out, const char *field, const char *text,
                                plumb_error *error);
int plumb_description_gqa(plumb_description *out, const char *field, const char *text,
                          plumb_error *error);
int plumb_description_scale_site(plumb_description *out, const char *field, const char *text,
                                 plumb_error *error);

/* A name or a note: one line, so that a report can quote it. */
int plumb_description_line(const char **out, const char *field, const char *text,
                           plumb_error *error);
#endif
