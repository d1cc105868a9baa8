/* inquiry.h - the data for hypotheses: the failing rows of a case, all numbers of a few of them, the exact outputs of
   all rows, and the errors of correct rows. */
#ifndef PLUMB_INFER_INQUIRY_H
#define PLUMB_INFER_INQUIRY_H
#include "infer/evidence.h"
#include "infer/hypothesis.h"
#include "infer/infer.h"
#include "infer/multiplied.h"

/* Rows that are laid open, of the failing ones; fewer of long texts. */
enum { PLUMB_SAMPLES = 32 };

struct plumb_prediction;

typedef struct {
    const plumb_case *judged;
    const plumb_precision *precision;
    const plumb_infer_failures *failures;
    plumb_infer_time time;
    int threads;
    plumb_error *error;
    plumb_workspace memory;      /* of the arrays */
    plumb_problem multiplied; /* of the vectors that are multiplied */
    double scale;           /* of their products */
    size_t rows, width;     /* of the output */
    double *exact;          /* [rows][width] middles */
    unsigned char *failing; /* [rows] some element fails, and none of the row is explained yet */
    size_t *failed_in;      /* [rows] so many */
    unsigned char *column;  /* [width] some element of it fails */
    size_t failed;          /* elements */
    double *longest_key;    /* [batch][key_heads] */
    double usual;           /* misfit of rows that are right: the root of the mean square of error over tolerance */
    double limit;           /* above that no row is explained */
    plumb_evidence sample[PLUMB_SAMPLES];
    size_t samples;
    size_t *maps;                  /* room for the maps of hypotheses */
    struct plumb_prediction *workspace; /* of plumb_consider */
} plumb_inquiry;

/* Returns 0, or -1 if memory is short or a thread cannot compute. */
int plumb_inquiry_begin(plumb_inquiry *inquiry, const plumb_case *judged, const plumb_precision *precision,
                        const plumb_infer_failures *failures, plumb_infer_time time, int threads, plumb_error *error);

bool plumb_inquiry_is_late(const plumb_inquiry *inquiry);
void plumb_inquiry_end(plumb_inquiry *inquiry);

/* Chooses samples among the rows that still fail. */
int plumb_inquiry_sample(plumb_inquiry *inquiry);

/* Hypotheses, as many as are worth a look at all rows: those with the least misfit. */
enum { PLUMB_HYPOTHESES = 8 };
typedef struct {
    plumb_hypothesis list[PLUMB_HYPOTHESES];
    size_t count;
} plumb_hypotheses;

/* Whether it explains a row. */
bool plumb_fits(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, const plumb_evidence *at);

/* Holds it against the samples, and keeps it if it fits most of them. */
void plumb_consider(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, plumb_hypotheses *kept);
#endif
