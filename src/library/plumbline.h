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
   is set to, at most one for each processor.  A thread that does not round to nearest, or flushes
   subnormal numbers, is refused; its settings stay as they are.  What stands in this header keeps
   its meaning and its layout within a major version of the shared library. */
#ifndef PLUMBLINE_H
#define PLUMBLINE_H
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values are the exit codes of `plumb`. */
enum plumb_answer_code {
    PLUMB_RIGHT = 0,        /* PASS, or done */
    PLUMB_WRONG = 1,        /* FAIL: no evaluation in the stated precision gives these numbers */
    PLUMB_REFUSED = 2,      /* nothing was computed: plumb_question_message has the reason */
    PLUMB_QUESTIONABLE = 3  /* SUSPECT: possible but improbable, or not to be judged */
};

/* "0.1.0" */
const char *plumb_version(void);

typedef struct plumb_question plumb_question;

/* NULL if memory is short. */
plumb_question *plumb_question_new(void);
void plumb_question_free(plumb_question *question); /* NULL is allowed */

/* One line; empty if nothing was refused since the last call that succeeded. */
const char *plumb_question_message(const plumb_question *question);

/* Everything from a .safetensors file, in place of the next two. */
int plumb_question_read(plumb_question *question, const char *path);

/* Copies a tensor: row-major, contiguous, in the byte order of this machine.  name and shape are as in a
   case: "q", "k", "v", "out", "weights", "scores", "lse", "sinks", ...; dtype is F64, F32, F16,
   BF16, BOOL, I32 or I64.  A second tensor of one name is refused. */
int plumb_question_tensor(plumb_question *question, const char *name, const char *dtype,
                          const size_t *shape, size_t rank, const void *data);

/* The JSON text; {"version": 1} unless this is called. */
int plumb_question_describe(plumb_question *question, const char *json);

/* How many numbers the answer has: `what` is output, weights, scores or lse.  0 with a message if the
   question is refused, and without one if there are none. */
size_t plumb_question_count(plumb_question *question, const char *what);

/* Middles and radii of that many balls, each of which contains the exact value; count must be
   plumb_question_count.  An infinite radius says nothing; NaN or an infinity with radius 0 is so by
   convention. */
int plumb_question_evaluate(plumb_question *question, const char *what, double *middle,
                            double *radius, size_t count);

/* The exact values, correctly rounded to format: f64, f32, f16 or bf16. */
int plumb_question_round(plumb_question *question, const char *what, const char *format,
                         double *rounded, size_t count);

/* Judges what the engine answered: out, weights, scores and lse, those that are there. */
int plumb_question_judge(plumb_question *question);

/* Writes the last judgement: format is text or json, as `plumb diff` prints them. */
int plumb_question_report(plumb_question *question, const char *format, FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
