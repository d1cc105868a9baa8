/* gradient_heads.c - dk and dv are sums over the query heads that read a key head; least squares over the sampled keys
   gives how often each head counts. */
#include "diagnose/gradient_heads.h"
#include "backward/gradients.h"
#include "diagnose/gradient_parts.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_HEADS = 64 };

typedef struct {
    const plumb_gradient_sample *sample;
    const plumb_sampled_gradient *of;
    size_t head[MOST_HEADS], heads; /* those that read the key head */
    double *part;                   /* [lines][width][heads] */
    double factor[MOST_HEADS];      /* how often each counts beyond once */
} sums;

static void take(void *context, size_t line, size_t head, size_t place, double weight, const double *part) {
    sums *s = context;
    size_t i = 0;
    (void)place;
    while (i < s->heads && s->head[i] != head)
        i++;
    for (size_t c = 0; i < s->heads && c < s->of->width; c++)
        s->part[(line * s->of->width + c) * s->heads + i] += weight * part[c];
}

/* Heads count a whole number of times. */
static bool settle(sums *s) {
    bool any = false;
    for (size_t k = 0; k < s->heads; k++) {
        double whole = rint(s->factor[k]);
        if (fabs(s->factor[k] - whole) > 0.1 || whole < -1 || whole > 1)
            return false;
        s->factor[k] = whole;
        any = any || whole != 0;
    }
    return any;
}

static void predict(const sums *s, double *numbers) {
    for (size_t i = 0; i < s->of->lines * s->of->width; i++) {
        numbers[i] = s->of->exact[i];
        for (size_t k = 0; k < s->heads; k++)
            numbers[i] += s->factor[k] * s->part[i * s->heads + k];
    }
}

static void add_heads(const sums *s, double factor, const char *one, const char *many, char *says, size_t size) {
    size_t count = 0;
    for (size_t k = 0; k < s->heads; k++)
        count += s->factor[k] == factor;
    for (size_t k = 0, n = 0; k < s->heads; k++)
        if (s->factor[k] == factor)
            plumb_text_add(says, size, n++ > 0 ? ", %zu" : count > 1 ? " query heads %zu" : " query head %zu",
                           s->head[k]);
    if (count > 0)
        plumb_text_add(says, size, " %s", count > 1 ? many : one);
}

static size_t explain(sums *s, plumb_gradient gradient, double *numbers, char *says, size_t size) {
    double gram[MOST_HEADS * MOST_HEADS];
    if (!plumb_gradient_parts_solve(s->of, 0, s->of->lines, s->part, s->heads, gram, s->factor) || !settle(s))
        return 0;
    predict(s, numbers);
    size_t right = plumb_numbers_explain(s->sample, gradient, numbers);
    if (right == 0)
        return 0;
    *says = 0;
    plumb_text_add(says, size, "in %s,", plumb_gradient_name(gradient));
    add_heads(s, -1, "is left out", "are left out", says, size);
    add_heads(s, 1, "counts twice", "count twice", says, size);
    return right;
}

int plumb_gradient_heads(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size) {
    sums s = {.sample = sample, .of = &sample->gradient[gradient]};
    *explained = 0;
    if (gradient != PLUMB_GRADIENT_OF_KEY && gradient != PLUMB_GRADIENT_OF_VALUE)
        return 0;
    for (size_t h = 0; h < sample->of->problem.query_heads && s.heads < MOST_HEADS; h++)
        if (plumb_gradient_reads(sample->of, h, sample->key_head))
            s.head[s.heads++] = h;
    if (s.heads < 2)
        return 0;
    s.part = calloc(s.of->lines * s.of->width * s.heads + 1, sizeof *s.part);
    int status = s.part != NULL ? plumb_gradient_parts_visit(sample, gradient, take, &s) : -1;
    if (status == 0)
        *explained = explain(&s, gradient, numbers, says, size);
    free(s.part);
    return status;
}
