/* compare.h - the judgement: compares every value of an engine with the interval of the exact value, the
   expected error, and the error bound of the precision (spec/budget.md). */
#ifndef PLUMB_JUDGE_COMPARE_H
#define PLUMB_JUDGE_COMPARE_H
#include "case/case.h"
#include "base/error.h"
#include "judge/asked.h"
#include "judge/merge_fault.h"
#include "judge/must_notice.h"
#include "precision/alternatives.h"
#include "judge/standing.h"
#include "exact/quantity.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values are the exit codes of `plumb diff`; 2 is reserved for bad input, 4 for a PASS that is blind
   (PLUMB_BLIND_CODE). */
typedef enum {
    PLUMB_PASS = 0,   /* all errors, of elements, rows and tensors, are within the expected ones */
    PLUMB_FAIL = 1,   /* some element is impossible: no correct kernel of the precision can return it */
    PLUMB_SUSPECT = 3 /* neither: an error is larger than expected, or an element could not be judged */
} plumb_verdict;

enum { PLUMB_BLIND_CODE = 4 };

const char *plumb_verdict_name(plumb_verdict verdict); /* "PASS", "FAIL", "SUSPECT" */

typedef struct {
    bool present;        /* the case holds this tensor */
    plumb_format format; /* its dtype */
    plumb_verdict verdict;
    size_t total; /* = passed + beyond + unjudged + skipped */
    size_t passed, unjudged, skipped;
    size_t beyond;     /* beyond the expected error, or not finite where the exact value is */
    size_t impossible; /* of these: values that no correct kernel of the precision can return */
    bool decided;      /* the theorem applies, so that some may be impossible (theorem/proof.h) */
    size_t asked;      /* elements that proved code tested (judge/ask.h) */
    size_t refuted;    /* of these, the impossible ones */
    size_t not_a_number; /* NaNs of the engine, with any finding */
    size_t escalated;    /* elements that the reference evaluated */
    double worst_ulps;
    double worst_probable_ratio;  /* largest error_low / probable */
    double largest_radius;        /* half the width of the widest interval */
    plumb_stand stand;            /* compared with simulated kernels */
    plumb_element worst;            /* with the largest error relative to its expected error */
    plumb_element first_impossible; /* in tensor order, of the known ones; present iff impossible > 0 */
    plumb_element first_beyond;     /* in tensor order; present iff beyond > 0 */
    plumb_element first_unjudged;   /* in tensor order; present iff unjudged > 0 */
    plumb_element cheapest; /* for gradients of keys: far beyond, on the key that the fewest rows see */
    plumb_asked farthest;           /* of those that proved code can test, the ones with the largest errors */
} plumb_tensor_report;

/* Another precision that the engine may use (precision/alternatives.h), and the verdict under it. */
typedef struct {
    char name[PLUMB_ALTERNATIVE_TEXT]; /* as a case would state it */
    plumb_verdict verdict;
    size_t rows; /* how many rows were judged: some, evenly spread, if there are many; one if its value is impossible */
} plumb_plausible;
enum { PLUMB_PLAUSIBLES = 24 };

/* A part of the keys, or the merge of all parts, and the element that decides its verdict, if one does. */
typedef struct {
    size_t part;
    plumb_verdict verdict;
    plumb_quantity quantity;
    plumb_element element;
} plumb_wrong_part;
enum { PLUMB_PARTS_SHOWN = 8 };

/* The judgement of parts of the keys (judge/parts.h). */
typedef struct {
    size_t count;                             /* parts; 0: the case states none */
    plumb_verdict whole;                      /* of the outputs, without the parts */
    plumb_verdict verdict;                    /* the worst of the parts, each judged as attention over its own keys */
    size_t wrong;                             /* how many do not pass */
    plumb_wrong_part first[PLUMB_PARTS_SHOWN]; /* the first of these */
    plumb_wrong_part merge;                   /* of the given parts: PASS or SUSPECT */
    char precision[PLUMB_ALTERNATIVE_TEXT];   /* of that merge; empty where no row could be merged */
    bool passes_stored;                       /* if results between two merges are stored in the format of the parts */
    plumb_merge_fault fault;                  /* what the merge computes instead */
    size_t unmerged;                          /* rows with a part that is not a number */
    size_t keys_left, first_left;             /* visible keys that are in no part */
} plumb_parts_report;

