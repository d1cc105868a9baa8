/* test_lse_verdict.c - no log-sum-exp that is computed in binary32 is impossible; what is beyond its error bound is. */
#include "budget/lse_verdict.h"
#include "tests/budget/page.h"
#include "tests/budget/scored_rows.h"
#include "tests/support/reproduce.h"
#include <string.h>

#define CASES 600
#define PLACES (MOST_SCORES + 1)

/* The scores of the row, and of a sink behind them, if there is one. */
typedef struct {
    scored_row row;
    float logit;
    bool has_sink, leaves_sink_out;
    size_t rescalings;
} lse_row;

static void random_lse_row(random_cases *cases, lse_row *x) {
    do
        random_scored_row(cases, &x->row);
    while (memchr(x->row.visible, 1, x->row.keys) == NULL);
    double spread = random_below(cases, 2) ? 1 : 16;
    for (size_t c = 0; c < x->row.dim; c++)
        x->row.query[c] = (double)(float)(spread * x->row.query[c]);
    x->logit = random_below(cases, 3) ? (float)(2 * spread * random_normal(cases)) : 0;
    x->has_sink = random_below(cases, 2) != 0;
    x->leaves_sink_out = random_below(cases, 2) != 0;
    x->rescalings = x->row.keys;
}

static bool excluded(const model_steps *steps, const lse_row *x, double number) {
    plumb_ball score[PLACES], off[PLACES], weight[PLACES];
    plumb_range range[PLACES];
    double column[PLACES], added[PLACES];
    unsigned char shown[PLACES];
    plumb_verdict_workspace work = {score, off, weight, range, column, added, shown};
    size_t summed = x->row.keys + !x->leaves_sink_out;
    return plumb_lse_verdict(steps->unit, steps->tiny, given_row(&x->row), x->row.visible, summed, x->rescalings,
                             x->has_sink, (double)x->logit, number, work) == PLUMB_IMPOSSIBLE;
}

/* As an online softmax has it, from key to key, the sink first in the maximum or not at all. */
static float computed_lse(const lse_row *x, bool sink_in_maximum) {
    bool counts_sink = x->has_sink && !x->leaves_sink_out;
    float shift = x->has_sink && sink_in_maximum ? x->logit : -INFINITY, sum = 0;
    for (size_t j = 0; j < x->row.keys; j++) {
        if (!x->row.visible[j])
            continue;
        float score = score_of(&x->row, j).computed, above = fmaxf(shift, score);
        sum = sum * expf(shift - above) + expf(score - above);
        shift = above;
    }
    if (counts_sink)
        sum += expf(x->logit - shift);
    return shift + logf(sum);
}

/* The exact one, and its error bound by spec/budget.md, section 6, stored in binary32, for a shift in reach of the
   largest score. */
typedef struct {
    double exact, bound;
} known_lse;

static known_lse known_of(const lse_row *x, const plumb_precision *p, const model_steps *steps) {
    plumb_ball score[PLACES], off[PLACES];
    size_t keys = x->row.keys, count = 0;
    ck_assert(plumb_score_part(steps->unit, steps->tiny, given_row(&x->row), x->row.visible, (double)x->logit, score,
                               off));
    page_row terms = {.precision = p, .rescalings = (double)x->rescalings};
    double largest = -INFINITY, total = 0, growth = 0, loss = 0;
    for (size_t j = 0; j <= keys; j++) {
        if (j < keys ? !x->row.visible[j] : !x->has_sink)
            continue;
        terms.largest_score = fmax(terms.largest_score, fabs(score[j].mid) + off[j].mid);
        count++;
    }
    size_t summed = x->has_sink && !x->leaves_sink_out ? keys + 1 : keys;
    for (size_t j = 0; j < summed; j++)
        if (j == keys || x->row.visible[j])
            largest = fmax(largest, score[j].mid);
    for (size_t j = 0; j < summed; j++)
        if (j == keys || x->row.visible[j])
            total += exp(score[j].mid - largest);
    terms.log_keys = log((double)count);
    for (size_t j = 0; j < summed; j++) {
        if (j < keys && !x->row.visible[j])
            continue;
        page_key key = {.score = fabs(score[j].mid), .score_error = off[j].mid};
        double weight = exp(score[j].mid - largest) / total;
            double exponent = page_exponent(&terms, &key) + error_of_lag(p);
        growth += weight * expm1(exponent);
        loss -= weight * expm1(-exponent);
    }
    double kappa =
        plumb_compound(p->probability.unit, plumb_gamma((double)(count + x->rescalings + 8), p->accumulate.unit));
    double left = (1 - kappa) * (1 - loss), of_sum = fmax(plumb_compound(kappa, growth), (1 - left) / left);
    double exact = largest + log(total);
    of_sum += plumb_gamma(8, p->exponent.unit) * (terms.largest_score + 6 + terms.log_keys + fabs(exact) + of_sum);
    double store = plumb_compound(p->exponent.unit, plumb_gamma(4, p->accumulate.unit));
    return (known_lse){exact, of_sum + store * (fabs(exact) + of_sum)};
}

