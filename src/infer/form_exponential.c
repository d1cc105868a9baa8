/* Functions that kernels use instead of the exponential: linear between powers of 2, a power of 1 + x / n, steps of a
   table; scores clamped at a lower limit, which is searched for, or 0 below it; and a factor of the result of the
   softcap. */
#include "infer/cholesky.h"
#include "infer/fit_factor.h"
#include "infer/forms.h"
#include "infer/share.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* Distances below the largest score that are tried. */
enum { MOST_BELOW = 40 };

/* Samples that are asked; the largest power, steps between powers of 2, and bits behind the first. */
enum { ASKED = 8, SOME = 3, MOST_POWER = 4096, MOST_STEPS = 64, MOST_BITS = 6 };

static void consider_clamped(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    h.variant = PLUMB_EXPONENTIAL_CLAMPED;
    double best = 1, least = INFINITY;
    for (int below = 1; below <= MOST_BELOW && !plumb_inquiry_is_late(q); below += below < 12 ? 1 : 4) {
        double misfit = plumb_misfit_with(q, h, below, ASKED);
        best = misfit < least ? below : best;
        least = fmin(misfit, least);
    }
    double near = best < 12 ? 1 : 4;
    double found = plumb_factor_between(q, h, best - near, best + near, ASKED), whole = round(2 * found) / 2;
    h.factor = fabs(found - whole) < 1e-3 * whole ? whole : found;
    plumb_consider(q, &h, kept);
}

/* Halves, powers of 2 and of 10: what nothing weighs that is so far below. */
static void consider_cut(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    double best = 0, least = INFINITY;
    h.variant = PLUMB_EXPONENTIAL_CUT;
    for (int i = 1; i <= 3 * MOST_BELOW && !plumb_inquiry_is_late(q); i++) {
        double below = i <= MOST_BELOW ? 0.5 * i : i <= 2 * MOST_BELOW ? (i - MOST_BELOW) * log(2)
                                                                     : (i - 2 * MOST_BELOW) * log(10) / 2;
        if (below > 0.5 * MOST_BELOW)
            continue;
        double misfit = plumb_misfit_with(q, h, below, ASKED);
        best = misfit < least ? below : best;
        least = fmin(misfit, least);
    }
    h.factor = best;
    plumb_consider(q, &h, kept);
}

static void consider_multiplied_cap(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_MULTIPLIED};
    h.factor = plumb_factor_near(q, h, 1, 10, ASKED);
    if (fabs(h.factor - 1) > 1e-3)
        plumb_consider(q, &h, kept);
}

/* Exponentials of another base, or of scores that are scaled otherwise, in one of the sums; in both another scale. */
static void list_multiples(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    h.variant = PLUMB_EXPONENTIAL_OF_MULTIPLE;
    for (h.denominator = 1; h.denominator <= 2; h.denominator++) {
        h.factor = plumb_factor_near(q, h, 1, 6, SOME);
        if (fabs(h.factor - 1) > 0.01)
            plumb_consider(q, &h, kept);
    }
}

static void list_functions(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    h.variant = PLUMB_EXPONENTIAL_LINEAR;
    plumb_consider(q, &h, kept);
    for (int variant = PLUMB_EXPONENTIAL_POWER; variant <= PLUMB_EXPONENTIAL_NEAREST; variant++)
        for (h.tile = 1; h.tile <= (variant == PLUMB_EXPONENTIAL_POWER ? MOST_POWER : MOST_STEPS); h.tile *= 2) {
            h.variant = variant;
            plumb_consider(q, &h, kept);
        }
    h.tile = 1;
    consider_clamped(q, h, kept);
    if (h.from > 0 && h.once) /* below the largest of all: form_cut.c */
        consider_cut(q, h, kept);
}

/* Integers of 8 bits and fewer, with and without a sign, and powers of 2; bits, and formats of 8: weights in them are
   rescaled by the exponential. */
