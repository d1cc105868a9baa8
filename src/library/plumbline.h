/* plumbline.h - Plumbline as a C library.

   A question holds what a .safetensors case holds: tensors, and a JSON text that names the conventions
   (`plumb conventions` lists them).  What `plumb` does with a file, these functions do with a question:

       plumb_question *question = plumb_question_new();
       plumb_question_tensor(question, "q", "F32", shape, 4, query);     ... "k", "v", "out"
       plumb_question_describe(question, "{\"version\": 1, \"mask\": \"causal\"}");
       if (plumb_question_judge(question) != PLUMB_RIGHT)
           plumb_question_report(question, "text", stderr);
       plumb_question_free(question);

   Functions that return int return a plumb_answer_code; after PLUMB_REFUSED, plumb_question_message
   explains in one line what is wrong.

   One thread at a time may use a question; different threads may use different questions.  Results are
   computed on the number of threads that OpenMP is set to, at most one for each processor, unless
   plumb_question_threads sets another number.  A forked child may call the library as its parent did.
   Calls from a thread that does not round to nearest, or that flushes subnormal numbers, are refused;
   the library does not change the thread's settings.

   Everything in this header keeps its meaning and its layout within a major version of the shared
   library. */
#ifndef PLUMBLINE_H
#define PLUMBLINE_H
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; plumb_version returns that of the library. */
#define PLUMBLINE_VERSION_MAJOR 0
#define PLUMBLINE_VERSION_MINOR 2
#define PLUMBLINE_VERSION_PATCH 0

/* The values are the exit codes of `plumb`. */
enum plumb_answer_code {
    PLUMB_RIGHT = 0,        /* PASS, or done */
    PLUMB_WRONG = 1,        /* FAIL: no correct kernel of the stated precision, or of any in common use, returns it */
    PLUMB_REFUSED = 2,      /* nothing was computed: plumb_question_message gives the reason */
    PLUMB_QUESTIONABLE = 3, /* SUSPECT: beyond the expected error, or could not be judged */
    PLUMB_BLIND = 4         /* PASS, but the inputs would not reveal what plumb_question_must_notice demands */
};

/* "0.2.0" */
const char *plumb_version(void);

/* A listing as JSON.  what: "conventions", "operators", "precisions", "tensors", "findings" (the texts of
   plumb_element_code) or "schema" (the JSON Schema of a description).  "schema diff" is the JSON Schema of the JSON
   that diff writes, and likewise for diagnose, same, sink, challenge and vectors; "schema conventions-listing" is that
   of a listing.  Writes at most size bytes, including the final 0, and returns the length of the text without it;
   0 if there is no such listing or not enough memory. */
size_t plumb_listing(const char *what, char *text, size_t size);

typedef struct plumb_question plumb_question;

/* NULL if there is not enough memory. */
plumb_question *plumb_question_new(void);
void plumb_question_free(plumb_question *question); /* NULL is allowed */

/* The message of the last refusal, one line; empty after a call that succeeded. */
const char *plumb_question_message(const plumb_question *question);

/* One part of that message.  what: "field" (the tensor or member), "value" (what was given) or "expected" (what would
   be correct).  Empty if the message has no such part. */
const char *plumb_question_fault(const plumb_question *question, const char *what);

/* ---- input ---- */

/* Reads everything from a .safetensors file, instead of tensors and a description. */
int plumb_question_read(plumb_question *question, const char *path);

/* Copies a tensor: row-major, contiguous, in the byte order of this machine.  name and shape [rank] are those of a
   case: "q", "k", "v", "out", "weights", "scores", "lse", "sinks", ...; dtype is F64, F32, F16,
   BF16, BOOL, I32 or I64.  A second tensor with the same name is refused. */
int plumb_question_tensor(plumb_question *question, const char *name, const char *dtype,
                          const size_t *shape, size_t rank, const void *data);

/* The same without a copy: data must stay unchanged until the question is freed.  strides [rank] are in bytes and may
   be negative or 0; NULL: row-major.  The elements are copied only if the layout is not row-major. */
