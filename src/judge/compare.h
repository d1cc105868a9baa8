/* compare.h - the judgement: every number that an engine returned, held against its enclosure,
   its expected error and the theorem of its precision (spec/budget.md). */
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

/* The values are the exit codes of `plumb diff`; 2 is kept for input that cannot be judged, 4 for a PASS that is
   blind (PLUMB_BLIND_CODE). */
typedef enum {
    PLUMB_PASS = 0,   /* every element, row and tensor errs as simulated evaluations in that precision do */
    PLUMB_FAIL = 1,   /* some element is impossible: no evaluation in that precision can produce it */
    PLUMB_SUSPECT = 3 /* neither: farther off than expected, and not known to be impossible; or not to be judged */
} plumb_verdict;

enum { PLUMB_BLIND_CODE = 4 };

const char *plumb_verdict_name(plumb_verdict verdict); /* "PASS", "FAIL", "SUSPECT" */

typedef struct {
    bool present;        /* the case holds this tensor */
    plumb_format format; /* its dtype */
    plumb_verdict verdict;
    size_t total; /* = passed + beyond + unjudged + skipped */
    size_t passed, unjudged, skipped;
    size_t beyond;     /* the expected error, or no number where one is due */
    size_t impossible; /* of these: given by no evaluation in the precision */
    bool decided;      /* proved code says which numbers are (theorem/proof.h); else nobody does */
    size_t asked;      /* elements that proved code was asked about (judge/ask.h) */
    size_t refuted;    /* of these, those that it excludes */
    size_t not_a_number; /* engine NaNs among all of them, whatever the finding */
    size_t escalated;    /* elements for which the reference was asked */
    double worst_ulps;
    double worst_probable_ratio;  /* largest error_low / probable */
    double largest_radius;        /* of the enclosures, half their width */
    plumb_stand stand;            /* beside simulated evaluations */
    plumb_element worst;            /* the farthest off, relative to what is expected */
    plumb_element first_impossible; /* in tensor order, of those that are known to be; present iff impossible > 0 */
    plumb_element first_beyond;     /* in tensor order; present iff beyond > 0 */
    plumb_element first_unjudged;   /* in tensor order; present iff unjudged > 0 */
    plumb_element cheapest; /* of gradients of keys: beyond by far, and of a key that the fewest rows see */
    plumb_asked farthest;           /* of those that proved code may be asked about, the ones farthest off */
} plumb_tensor_report;

/* Another precision that the engine may have (precision/alternatives.h), and the verdict under it. */
typedef struct {
    char name[PLUMB_ALTERNATIVE_TEXT]; /* as a case would state it */
    plumb_verdict verdict;
    size_t rows; /* it rests on: of many rows some, evenly spread; one where that excludes the engine's number */
} plumb_plausible;
enum { PLUMB_PLAUSIBLES = 24 };

/* A part of the keys, or the merge of all, and the number that decides its verdict, if one does. */
typedef struct {
    size_t part;
    plumb_verdict verdict;
    plumb_quantity quantity;
    plumb_element element;
} plumb_wrong_part;
enum { PLUMB_PARTS_SHOWN = 8 };

/* Of a case that states parts of the keys (judge/parts.h). */
typedef struct {
    size_t count;                             /* 0: it states none */
    plumb_verdict whole;                      /* of the answers, whatever the parts are */
    plumb_verdict verdict;                    /* the worst of the parts, each as the attention over its own keys */
    size_t wrong;                             /* so many do not pass */
    plumb_wrong_part first[PLUMB_PARTS_SHOWN]; /* the first of these */
    plumb_wrong_part merge;                   /* of the given parts: PASS or SUSPECT */
    char precision[PLUMB_ALTERNATIVE_TEXT];   /* of that merge; empty where no row could be merged */
    bool passes_stored;                       /* where results between two merges are stored as the parts are */
    plumb_merge_fault fault;                  /* what it is instead */
    size_t unmerged;                          /* rows with a part that is no number */
    size_t keys_left, first_left;             /* keys that are seen, and in no part */
} plumb_parts_report;