static void list_rounded(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    h.once = true;
    for (int weights = 0; weights < 2; weights++) {
        h.denominator = 1 - weights;
        for (h.variant = PLUMB_EXPONENTIAL_LEVELS; h.variant <= PLUMB_EXPONENTIAL_BELOW; h.variant++)
            for (size_t power = 4; power <= 256; power *= 2)
                for (h.tile = power - 1; h.tile <= power; h.tile++)
                    plumb_consider(q, &h, kept);
        h.variant = PLUMB_EXPONENTIAL_BITS;
        for (h.tile = 1; h.tile <= MOST_BITS; h.tile++)
            plumb_consider(q, &h, kept);
        h.tile = 3;
        h.other = 9;
        plumb_consider(q, &h, kept);
        h.tile = 2;
        h.other = 16;
        plumb_consider(q, &h, kept);
        h.other = 0;
    }
}

/* ---- polynomials ---- */

enum { UNKNOWNS = PLUMB_COEFFICIENTS - 1 };

typedef struct {
    double gram[UNKNOWNS * UNKNOWNS], right[UNKNOWNS];
    double *part; /* [coefficients][width] what each power adds to sum_j w_j (v_j - o), in units of the tolerance */
} polynomial_system;

/* The parts add up to 0 in each column. */
static void add_row(plumb_inquiry *q, plumb_hypothesis h, const plumb_evidence *at, polynomial_system *s) {
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    plumb_predict(q, NULL, at, q->workspace);
    for (size_t k = 0; k < PLUMB_COEFFICIENTS; k++) {
        double power[PLUMB_COEFFICIENTS] = {0}, divisor = 0, *part = s->part + k * q->width;
        power[k] = 1;
        h.coefficient = power;
        plumb_share_exponential(&h, at, p->key_length, q->workspace, &divisor);
        for (size_t c = 0; c < q->width; c++) {
            double unit = q->column[c] ? plumb_gate_at(p, at, c) / q->workspace->tolerance[c] : 0, sum = 0;
            double engine = plumb_mean_of_output(p, at, c, at->engine[c]);
            for (size_t j = 0; j < p->key_length && unit != 0; j++)
                sum += q->workspace->share[j] * (value[j * q->width + c] - engine);
            part[c] = sum * unit;
        }
    }
    for (size_t c = 0; c < q->width; c++)
        for (size_t a = 0; a < UNKNOWNS; a++) {
            double of_a = s->part[(a + 1) * q->width + c];
            s->right[a] -= of_a * s->part[c];
            for (size_t b = 0; b < UNKNOWNS; b++)
                s->gram[a * UNKNOWNS + b] += of_a * s->part[(b + 1) * q->width + c];
        }
}

/* By least squares: the first coefficient is 1, by which all weights are divided. */
static int consider_polynomial(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    polynomial_system s = {.part = plumb_workspace_take(&q->memory, PLUMB_COEFFICIENTS * q->width, sizeof(double))};
    double *coefficient = plumb_workspace_take(&q->memory, PLUMB_COEFFICIENTS, sizeof *coefficient);
    if (s.part == NULL || coefficient == NULL)
        return -1;
    h.variant = PLUMB_EXPONENTIAL_POLYNOMIAL;
    for (size_t i = 0; i < q->samples && i < ASKED; i++)
        if (q->sample[i].sink == 0 && q->sample[i].usable)
            add_row(q, h, &q->sample[i], &s);
    if (plumb_cholesky(s.gram, UNKNOWNS) != 0)
        return 0;
    plumb_cholesky_solve(s.gram, UNKNOWNS, s.right);
    coefficient[0] = 1;
    memcpy(coefficient + 1, s.right, sizeof s.right);
    h.coefficient = coefficient;
    plumb_consider(q, &h, kept);
    return 0;
}