int plumb_question_borrow(plumb_question *question, const char *name, const char *dtype, const size_t *shape,
                          const ptrdiff_t *strides, size_t rank, const void *data);

/* Sets the JSON text that states the conventions; the default is {"version": 1}. */
int plumb_question_describe(plumb_question *question, const char *json);

/* Draws inputs that reveal faults, as `plumb challenge` does, into a question without tensors, and determines which
   faults they reveal.  json: a description as in docs/challenge.md.  Add the engine's output for these inputs as
   "out". */
int plumb_question_challenge(plumb_question *question, const char *json);

/* A tensor of the question, given or drawn: returns its elements, row-major and little-endian, and sets its dtype, rank
   and shape; valid while the question exists.  Returns NULL and sets nothing if there is no tensor of that name. */
const void *plumb_question_given(const plumb_question *question, const char *name, const char **dtype, size_t *rank,
                                 const size_t **shape);

/* Restricts the question to the queries from <= t < to of each head; to 0: to the last query.  Default: all. */
int plumb_question_rows(plumb_question *question, size_t from, size_t to);

/* Sets the largest number of threads; 0: as OpenMP is set.  Results are the same bits with any number. */
int plumb_question_threads(plumb_question *question, int threads);

/* A progress function: called from time to time, always in the calling thread, with the finished part of a stage and
   the whole of it, in the same unit.  If it returns anything but 0, the call is refused, and may be repeated.  NULL: no
   progress function.  The library leaves signals to the host. */
typedef int plumb_watcher(void *context, size_t done, size_t whole);
int plumb_question_watch(plumb_question *question, plumb_watcher *watcher, void *context);

/* Writes tensors and description as a .safetensors file that `plumb` reads; refused if they are not a valid case. */
int plumb_question_save(plumb_question *question, const char *path);

/* ---- results ---- */

/* The number of elements of a result.  what: output, weights, scores or lse, or a gradient of the loss whose gradients
   are the tensors out_grad and lse_grad: dq, dk, dv, dsinks, dbias, dslopes or dtable (plumb_question_evaluate only).
   Returns 0 with a message if the question is refused, 0 without a message if the result has no elements. */
size_t plumb_question_count(plumb_question *question, const char *what);

/* Writes the middles and radii of balls [count], each of which contains the exact value; count must be
   plumb_question_count.  An infinite radius means that no bound is known; NaN or an infinity with radius 0 is the
   value that the conventions define. */
int plumb_question_evaluate(plumb_question *question, const char *what, double *middle,
                            double *radius, size_t count);

/* Several gradients in one evaluation, in half the time of separate ones: the middles and radii of what[i], one of dq,
   dk, dv, dsinks, dbias, dslopes and dtable, as plumb_question_evaluate writes them. */
int plumb_question_gradients(plumb_question *question, size_t gradients, const char *const *what,
                             double *const *middle, double *const *radius, const size_t *count);

/* The exact values, correctly rounded to format: f64, f32, f16 or bf16. */
int plumb_question_round(plumb_question *question, const char *what, const char *format,
                         double *rounded, size_t count);

/* Merges the results of parts of the keys into the result for all keys.  Reads the tensors part_out [parts,...,width]
   and part_lse [parts,...], or out and lse of one part, with any axes, and lse_base of the description; nothing else.
   to: f64, f32, f16 or bf16: rounds the output correctly to this format and the log-sum-exp to f32 or f64; the radii
   may be NULL.  to NULL: writes middles and radii of balls.  count: elements of an output; rows: of a log-sum-exp. */
int plumb_question_merge(plumb_question *question, const char *to, double *output, double *output_radius, size_t count,
                         double *lse, double *lse_radius, size_t rows);

/* Computes the numbers from which to derive a tolerance of your own: the arrays that plumb_question_golden_part returns
   (docs/golden.md).  Only for the output; the engine's output is not needed.  format, of the output: f64, f32, f16 or
   bf16; NULL or "": that of the inputs. */
int plumb_question_golden(plumb_question *question, const char *format);

/* One array of the last golden output: value, low, high, floor, expected, condition_q, condition_k, condition_v,
   condition_scores or condition_weights.  count must be plumb_question_count of the output.  Refused if the operator
   does not have that condition number. */