typedef struct {
    const plumb_case *judged; /* borrowed: names, shapes and conventions, for the reports */
    plumb_precision precision;
    bool precision_stated;                        /* false: chosen by the dtype of the engine's tensors */
    plumb_plausible plausible[PLUMB_PLAUSIBLES];  /* other precisions that were tried (judge/plausible.h) */
    size_t plausibles;                            /* how many */
    uint64_t excluded_widely; /* one bit for each of these that excludes a value which another allows */
    plumb_expected_level level;                     /* the errors of simulated kernels */
    plumb_tensor_report tensor[PLUMB_ANSWERS]; /* indexed by plumb_quantity */
    plumb_head_biases heads[PLUMB_ANSWERS]; /* mean errors of the heads of each quantity of rows */
    plumb_parts_report parts;
    plumb_verdict answer;                         /* the worst of tensors, parts and merge */
    plumb_verdict verdict;                        /* the worse of that and the choice of keys (judge/choice.h) */
    bool impossible; /* under `precision`: FAIL, unless that is assumed and another precision allows the value */
    size_t from, to;                              /* the queries of each head that were judged */
    bool sampled;                                 /* only rows of these, drawn at random */
    uint64_t seed;                                /* of the random draw */
    plumb_must_notice must_notice;                /* what the inputs must reveal (plumb_is_blind) */
    size_t rows, empty_rows;
    size_t rows_judged; /* all, or those of a sample */
    double seconds;
} plumb_report;

struct plumb_team;

typedef struct {
    const struct plumb_team *team; /* processes that share the rows (judge/team.h); NULL: one process */
    const char *precision;         /* overrides the precision of the case; NULL: as stated, else by dtype; borrowed */
    int threads;                   /* 0: as OpenMP decides */
    size_t from, to;               /* only the queries from <= t < to of each head; to 0: all that follow */
    size_t sample;                 /* this many rows of these, drawn at random; 0: all */
    uint64_t seed;                 /* of the random draw */
    plumb_must_notice must_notice; /* goes into the report */
    bool plausible;                /* tries each plausible precision of 16 bits, whatever the first verdict is */
    bool alone;                    /* only one precision is tried; an assumed one may then give FAIL */
    size_t stride;                 /* judges every stride-th bundle of rows; 0: all */
    bool ask_all;                  /* proved code tests every element beyond its expected error */
    bool unasked;                  /* proved code tests nothing: nothing is known to be impossible by proof */
    const struct plumb_gradient_balls *gradients; /* of the case (backward/gradients.h), if known */
    const plumb_expected_level *level; /* the errors of simulated kernels, if known; NULL: measured */
    bool minimal;                  /* uses only the minimal kernels: the same verdict, slower */
    /* Called from time to time, by one thread at a time, with the finished part of the work and all of it, measured in
       visible keys; NULL: none. */
    void (*progress)(void *context, size_t done, size_t all);
    void *progress_context;
    /* Called for every element, by several threads at a time, each on different rows; NULL: none. */
    void (*element)(void *context, plumb_quantity quantity, const plumb_element *element);
    void *element_context;
} plumb_compare_options;

/* Whether the inputs reveal each fault that must be noticed; true if it is not demanded. */
bool plumb_notices_lost_keys(const plumb_report *report);
bool plumb_notices_scale(const plumb_report *report);
/* Whether the verdict is a PASS and the inputs do not reveal all of these faults. */
bool plumb_is_blind(const plumb_report *report);
/* The exit code of `plumb diff`: the verdict, or PLUMB_BLIND_CODE of a PASS that is blind. */
int plumb_exit_code_of(const plumb_report *report);

/* The tensor of that quantity, which may be absent. */
const plumb_claim *plumb_claim_of(const plumb_case *judged, plumb_quantity quantity);

/* The shape of an output tensor: [batch][heads][rows][width], if there is a batch. */
typedef struct {
    size_t batch, heads, rows, width;
} plumb_answer_shape;
/* The message for a case without outputs. */
#define PLUMB_NO_ANSWER \
    "nothing to compare: it holds none of out, weights, scores, lse, dq, dk, dv, dsinks, dbias, dslopes, dtable"

plumb_answer_shape plumb_shape_of_answer(const plumb_case *judged, plumb_quantity quantity);

/* Judges every tensor that the case holds.  options may be NULL.  The report borrows the case and the options.
   Returns 0, or -1 with a message: no tensor to judge, an unknown precision, not enough memory.
   A report owns nothing, and need not be freed. */
int plumb_compare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                  plumb_error *error);
#endif