typedef struct {
    const plumb_case *judged; /* borrowed: names, shapes and conventions, for the reports */
    plumb_precision precision;
    bool precision_stated;                        /* false: chosen by the dtype of the engine's tensors */
    plumb_plausible plausible[PLUMB_PLAUSIBLES];  /* others that were tried (judge/plausible.h) */
    size_t plausibles;                            /* so many */
    uint64_t excluded_widely; /* of which of these a number was found impossible that others allow, too: one bit each */
    plumb_expected_level level;                     /* what simulated evaluations err */
    plumb_tensor_report tensor[PLUMB_ANSWERS]; /* indexed by plumb_quantity */
    plumb_head_biases heads[PLUMB_ANSWERS]; /* mean errors of the heads of each quantity of rows */
    plumb_parts_report parts;
    plumb_verdict verdict;                        /* the worst of the tensors, and of the parts and their merge */
    bool impossible; /* some number is, under `precision`: FAIL, unless that is assumed and another allows the number */
    size_t from, to;                              /* the queries of each head that were judged */
    bool sampled;                                 /* of them, only rows drawn at random */
    uint64_t seed;                                /* from this */
    plumb_must_notice must_notice;                /* what the inputs have to reveal (plumb_is_blind) */
    size_t rows, empty_rows;
    size_t rows_judged; /* all, or those of a sample */
    double seconds;
} plumb_report;

struct plumb_team;

typedef struct {
    const struct plumb_team *team; /* who shares the rows (judge/team.h); NULL: nobody */
    const char *precision;         /* overrides the case's; NULL: the case's, or by dtype; borrowed */
    int threads;                   /* 0: as OpenMP decides */
    size_t from, to;               /* only the queries from <= t < to of each head; to 0: all that follow */
    size_t sample;                 /* so many rows of these, drawn at random; 0: all */
    uint64_t seed;                 /* what they are drawn from */
    plumb_must_notice must_notice; /* goes into the report */
    bool plausible;                /* the verdict under each plausible precision of 16 bits, whatever the first is */
    bool alone;                    /* under one precision and no other: an assumed one may then say FAIL */
    size_t stride;                 /* one of so many bundles of rows alone; 0: all */
    bool ask_all;                  /* proved code is asked about all elements that err more than is expected */
    bool unasked;                  /* proved code is not asked: nothing that it decides is known to be impossible */
    const struct plumb_gradient_balls *gradients; /* those of the case (backward/gradients.h), where they are known */
    const plumb_expected_level *level; /* what simulated evaluations err, where that is known; NULL: measured */
    bool minimal;                  /* by the minimal kernels alone, for the same verdict in more time */
    /* Called now and then, from one thread at a time, with shares of the work, about the keys that are seen; NULL for
       none. */
    void (*progress)(void *context, size_t done, size_t all);
    void *progress_context;
    /* Called for every element, from several threads at a time, each with rows of its own; NULL for
       none. */
    void (*element)(void *context, plumb_quantity quantity, const plumb_element *element);
    void *element_context;
} plumb_compare_options;

/* Whether the inputs reveal what has to be noticed, each by itself; true of what is not demanded. */
bool plumb_notices_lost_keys(const plumb_report *report);
bool plumb_notices_scale(const plumb_report *report);
/* Whether a PASS says too little: the inputs do not reveal all that. */
bool plumb_is_blind(const plumb_report *report);
/* The exit code of `plumb diff`: the verdict, or PLUMB_BLIND_CODE of a PASS that is blind. */
int plumb_exit_code_of(const plumb_report *report);

/* The tensor of that quantity, which may be absent. */
const plumb_claim *plumb_claim_of(const plumb_case *judged, plumb_quantity quantity);

/* How its elements are numbered: [batch][heads][rows][width], where there is a batch. */
typedef struct {
    size_t batch, heads, rows, width;
} plumb_answer_shape;
/* Of a case that holds no answer. */
#define PLUMB_NO_ANSWER \
    "nothing to compare: it holds none of out, weights, scores, lse, dq, dk, dv, dsinks, dbias, dslopes, dtable"

plumb_answer_shape plumb_shape_of_answer(const plumb_case *judged, plumb_quantity quantity);

/* Judges every tensor that the case holds.  options may be NULL.  The report borrows the case and the options.
   Returns 0, or -1 with a message: no tensor to judge, an unknown precision, memory is short.
   A report owns nothing: there is nothing to free. */
int plumb_compare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                  plumb_error *error);
#endif