int plumb_question_golden_part(plumb_question *question, const char *part, double *numbers, size_t count);

/* Sets the faults that the inputs must reveal for plumb_question_judge to return PLUMB_RIGHT rather than PLUMB_BLIND:
   "lost_keys=1,scale=0.01", either or both, as for the flag --must-notice of `plumb diff`. */
int plumb_question_must_notice(plumb_question *question, const char *text);

/* Judges the outputs of the engine that the question holds: out, weights, scores, lse, and gradients. */
int plumb_question_judge(plumb_question *question);

/* The finding for one element. */
enum plumb_element_code {
    PLUMB_ELEMENT_WITHIN = 0,       /* within the expected error */
    PLUMB_ELEMENT_IMPROBABLE = 1,   /* beyond it, and not known to be impossible: only the largest errors are tested */
    PLUMB_ELEMENT_EXCLUDED = 2,     /* proved to be impossible; only the elements with the largest errors are tested */
    PLUMB_ELEMENT_NAN = 3,          /* NaN where no step of the precision can overflow */
    PLUMB_ELEMENT_INFINITE = 4,     /* infinite where no step of the precision can overflow */
    PLUMB_ELEMENT_NOT_NAN = 5,      /* a number where the convention says NaN */
    PLUMB_ELEMENT_FINITE = 6,       /* finite although a visible NaN or infinity must reach it */
    PLUMB_ELEMENT_NO_JUDGEMENT = 7, /* no exact value */
    PLUMB_ELEMENT_UNINFORMATIVE = 8, /* the error bound is too wide to decide */
    PLUMB_ELEMENT_NOT_COMPARED = 9, /* the score of a hidden key */
    PLUMB_ELEMENT_MAY_OVERFLOW = 10, /* not finite, or an error that is too large, where a step may overflow */
    PLUMB_ELEMENT_NOT_AS_DEFINED = 11 /* not the value that the definition requires */
};

/* plumb_question_judge, and the findings for every element of one tensor of the engine: a plumb_element_code; the
   interval of the exact value, from low to high; the expected error.  Each array has plumb_question_count(question,
   what) elements or is NULL; NaN where nothing is known. */
int plumb_question_judge_elements(plumb_question *question, const char *what, unsigned char *finding, double *low,
                                  double *high, double *expected, size_t count);

/* The error bound of one element that was judged: no correct kernel of the precision can be farther from the exact
   value on the side of the engine's value.  Rigorous, and at most a twentieth too large; NaN where no bound is known.
   index [axes]: batch, head, query, column; without the column for a log-sum-exp; token, head and column for a ragged
   batch (head and token for its log-sum-exp).  For a gradient, the bound holds for backward passes that start from the
   engine's output, and the index has the axes of the tensor whose gradient it is. */
int plumb_question_bound(plumb_question *question, const char *what, const size_t *index, size_t axes, double *bound);

/* Judges, and searches for the convention or fault that explains the errors, as `plumb diagnose` does.  seconds limits
   the search after the verdict; 0: the default, 5.  Returns what plumb_question_judge returns. */
int plumb_question_diagnose(plumb_question *question, double seconds);

/* Measures attention sinks in layers, each a question, as `plumb sink` does.  how: a JSON object with the flags of
   `plumb sink`: epsilon (a text), tokens, key (a number or "sink"), zero_query_row, from, proxy, head; {} for the
   defaults.  The first question keeps the result, and borrows from the others. */
int plumb_question_sink(plumb_question *const *layers, size_t count, const char *how);

/* Writes the last judgement as `plumb diff` prints it; format: text or json. */
int plumb_question_report(plumb_question *question, const char *format, FILE *stream);

/* Returns the last result as a text, which the question keeps until the next call of this function.  what and its
   formats: judgement (text, json, html, junit), diagnosis (text, json), sink (text, json, svg), challenge (text, json),
   golden (text).  NULL with a message if it is refused; length may be NULL. */
const char *plumb_question_text(plumb_question *question, const char *what, const char *format, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
