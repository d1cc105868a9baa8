/* case.h - a case: a problem, and an engine's results. */
#ifndef PLUMB_CASE_CASE_H
#define PLUMB_CASE_CASE_H
#include "problem/format.h"
#include "problem/gradient.h"
#include "problem/problem.h"
#include <stdbool.h>
#include <stddef.h>

/* One tensor that an engine returned, its values converted exactly to binary64. */
typedef struct {
    bool present;
    plumb_format format; /* the dtype that the engine returned */
    size_t count;
    const double *value;
} plumb_claim;

/* Results of parts of the keys, which the engine merged (case/parts.h). */
typedef struct {
    size_t count;          /* 0: none are stated */
    const int64_t *of_key; /* [key_length] the part that has each key; -1: none */
    plumb_claim output;    /* [count][batch][query_heads][query_length][value_dim] */
    plumb_claim lse;       /* [count][batch][query_heads][query_length]; natural logarithms */
} plumb_parts;

/* Lists of keys beside the scores by which an indexer chose them (case/choice.h). */
typedef struct {
    size_t lists;                   /* 0: no scores are given */
    size_t wrong, unjudged;         /* unjudged: a score of a visible key is NaN */
    size_t list;                    /* the first that is wrong, of [batch][heads][rows] */
    size_t left_out, taken;         /* keys, or blocks: the largest score that is left out, the smallest that is not */
    double left_out_score, taken_score; /* taken_score: NaN if it has no visible key */
    bool full;                      /* each place holds a visible key; else only `chosen` of the places do */
    size_t places, chosen;
} plumb_choice;

typedef struct {
    plumb_problem problem;
    const plumb_problem *uncopied; /* what is stated, where the problem has copies of keys (row/copied.h); or NULL */
    plumb_format vector_format[3]; /* dtypes of query, key and value; F32 of those that are quantised */
    plumb_format input_format;     /* the coarsest of these */
    const struct plumb_quantised *quantised[3]; /* how they are (case/quantised.h); NULL: they are not */
    const int64_t *from_end;    /* [batch] the entry_offset of queries that are aligned with key_lengths; or NULL */
    const struct plumb_tensor *cache[2]; /* keys and values in pages or sequences (case/pages.h), whose bytes are kept,
                                            to be read otherwise; NULL: none, or nobody kept them */
    size_t tiled_heads;        /* key heads of the file, repeated by gqa tile; 0: interleaved */
    const char *scale_site;    /* where the engine multiplies by the scale; NULL if not stated */
    plumb_claim output;        /* [batch][query_heads][query_length][value_dim]  */
    plumb_claim weights;       /* [batch][query_heads][query_length][key_length] */
    plumb_claim scores;        /* [batch][query_heads][query_length][key_length] */
    plumb_claim lse;           /* [batch][query_heads][query_length]             */
    bool lse_converted;        /* from base 2, or less lse_added: rounded, so that no theorem speaks of it */
    plumb_parts parts;
    plumb_choice choice;
    plumb_claim gradient[PLUMB_GRADIENT_COUNT]; /* of the problem's loss; of keys and values as the file has heads */
    const double *hidden;      /* [batch][query_length][hidden_width]: states of the tokens, which need
                                   not be finite; NULL: not stated, or the numbers are borrowed */
    size_t hidden_width;
    const char *engine_name;    /* "PyTorch SDPA (math)"; NULL if not stated */
    const char *engine_version; /* NULL if not stated */
    const char *precision;      /* a precision model (precision/precision_text.h); NULL: by dtype */
    const char *note;           /* why the case exists; NULL if not stated */
    const char *source;         /* the file or files it was read from, for messages */
    struct plumb_borrowed
        *borrowed;              /* numbers that have to be held while they are read (case/borrowed.h); NULL: none */
    void *storage;              /* owned memory, released by plumb_case_free */
} plumb_case;

/* The problem whose masks and lengths a case states. */
static inline const plumb_problem *plumb_stated_problem(const plumb_case *c) {
    return c->uncopied != NULL ? c->uncopied : &c->problem;
}

static inline bool plumb_is_quantised(const plumb_case *c) {
    return c->quantised[0] != NULL || c->quantised[1] != NULL || c->quantised[2] != NULL;
}
#endif
