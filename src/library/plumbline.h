/* plumbline.h - the reference, asked from a program of your own.

   A question is what a .safetensors case holds: tensors, and a JSON text that names the conventions
   (`plumb conventions` lists them).  Whatever can be asked of a file with `plumb` can be asked of
   a question:

       plumb_question *question = plumb_question_new();
       plumb_question_tensor(question, "q", "F32", shape, 4, query);     ... "k", "v", "out"
       plumb_question_describe(question, "{\"version\": 1, \"mask\": \"causal\"}");
       if (plumb_question_judge(question) != PLUMB_RIGHT)
           plumb_question_report(question, "text", stderr);
       plumb_question_free(question);

   Functions that return int return one of plumb_answer_code; with PLUMB_REFUSED,
   plumb_question_message says in one line what is wrong.  A question may be used by one thread at a
   time, different questions by different threads; answers are computed on as many threads as OpenMP
   is set to, at most one for each processor, or as plumb_question_threads says.  A forked child may ask as
   its parent did.  A thread that does not round to nearest, or flushes
   subnormal numbers, is refused; its settings stay as they are.  What stands in this header keeps
   its meaning and its layout within a major version of the shared library. */
#ifndef PLUMBLINE_H
#define PLUMBLINE_H
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header; plumb_version is that of the library. */
#define PLUMBLINE_VERSION_MAJOR 0
#define PLUMBLINE_VERSION_MINOR 2
#define PLUMBLINE_VERSION_PATCH 0

/* The values are the exit codes of `plumb`. */
enum plumb_answer_code {
    PLUMB_RIGHT = 0,        /* PASS, or done */
    PLUMB_WRONG = 1,        /* FAIL: no evaluation in the stated precision, or in any in common use, gives them */
    PLUMB_REFUSED = 2,      /* nothing was computed: plumb_question_message has the reason */
    PLUMB_QUESTIONABLE = 3, /* SUSPECT: beyond the expected error, or not to be judged */
    PLUMB_BLIND = 4         /* PASS, but the inputs do not reveal what plumb_question_must_notice demands */
};

/* "0.2.0" */
const char *plumb_version(void);

/* What the language has, as JSON: conventions, operators, precisions, tensors, findings (the texts of
   plumb_element_code), or schema (the JSON Schema of a description), and "schema diff" and so on (that of what diff,
   diagnose, same, sink, challenge and vectors write as JSON, and of these listings, "schema conventions-listing").
   Writes at most size bytes with the 0 at the end, and returns how long the whole text is without it; 0 if there is no
   such listing or memory is short. */
size_t plumb_listing(const char *what, char *text, size_t size);

typedef struct plumb_question plumb_question;

/* NULL if memory is short. */
plumb_question *plumb_question_new(void);
void plumb_question_free(plumb_question *question); /* NULL is allowed */

/* One line; empty if nothing was refused since the last call that succeeded. */
const char *plumb_question_message(const plumb_question *question);

/* What that line says by itself: what is field (the tensor or member), value (what was found there) or expected (what
   is right).  Empty where the message does not say it. */
const char *plumb_question_fault(const plumb_question *question, const char *what);

/* ---- what is asked ---- */

/* Everything from a .safetensors file, in place of tensors and a description. */
int plumb_question_read(plumb_question *question, const char *path);

/* Copies a tensor: row-major, contiguous, in the byte order of this machine.  name and shape are as in a
   case: "q", "k", "v", "out", "weights", "scores", "lse", "sinks", ...; dtype is F64, F32, F16,
   BF16, BOOL, I32 or I64.  A second tensor of one name is refused. */
int plumb_question_tensor(plumb_question *question, const char *name, const char *dtype,
                          const size_t *shape, size_t rank, const void *data);

/* The same of memory that stays as it is until the question is freed.  strides [rank] are in bytes, of any sign and 0;
   NULL: row-major.  Nothing is copied where the layout is row-major; else the elements are gathered. */
