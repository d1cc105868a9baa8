/* Enclosures, standard deviations and the level of simulated backward passes are computed for the whole case first.
   Each number is then judged by its definition if it has one, by what may overflow if it is not finite, else by its
   least error relative to the expected one.  Errors in standard deviations are summed by rows, heads and tensor, whose
   limits are those of outputs (spec/expected.md, section 3).  Among the numbers that are likely to be impossible, the
   one whose key the fewest rows see is kept: a proof has to score all of these rows. */
#include "judge/gradients.h"
#include "backward/bias.h"
#include "case/pages.h"
#include "exact/visible.h"
#include "judge/tally.h"
#include "theorem/gradient_overflow.h"
#include "theorem/overflow.h"
#include "theorem/ulp.h"
#include <math.h>
#include <stdlib.h>

static plumb_bias_rows rows_of_bias(const plumb_case *judged, const plumb_element *element) {
    return plumb_bias_rows_of(&judged->problem, element->batch, element->head, element->query);
}

size_t plumb_rows_that_see(const plumb_case *judged, plumb_gradient gradient, const plumb_element *element) {
    const plumb_problem *p = &judged->problem;
    size_t rows = 0;
    if (gradient == PLUMB_GRADIENT_OF_BIAS)
        return plumb_bias_rows_that_see(p, rows_of_bias(judged, element), element->column);
    for (size_t h = 0; h < p->query_heads; h++)
        if (plumb_gradient_reads(judged, h, element->head))
            for (size_t t = 0; t < p->query_length; t++)
                rows += plumb_exact_visible(p, element->batch, h, t, element->query);
    return rows;
}

bool plumb_has_gradients(const plumb_case *judged) {
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        if (judged->gradient[i].present)
            return true;
    return false;
}

int plumb_gradients_can_be_judged(const plumb_case *judged, const plumb_compare_options *options, plumb_error *error) {
    const plumb_problem *p = &judged->problem;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        plumb_gradient gradient = (plumb_gradient)i;
        const char *name = plumb_gradient_name(gradient);
        if (!judged->gradient[i].present)
            continue;
        if (plumb_gradients_check(judged, gradient, name, error) != 0)
            return -1;
        if (options != NULL &&
            (options->sample > 0 || options->from > 0 || (options->to > 0 && options->to < p->query_length)))
            return plumb_fail(error, "%s: %s: gradients are judged of all rows, not of some", judged->source, name);
    }
    return 0;
}

static int fail_for_memory(const plumb_case *judged, plumb_error *error) {
    return plumb_fail(error, "%s: not enough memory to compare", judged->source);
}

int plumb_gradients_of_case(const plumb_case *judged, int threads, plumb_gradient_balls *exact, plumb_error *error) {
    bool made = true;
    *exact = (plumb_gradient_balls){.mid = {NULL}};
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        if (!judged->gradient[i].present)
            continue;
        exact->mid[i] = malloc((judged->gradient[i].count + 1) * sizeof(double));
        exact->radius[i] = malloc((judged->gradient[i].count + 1) * sizeof(double));
        made = made && exact->mid[i] != NULL && exact->radius[i] != NULL;
    }
    return made ? plumb_gradients_evaluate(judged, threads, exact, error) : fail_for_memory(judged, error);
}

void plumb_gradients_free_balls(plumb_gradient_balls *exact) {
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        free(exact->mid[i]);
        free(exact->radius[i]);
    }
}

static int get_deviations(const plumb_case *judged, plumb_expected_gradients *expected, plumb_error *error) {
    bool made = true;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        expected->format[i] = judged->gradient[i].format;
        if (!judged->gradient[i].present)
            continue;
        expected->deviation[i] = malloc((judged->gradient[i].count + 1) * sizeof(double));
        made = made && expected->deviation[i] != NULL;
    }
    return made ? 0 : fail_for_memory(judged, error);
}

int plumb_gradients_expect(const plumb_case *judged, const plumb_precision *precision, int threads,
                           const plumb_gradient_balls *exact, plumb_gradient_expectation *expectation,
                           plumb_error *error) {
    plumb_gradient_question question = {.of = judged, .precision = precision, .threads = threads};
    *expectation = (plumb_gradient_expectation){.of = {.exact = *exact}};
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        question.format[i] = judged->gradient[i].format;
    return get_deviations(judged, &expectation->of, error) != 0 ||
                   plumb_expected_gradients_find(judged, precision, threads, &expectation->of, error) != 0
               ? -1
               : plumb_gradient_level_find(&question, &expectation->level, error);
}