static void fail_case(const random_cases *cases, const char *what, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a", what, number);
    reproduce_fail(&line);
}

START_TEST(what_is_given) {
    random_cases cases = random_begin("budget lse verdict", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    model_steps steps = steps_of(precision);
    size_t outside = 0;
    while (random_next(&cases)) {
        lse_row x;
        random_lse_row(&cases, &x);
        known_lse known = known_of(&x, precision, &steps);
        for (int in = 0; in < 2; in++) {
            double given = (double)computed_lse(&x, in != 0);
            if (isfinite(given) && excluded(&steps, &x, given)) /* else all keys are lost beside the sink */
                fail_case(&cases, "impossible, and given", given);
        }
        outside += x.has_sink && x.leaves_sink_out;
        for (int side = -1; side <= 1; side += 2)
            if (!(x.has_sink && x.leaves_sink_out) && !excluded(&steps, &x, known.exact + 1.5 * side * known.bound))
                fail_case(&cases, "beyond the bound, and not impossible", known.exact);
    }
    ck_assert(outside > 50);
}
END_TEST

/* The logarithm of a sum is that of all keys, of a sink only if it counts. */
START_TEST(of_what_is_summed) {
    random_cases cases = random_begin("budget lse verdict sums", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        lse_row x;
        random_lse_row(&cases, &x);
        x.has_sink = true;
        x.leaves_sink_out = true;
        x.logit = computed_lse(&x, false);
        double without = (double)x.logit, with = without + log(2);
        ck_assert(!excluded(&steps, &x, without) && excluded(&steps, &x, with));
        x.leaves_sink_out = false;
        ck_assert(excluded(&steps, &x, without) && !excluded(&steps, &x, with));
    }
}
END_TEST

/* A key that a bias all but hides changes nothing. */
START_TEST(of_keys_far_below) {
    random_cases cases = random_begin("budget lse verdict far", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        lse_row x;
        random_lse_row(&cases, &x);
        x.leaves_sink_out = false;
        x.row.joining = (plumb_joining){.has_bias = 1, .bias = x.row.bias};
        size_t visible_keys = 0;
        for (size_t j = 0; j < x.row.keys; j++) {
            visible_keys += x.row.visible[j] != 0;
            if (x.row.visible[j] && visible_keys > 3)
                x.row.bias[j].mid = -1e9;
        }
        double given = (double)computed_lse(&x, false);
        ck_assert(!excluded(&steps, &x, given));
        if (visible_keys > 3)
            ck_assert(excluded(&steps, &x, given + 1e-2 * (1 + fabs(given))));
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget lse verdict nothing", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32")), unborne = steps;
    unborne.unit[PLUMB_STEP_EXPONENT] = 0.25;
    while (random_next(&cases)) {
        lse_row x;
        random_lse_row(&cases, &x);
        x.has_sink = false;
        ck_assert(excluded(&steps, &x, 10000) && excluded(&steps, &x, -10000));
        ck_assert(!excluded(&steps, &x, NAN) && !excluded(&steps, &x, INFINITY));
        ck_assert(!excluded(&unborne, &x, 10000));
        memset(x.row.visible, 0, x.row.keys);
        ck_assert(!excluded(&steps, &x, 10000));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/lse_verdict");
    TCase *tests = tcase_create("lse_verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_given);
    tcase_add_test(tests, of_what_is_summed);
    tcase_add_test(tests, of_keys_far_below);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