int plumb_question_borrow(plumb_question *question, const char *name, const char *dtype, const size_t *shape,
                          const ptrdiff_t *strides, size_t rank, const void *data);

/* The JSON text; {"version": 1} unless this is called. */
int plumb_question_describe(plumb_question *question, const char *json);

/* Draws inputs on which faults show into a question that has none, as `plumb challenge` does, and finds out which
   faults they tell: json is a description of docs/challenge.md.  The engine's answer to them is then given as "out". */
int plumb_question_challenge(plumb_question *question, const char *json);

/* A tensor that the question was given or that was drawn: its elements, row-major and little-endian, as long as the
   question lives, and its dtype, rank and shape.  NULL, and nothing is set, if there is none of that name. */
const void *plumb_question_given(const plumb_question *question, const char *name, const char **dtype, size_t *rank,
                                 const size_t **shape);

/* Of each head only the queries from <= t < to; to 0: all that follow.  Unless this is called, all. */
int plumb_question_rows(plumb_question *question, size_t from, size_t to);

/* How many threads answer at most; 0: as OpenMP is set to.  The bits do not depend on it. */
int plumb_question_threads(plumb_question *question, int threads);

/* Called now and then in the thread that asks, and in no other, with how much of a stage is done, of how much.
   An answer other than 0 stops: the call is refused, and the question may be asked again.  NULL: nobody watches.
   Signals stay the host's. */
typedef int plumb_watcher(void *context, size_t done, size_t whole);
int plumb_question_watch(plumb_question *question, plumb_watcher *watcher, void *context);

/* Writes tensors and description, if they are a case, as a .safetensors file that `plumb` reads. */
int plumb_question_save(plumb_question *question, const char *path);

/* ---- answers ---- */

/* How many numbers the answer has: `what` is output, weights, scores or lse, or dq, dk, dv, dsinks, dbias, dslopes or
   dtable, the gradients of the loss that tensors out_grad and lse_grad state (plumb_question_evaluate alone has them).
   0 with a message if the question is refused, and without one if there are none. */
size_t plumb_question_count(plumb_question *question, const char *what);

/* Middles and radii of that many balls, each of which contains the exact value; count must be
   plumb_question_count.  An infinite radius says nothing; NaN or an infinity with radius 0 is so by
   convention. */
int plumb_question_evaluate(plumb_question *question, const char *what, double *middle,
                            double *radius, size_t count);

/* Several gradients in one evaluation, which takes half as long as one for each: of what[i], one of dq, dk, dv,
   dsinks, dbias, dslopes and dtable, the middles and radii as plumb_question_evaluate has them. */
int plumb_question_gradients(plumb_question *question, size_t gradients, const char *const *what,
                             double *const *middle, double *const *radius, const size_t *count);

/* The exact values, correctly rounded to format: f64, f32, f16 or bf16. */
int plumb_question_round(plumb_question *question, const char *what, const char *format,
                         double *rounded, size_t count);

/* Results of parts of the keys become that of all: tensors part_out [parts,...,width] and part_lse [parts,...], or out
   and lse of one part, of whatever axes, and of the description lse_base alone; no other tensor is needed.  With to,
   f64, f32, f16 or bf16, correctly rounded, the log-sum-exp to f32 or f64, and the radii may be NULL; to NULL: middles
   and radii of balls.  count: all numbers of an output; rows: all of a log-sum-exp. */
int plumb_question_merge(plumb_question *question, const char *to, double *output, double *output_radius, size_t count,
                         double *lse, double *lse_radius, size_t rows);

/* What the tolerance of a test of your own can be made of, for the output alone and whatever the engine answered:
   computes the arrays that plumb_question_golden_part hands over, for outputs of a format: f64, f32, f16 or bf16; NULL
   or "": that of the inputs.  docs/golden.md says what they are. */
int plumb_question_golden(plumb_question *question, const char *format);

/* One array of the last golden output: value, low, high, floor, expected, condition_q, condition_k, condition_v,
   condition_scores or condition_weights.  count must be plumb_question_count of the output.  Refused if the operator
   does not have that condition number. */