void plumb_gradient_expectation_free(plumb_gradient_expectation *expectation) {
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        free(expectation->of.deviation[i]);
}

double plumb_gradient_expected(const plumb_gradient_expectation *expectation, plumb_gradient gradient, size_t place) {
    return expectation->of.deviation[gradient][place] *
           plumb_expected_element_limit(&expectation->level.gradient[gradient]);
}

/* What all elements of the case are judged by. */
typedef struct {
    const plumb_case *judged;
    plumb_report *report;
    const plumb_compare_options *options;
    plumb_gradient_expectation expectation;
    plumb_overflow overflow; /* of any step before the last */
    plumb_overflow position_overflow; /* of slopes and tables */
    size_t heads;            /* of the gradient at hand, of one batch entry */
    size_t least;            /* rows that see its cheapest number's key */
} judging;

/* ---- elements ---- */

/* Sums of some of the terms may be so many times as large as all of them. */
#define PARTIAL_SUMS 4
#define EXPECTED_ERRORS 64

/* Overflow before the last step, or as it is stored. */
static plumb_overflow overflow_of(const judging *j, plumb_gradient gradient, const plumb_element *element, double exact,
                                  plumb_format format) {
    plumb_overflow worst = gradient > PLUMB_GRADIENT_OF_BIAS ? j->position_overflow : j->overflow;
    bool scaled = gradient == PLUMB_GRADIENT_OF_QUERY || gradient == PLUMB_GRADIENT_OF_KEY; /* after the sum, perhaps */
    double before = scaled ? fmax(1, 1 / fabs(plumb_problem_scale(&j->judged->problem).mid)) : 1;
    double size = (PARTIAL_SUMS * fabs(exact) + EXPECTED_ERRORS * element->probable) * before;
    double least = fmin(j->report->precision.output.overflow, plumb_format_overflow(format));
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_GRADIENTS, least, size);
    return worst;
}

/* Whether the gradient itself, or a number within its expected error, is as large as what an infinity of its sign
   stands for. */
static bool result_may_overflow(const judging *j, plumb_gradient gradient, const plumb_element *element,
                                plumb_ball exact, plumb_format format) {
    double limit = plumb_result_overflow(&j->report->precision, plumb_quantity_of_gradient(gradient), format);
    double largest = copysign(1, element->engine) * exact.mid + exact.rad + element->probable;
    return isinf(element->engine) && largest >= limit;
}

static void judge_not_finite(const judging *j, plumb_gradient gradient, plumb_element *element, plumb_ball exact,
                             plumb_format format) {
    bool right = result_may_overflow(j, gradient, element, exact, format);
    element->overflow = overflow_of(j, gradient, element, exact.mid, format);
    bool may = element->overflow.step != PLUMB_OVERFLOWS_NOWHERE;
    element->finding = right                    ? PLUMB_WITHIN
                       : may                    ? PLUMB_MAY_OVERFLOW
                       : isnan(element->engine) ? PLUMB_NAN
                                                : PLUMB_INFINITE;
    element->error_low = element->error_high = element->ulps = right ? 0 : (double)NAN;
    element->ratio = right ? 0 : (double)INFINITY;
}

/* The radius of an enclosure is no error of the engine's. */
static void judge_number(plumb_element *element, plumb_ball exact, plumb_format format) {
    plumb_error_bounds error = plumb_error_from_ball(element->engine, exact);
    element->error_low = error.low;
    element->error_high = error.high;
    element->ulps = error.low == 0 && fabs(exact.mid) <= exact.rad ? 0 : error.high / plumb_ulp(exact.mid, format);
    element->finding = error.low > element->probable ? PLUMB_IMPROBABLE : PLUMB_WITHIN;
}

static bool is_of_keys(plumb_gradient gradient) {
    return gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE;
}

/* Behind the last query or key of a batch entry, and before its first key, engines may leave anything. */
static bool key_exists(const plumb_problem *p, size_t b, size_t key) {
    const int64_t *lengths = p->mask.key_lengths, *starts = p->mask.key_starts;
    return (lengths == NULL || (int64_t)key < lengths[b]) && (starts == NULL || (int64_t)key >= starts[b]);
}

static bool row_exists(const judging *j, plumb_gradient gradient, size_t b, size_t row) {
    const plumb_problem *p = &j->judged->problem;
    if (is_of_keys(gradient))
        return key_exists(p, b, row);
    return gradient != PLUMB_GRADIENT_OF_QUERY || plumb_query_exists(p, b, row);
}