/* Tiles whose scores are not capped: all, of some heads; every second one, those of the diagonal, or all but these. */
static void list_uncapped(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length;
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_CAP, .tile = keys, .variant = PLUMB_CAP_OF_EVEN}, kept);
    for (size_t tile = 16; tile <= 256 && tile < keys; tile *= 2)
        for (int of = PLUMB_CAP_OF_ODD; of < PLUMB_CAP_MULTIPLIED; of++)
            plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_CAP, .tile = tile, .variant = of}, kept);
}

/* Functions that are there for any cap, which is searched for, and those that know none. */
static void list_mapped(plumb_inquiry *q, bool once, plumb_hypotheses *kept) {
    for (int variant = PLUMB_CAP_BY_RATIO; variant < PLUMB_CAP_ROUNDED; variant++) {
        if (variant == PLUMB_CAP_BY_HALF) /* of small scores that is half of each */
            continue;
        plumb_hypothesis h = {.cause = PLUMB_CAUSE_CAP, .variant = variant, .once = once};
        if (variant <= PLUMB_CAP_LEAKY)
            h.factor = plumb_factor_near(q, h, variant == PLUMB_CAP_LEAKY ? 0.125 : 4, 8, SOME);
        double near = rint(h.factor * 16) / 16;
        h.factor = fabs(near - h.factor) < 1e-4 * near ? near : h.factor;
        plumb_consider(q, &h, kept);
    }
}

/* To bfloat16, binary16, e4m3 and e5m2. */
static void list_rounded_scores(plumb_inquiry *q, plumb_hypotheses *kept) {
    static const size_t bits[][2] = {{7, 133}, {10, 24}, {3, 9}, {2, 16}};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        for (int of = 0; of < PLUMB_ROUNDEDS; of++)
            plumb_consider(q,
                           &(plumb_hypothesis){.cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_ROUNDED, .shift = of,
                                               .tile = bits[i][0], .other = bits[i][1],
                                               .once = of != PLUMB_ROUNDED_PRODUCTS},
                           kept);
}

int plumb_form_caps(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->multiplied;
    bool adds = plumb_adds_to_scores(p);
    if (!plumb_scores_are_plain(p) || q->samples == 0)
        return 0;
    if (p->op.softcap == 0) {
        list_mapped(q, false, kept);
        if (adds)
            list_mapped(q, true, kept);
    }
    list_rounded_scores(q, kept);
    if (!(p->op.softcap > 0) || adds)
        return 0;
    for (int by = PLUMB_CAP_BY_RATIO; by <= PLUMB_CAP_CLAMPS; by++)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_CAP, .variant = by}, kept);
    list_uncapped(q, kept);
    consider_multiplied_cap(q, kept);
    return 0;
}

/* Below the largest score of all, and below that of the tiles so far. */
int plumb_form_exponential(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_EXPONENTIAL, .tile = 1};
    size_t keys = q->judged->problem.key_length;
    if (!plumb_operator_is(q->judged->problem.op.kind, PLUMB_IS_MEAN) || q->samples == 0)
        return 0;
    int result = 0;
    list_multiples(q, h, kept);
    list_functions(q, h, kept);
    list_rounded(q, h, kept);
    for (h.from = 0; h.from <= 256 && h.from < keys && result == 0; h.from = h.from == 0 ? 16 : 2 * h.from)
        for (h.tile = 1; h.tile <= 2 && result == 0; h.tile++) {
            h.once = h.from > 0;
            result = consider_polynomial(q, h, kept);
        }
    h = (plumb_hypothesis){.cause = PLUMB_CAUSE_EXPONENTIAL, .tile = 1};
    for (h.from = 16; h.from <= 256 && h.from < keys; h.from *= 2)
        for (int once = 0; once < 2 && !plumb_inquiry_is_late(q); once++) {
            h.once = once == 1;
            list_functions(q, h, kept);
            if (h.once)
                list_rounded(q, h, kept);
        }
    return result;
}