int plumb_question_golden_part(plumb_question *question, const char *part, double *numbers, size_t count);

/* What the inputs have to reveal for plumb_question_judge to return PLUMB_RIGHT, and not PLUMB_BLIND:
   "lost_keys=1,scale=0.01", either or both, as the flag --must-notice of `plumb diff` takes it. */
int plumb_question_must_notice(plumb_question *question, const char *text);

/* Judges what the engine answered: out, weights, scores and lse, those that are there. */
int plumb_question_judge(plumb_question *question);

/* What was found of one element. */
enum plumb_element_code {
    PLUMB_ELEMENT_WITHIN = 0,       /* within the expected error */
    PLUMB_ELEMENT_IMPROBABLE = 1,   /* beyond it; whether it is impossible the verdict asks of those farthest off */
    PLUMB_ELEMENT_EXCLUDED = 2,     /* proved to be impossible; of all elements only those farthest off are asked */
    PLUMB_ELEMENT_NAN = 3,          /* NaN where no step of the precision can overflow */
    PLUMB_ELEMENT_INFINITE = 4,     /* infinite where no step of the precision can overflow */
    PLUMB_ELEMENT_NOT_NAN = 5,      /* a number where the convention says NaN */
    PLUMB_ELEMENT_FINITE = 6,       /* finite although a visible NaN or infinity must reach it */
    PLUMB_ELEMENT_NO_JUDGEMENT = 7, /* no exact value */
    PLUMB_ELEMENT_UNINFORMATIVE = 8,
    PLUMB_ELEMENT_NOT_COMPARED = 9, /* the score of an invisible key */
    PLUMB_ELEMENT_MAY_OVERFLOW = 10, /* no number, or one too far off, where a step may overflow */
    PLUMB_ELEMENT_NOT_AS_DEFINED = 11 /* other than the number that the definition states */
};

/* plumb_question_judge, and what was found of every element of one tensor that the engine answered: a
   plumb_element_code; the ends of an interval that holds the exact value; the error that is expected at most.  Each
   array has plumb_question_count(question, what) elements or is NULL; NaN where nothing is known. */
int plumb_question_judge_elements(plumb_question *question, const char *what, unsigned char *finding, double *low,
                                  double *high, double *expected, size_t count);

/* The error bound of one element that was judged: no correct kernel of the precision ends farther from the exact value,
   on the side where the engine's number lies; rigorous, to a twentieth, and NaN where none is known.  index: batch,
   head, query and column, of the log-sum-exp without the last; of a ragged batch token, head and column, or head and
   token; axes: so many.  Of a gradient, for backward passes that begin with the output that the engine answered: its
   index has the axes of what it is the gradient in. */
int plumb_question_bound(plumb_question *question, const char *what, const size_t *index, size_t axes, double *bound);

/* Judges, and looks for the convention or fault that explains the numbers, as `plumb diagnose` does; seconds bounds the
   search after the verdict, 0: the usual 5.  The answer is that of plumb_question_judge. */
int plumb_question_diagnose(plumb_question *question, double seconds);

/* Measures attention sinks in layers, each a question, as `plumb sink` does; how is a JSON object, {} for the usual:
   epsilon (a text), tokens, key (a number or "sink"), zero_query_row, from, proxy, head, as the flags of `plumb sink`.
   The answer is kept by the first question, which borrows from the others. */
int plumb_question_sink(plumb_question *const *layers, size_t count, const char *how);

/* Writes the last judgement: format is text or json, as `plumb diff` prints them. */
int plumb_question_report(plumb_question *question, const char *format, FILE *stream);

/* The last answer as a text, which the question keeps until the next call of this: what is judgement (text, json, html
   or junit), diagnosis (text, json), sink (text, json, svg), challenge (text, json) or golden (text).  NULL with a
   message if it is refused; length may be NULL. */
const char *plumb_question_text(plumb_question *question, const char *what, const char *format, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