/* Where rows of a ragged batch stand in the tensor of all; NULL: the gradient is that of a padded one. */
static const int64_t *starts_of(const judging *j, plumb_gradient gradient) {
    const plumb_tensor *keys = j->judged->cache[0];
    if (is_of_keys(gradient))
        return keys != NULL && keys->pages->is_sequence ? keys->pages->block : NULL;
    return gradient == PLUMB_GRADIENT_OF_QUERY ? j->judged->problem.sequences.start : NULL;
}

/* Rows that the tensor does not have. */
static bool is_padding(const judging *j, plumb_gradient gradient, size_t b, size_t row) {
    return starts_of(j, gradient) != NULL && !row_exists(j, gradient, b, row);
}

/* A column of a bias may serve several batch entries. */
static bool exists(const judging *j, plumb_gradient gradient, const plumb_element *element) {
    if (gradient != PLUMB_GRADIENT_OF_BIAS)
        return row_exists(j, gradient, element->batch, element->query);
    plumb_bias_rows rows = rows_of_bias(j->judged, element);
    for (size_t b = rows.b; b < rows.b_end; b++)
        if (key_exists(&j->judged->problem, b, element->column))
            return true;
    return false;
}

/* dq of a query that sees no key is 0, as dbias of what joins the score of no pair that is seen
   (spec/gradient.md, section 5). */
static bool is_defined(const judging *j, plumb_gradient gradient, const plumb_element *element) {
    if (gradient == PLUMB_GRADIENT_OF_BIAS)
        return isfinite(element->engine) &&
               !plumb_bias_is_visible(&j->judged->problem, rows_of_bias(j->judged, element), element->column);
    return gradient == PLUMB_GRADIENT_OF_QUERY && isfinite(element->engine) &&
           !plumb_exact_sees_any(&j->judged->problem, element->batch, element->head, element->query);
}

static void judge_definition(plumb_element *element) {
    bool right = element->engine == 0;
    element->low = element->high = 0;
    element->provable = 0;
    element->finding = right ? PLUMB_WITHIN : PLUMB_NOT_AS_DEFINED;
    element->error_low = element->error_high = element->ulps = right ? 0 : (double)INFINITY;
    element->ratio = right ? 0 : (double)INFINITY;
}

static plumb_element judge_element(const judging *j, plumb_gradient gradient, size_t place, size_t head, size_t row,
                                   size_t column) {
    const plumb_claim *claim = &j->judged->gradient[gradient];
    plumb_ball exact = {j->expectation.of.exact.mid[gradient][place], j->expectation.of.exact.radius[gradient][place]};
    const int64_t *start = starts_of(j, gradient);
    plumb_element element = {.present = true,
                             .batch = head / j->heads,
                             .head = head % j->heads,
                             .query = row,
                             .in_sequence = start != NULL,
                             .token = start != NULL ? (size_t)start[head / j->heads] + row : 0,
                             .column = column,
                             .engine = claim->value[place],
                             .low = plumb_ball_low(exact),
                             .high = plumb_ball_high(exact),
                             .deviation = j->expectation.of.deviation[gradient][place],
                             .probable = plumb_gradient_expected(&j->expectation, gradient, place),
                             .provable = NAN,
                             .ratio = NAN,
                             .least_bound = NAN};
    if (!exists(j, gradient, &element))
        element.finding = PLUMB_NOT_COMPARED;
    else if (is_defined(j, gradient, &element))
        judge_definition(&element);
    else if (!isfinite(exact.rad) || !isfinite(element.probable))
        element.finding = PLUMB_NO_JUDGEMENT;
    else if (!isfinite(element.engine))
        judge_not_finite(j, gradient, &element, exact, claim->format);
    else
        judge_number(&element, exact, claim->format);
    return element;
}

/* ---- rows, heads, tensors ---- */

typedef struct {
    double square, count, rows;
} row_sums;

static double root_mean(row_sums sums) {
    return sums.count > 0 ? sqrt(sums.square / sums.count) : 0;
}

static void add(row_sums *to, row_sums more) {
    to->square += more.square;
    to->count += more.count;
    to->rows += more.rows;
}

static void keep_worst(double *kept, size_t *place, double share, size_t here) {
    if (share > *kept) {
        *kept = share;
        *place = here;
    }
}

/* Numbers so many times beyond what is expected are likely to be impossible. */
#define BY_FAR 16

/* A proof about a number of a key scores all rows that see it: of each key the number that errs most is tried.  Of a
   bias that serves all queries each number is of another key. */
static void keep_cheapest(judging *j, plumb_gradient gradient, const plumb_element *of_key) {
    plumb_tensor_report *tensor = &j->report->tensor[plumb_quantity_of_gradient(gradient)];
    if (!(of_key->error_low > BY_FAR * of_key->probable) || (tensor->cheapest.present && j->least <= 1))
        return;
    size_t rows = plumb_rows_that_see(j->judged, gradient, of_key);
    if (tensor->cheapest.present && rows >= j->least)
        return;
    tensor->cheapest = *of_key;
    j->least = rows;
}

static row_sums judge_row(judging *j, plumb_gradient gradient, size_t head, size_t row, size_t first, size_t width) {
    plumb_tensor_report *tensor = &j->report->tensor[plumb_quantity_of_gradient(gradient)];
    plumb_element most = {.error_low = 0, .probable = 1}; /* beyond what is expected, if any is */
    row_sums sums = {0, 0, 0};
    for (size_t c = 0; c < width; c++) {
        plumb_element element = judge_element(j, gradient, first + c, head, row, c);
        double x = element.error_low / element.deviation;
        plumb_tally_element(tensor, &element);
        if (element.finding == PLUMB_IMPROBABLE &&
            !(element.error_low / element.probable <= most.error_low / most.probable))
            most = element;
        if (element.finding == PLUMB_IMPROBABLE && gradient == PLUMB_GRADIENT_OF_BIAS)
            keep_cheapest(j, gradient, &element);
        if (j->options->element != NULL)
            j->options->element(j->options->element_context, plumb_quantity_of_gradient(gradient), &element);
        if (isfinite(x))
            add(&sums, (row_sums){x * x, 1, 0});
    }
    if (gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE)
        keep_cheapest(j, gradient, &most);
    sums.rows = sums.count > 0;
    return sums;
}

static double share_of_limit(row_sums sums, const plumb_simulated_errors *simulated) {
    return sums.rows > 0 ? root_mean(sums) / plumb_expected_rows_limit(simulated, sums.rows) : 0;
}

static void judge_tensor(judging *j, plumb_gradient gradient) {
    plumb_answer_shape shape = plumb_shape_of_answer(j->judged, plumb_quantity_of_gradient(gradient));
    size_t heads = shape.batch * shape.heads, rows = shape.rows, width = shape.width;
    plumb_tensor_report *tensor = &j->report->tensor[plumb_quantity_of_gradient(gradient)];
    j->heads = shape.heads;
    j->least = 0;
    const plumb_bias none = {.mean_limit = INFINITY, .along_limit = INFINITY};
    plumb_stand stand = {.simulated = j->expectation.level.gradient[gradient], .bias = none, .head_bias = none};
    row_sums whole = {0, 0, 0};
    stand.scale_limit = stand.scale_noticed = INFINITY;
    for (size_t head = 0; head < heads; head++) {
        row_sums sums = {0, 0, 0};
        for (size_t row = 0; row < rows; row++) {
            if (is_padding(j, gradient, head / j->heads, row))
                continue;
            row_sums one = judge_row(j, gradient, head, row, (head * rows + row) * width, width);
            keep_worst(&stand.row, &stand.worst_row, root_mean(one) / plumb_expected_row_limit(&stand.simulated),
                       head * rows + row);
            add(&sums, one);
        }
        keep_worst(&stand.head, &stand.worst_head, share_of_limit(sums, &stand.simulated), head);
        add(&whole, sums);
    }
    stand.whole = share_of_limit(whole, &stand.simulated);
    stand.level = root_mean(whole) / stand.simulated.level;
    tensor->stand = stand;
}

int plumb_judge_gradients(const plumb_compare_options *options, plumb_report *report, plumb_error *error) {
    judging j = {.judged = report->judged, .report = report, .options = options};
    if (!plumb_has_gradients(report->judged))
        return 0;
    int status = plumb_gradients_expect(j.judged, &report->precision, options->threads, options->gradients,
                                        &j.expectation, error);
    j.overflow = plumb_overflow_of_gradients(&j.judged->problem, &report->precision, false);
    j.position_overflow = plumb_overflow_of_gradients(&j.judged->problem, &report->precision, true);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && status == 0; i++)
        if (report->judged->gradient[i].present)
            judge_tensor(&j, (plumb_gradient)i);
    if (status == 0 && report->level.rows == 0)
        report->level.rows = j.expectation.level.rows;
    plumb_gradient_expectation_free(&j.expectation);
    return status;
}
