/* The rows' sums (simulate/bias.h) are added up for the tensor and for each head, and give a mean, its standard error
   and the slopes by which the numbers follow the scores.  An allowance collects the common relative errors that an
   engine may have: those of simulated engines, stored weights, truncated sums, and common errors of all scores,
   multiplied by those slopes.  These parts and a multiple of the standard error are added linearly, not as squares:
   they may all have one sign. */
#include "judge/bias.h"
#include "simulate/arithmetic.h"
#include "row/evaluate.h"
#include <math.h>
#include <string.h>

/* A smaller mean error, as a part of the expected level, in standard deviations of one number, is ignored. */
#define LEAST_PART 0.125

/* So many standard errors are not chance; of outputs that are within one unit of a stored weight, fewer. */
#define CHANCE 7.0
#define CHANCE_OF_UNIT 5.0
/* Rounded values are the same in all rows of a head, and stored parts in nearly equal ones: they do not scatter. */
#define CHANCE_OF_VALUES 5.0

/* More than simulated evaluations and known roundings are seen to have in common. */
#define SIMULATED_PART 2.0
#define STORED_PART 1.5

/* By how much the scale, and its root on both sides, change scores as they are rounded. */
static double rounded_scale(const plumb_problem *problem, const plumb_precision *p) {
    plumb_simulated_format input = plumb_simulated_format_of(p->input, true);
    double scale = fabs(plumb_problem_scale(problem).mid);
    if (!(scale > 0))
        return 0;
    double once = fabs(plumb_simulated_round(&input, scale) / scale - 1);
    double twice = 2 * fabs(plumb_simulated_round(&input, sqrt(scale)) / sqrt(scale) - 1);
    return fmax(once, twice);
}

/* By what part of themselves an engine may change all scores alike.  Stores of many vectors and scores may have a mean;
   what is cut has one. */
static double common_of_scores(const plumb_problem *problem, const plumb_precision *p) {
    double moved = plumb_position_moves_vectors(problem->position.kind) ? fmax(p->input.unit, p->output.unit) : 0;
    double cut = (p->operand.cut ? 2 * p->operand.unit : 0) + (p->input.cut ? 2 * p->input.unit : 0) +
                 (p->product.cut ? p->product.unit * (double)problem->head_dim / 8 : 0);
    return rounded_scale(problem, p) + 4 * p->exponent.unit + (p->input.unit + moved + p->score.unit) / 4 + cut;
}

/* The relative change that an engine may make to all weights or outputs alike, apart from storing them: exponentials of
   parts, and of weights that are not divided; truncated sums. */
static double common_of_sums(const plumb_biased_rows *rows) {
    const plumb_precision *p = rows->precision;
    bool mean = plumb_operator_is(rows->problem->op.kind, PLUMB_IS_MEAN) && rows->quantity == PLUMB_OUTPUT;
    double keys = (double)rows->problem->key_length / 16;
    return p->rescaling + (mean ? 0 : p->exponential) + 4 * p->exponent.unit +
           (p->accumulate.cut ? keys : 1) * p->accumulate.unit;
}

/* Relative changes that an engine may make to all numbers alike. */
typedef struct {
    double simulated, mean; /* as simulated evaluations have it, along the exact values and by itself */
    double all;          /* to all numbers */
    double scores;       /* to all scores, which numbers follow by their slopes */
    double shared;       /* what standard deviations of the values that rows share are multiplied by */
    double parts;        /* what standard deviations of rows are multiplied by, as they store parts alike */
    double chance;       /* what standard errors are multiplied by */
} allowance;

double plumb_shared_parts(const plumb_expected_level *level, double heads) {
    return CHANCE_OF_VALUES * sqrt(level->shared / heads) * level->quantity[PLUMB_OUTPUT].level;
}

/* heads: whose values are read */
static allowance allowed(const plumb_biased_rows *rows, const plumb_simulated_bias *bias, double stored_weights,
                         double heads) {
    bool weighs = rows->quantity == PLUMB_OUTPUT || rows->quantity == PLUMB_WEIGHTS;
    double scores = common_of_scores(rows->problem, rows->precision);
    double weights = STORED_PART * stored_weights + common_of_sums(rows);
    return (allowance){.simulated = SIMULATED_PART * bias->along,
                       .mean = SIMULATED_PART * bias->mean,
                       .all = weighs ? weights : 0,
                       .shared = CHANCE_OF_VALUES / sqrt(heads),
                       .parts = rows->quantity == PLUMB_OUTPUT ? plumb_shared_parts(rows->level, heads) : 0,
                       .scores = rows->quantity == PLUMB_LSE ? scores + weights : scores,
                       .chance = CHANCE};
}

/* Weights of other operators than a softmax follow their scores at most as the fourth power does. */
static double slope_of(const plumb_biased_rows *rows, double slope, double size) {
    bool mean = plumb_operator_is(rows->problem->op.kind, PLUMB_IS_MEAN);
    return mean || rows->quantity == PLUMB_SCORES ? fabs(slope) : 4 * fabs(size);
}

static double all_of(const plumb_biased_rows *rows, const plumb_bias_sums *sums, const allowance *a) {
    return a->all + (sums->along.tilt > 0 && rows->quantity != PLUMB_SCORES ? sums->lost / sums->along.tilt : 0);
}

static void set_along_limit(const plumb_biased_rows *rows, const plumb_bias_sums *sums, const allowance *a,
                            double level, plumb_bias *bias) {
    double tilt = sums->along.tilt, numbers = sums->mean.tilt;
    if (!isfinite(bias->along_scatter) || !(tilt > 0) || !(sums->square > 0))
        return;
    double own = (STORED_PART * fabs(sums->stored) + a->shared * sums->shared + a->parts * sums->along.root) / tilt;
    double scores = a->scores * slope_of(rows, sums->slope, tilt) / tilt;
    double size = LEAST_PART * level / sqrt(sums->square / numbers);
    bias->along_limit =
        a->simulated + all_of(rows, sums, a) + own + scores + size + a->chance * bias->along_scatter;
}

static void set_mean_limit(const plumb_biased_rows *rows, const plumb_bias_sums *sums, const allowance *a,
                           double level, plumb_bias *bias) {
    double numbers = sums->mean.tilt;
    if (!isfinite(bias->mean_scatter) || !(numbers > 0))
        return;
    double stored = STORED_PART * fabs(sums->stored_sum) + a->parts * sums->mean.root;
    double own = (stored + a->shared * sums->shared_sum) / numbers;
    double along = (a->simulated + all_of(rows, sums, a)) * fabs(sums->size) / numbers;
    double scores = a->scores * slope_of(rows, sums->slope_sum, sums->size) / numbers;
    bias->mean_limit = a->mean + along + own + scores + LEAST_PART * level + a->chance * bias->mean_scatter;
}

static plumb_bias judged(const plumb_biased_rows *rows, const plumb_bias_sums *sums, const allowance *a) {
    double level = rows->level->quantity[rows->quantity].level;
    plumb_bias bias = plumb_bias_of(sums, level);
    set_along_limit(rows, sums, a, level, &bias);
    set_mean_limit(rows, sums, a, level, &bias);
    return bias;
}

static void add_head(const plumb_biased_rows *rows, size_t head, plumb_bias_sums *sums) {
    const plumb_bias_row *row = rows->row + head * (rows->to - rows->from);
    const double *count = rows->count + head * rows->problem->query_length;
    for (size_t t = rows->from; t < rows->to; t++)
        plumb_bias_add_row(sums, &row[t - rows->from], count[t]);
}

static size_t heads_of(const plumb_problem *problem) {
    return problem->batch * problem->query_heads;
}

/* One unit of each: outputs of all rows are seen to be right within it, but for what log-sum-exps of merges lose, and
   for stored parts. */
static double most_of_outputs(const plumb_precision *p, const plumb_bias_sums *sums, const allowance *a) {
    double merged = p->merge_levels > 1 ? sums->lost / sums->along.tilt : 0;
    double parts = a->parts * sums->along.root / sums->along.tilt;
    return p->probability.unit + p->exponent.unit + p->operand.unit + merged + parts;
}

plumb_bias plumb_bias_of_tensor(const plumb_biased_rows *rows) {
    const plumb_simulated_errors *simulated = &rows->level->quantity[rows->quantity];
    plumb_bias_sums sums = {0};
    for (size_t head = 0; head < heads_of(rows->problem); head++)
        add_head(rows, head, &sums);
    double heads = (double)(rows->problem->batch * rows->problem->key_heads);
    allowance a = allowed(rows, &simulated->bias, rows->level->stored_weights, heads);
    plumb_bias bias = judged(rows, &sums, &a);
    if (rows->quantity == PLUMB_OUTPUT && isfinite(bias.along_limit))
        bias.along_limit = fmin(bias.along_limit, fmax(a.simulated, most_of_outputs(rows->precision, &sums, &a)) +
                                                      CHANCE_OF_UNIT * bias.along_scatter);
    return bias;
}

plumb_bias plumb_bias_of_head(const plumb_biased_rows *rows, size_t head) {
    const plumb_simulated_errors *simulated = &rows->level->quantity[rows->quantity];
    plumb_bias_sums sums = {0};
    add_head(rows, head, &sums);
    allowance a = allowed(rows, &simulated->head_bias, rows->level->stored_weights_of_head, 1);
    a.chance = sqrt(a.chance * a.chance + 2 * log((double)heads_of(rows->problem)));
    return judged(rows, &sums, &a);
}

static double share(double mean, double limit) {
    return mean != 0 ? fabs(mean) / limit : 0;
}

double plumb_bias_share(const plumb_bias *bias) {
    return fmax(share(bias->along, bias->along_limit), share(bias->mean, bias->mean_limit));
}

bool plumb_bias_is_along(const plumb_bias *bias) {
    return share(bias->along, bias->along_limit) >= share(bias->mean, bias->mean_limit);
}

/* Keeps the places with the largest shares, in the order of heads; worst is the place of the largest. */
static void keep(plumb_head_biases *heads, size_t head, const plumb_bias *bias) {
    size_t least = 0;
    if (heads->count == PLUMB_BIASED_HEADS) {
        for (size_t i = 1; i < heads->count; i++)
            if (plumb_bias_share(&heads->bias[i]) < plumb_bias_share(&heads->bias[least]))
                least = i;
        if (!(plumb_bias_share(bias) > plumb_bias_share(&heads->bias[least])))
            return;
        heads->count--;
        memmove(heads->head + least, heads->head + least + 1, (heads->count - least) * sizeof *heads->head);
        memmove(heads->bias + least, heads->bias + least + 1, (heads->count - least) * sizeof *heads->bias);
    }
    heads->head[heads->count] = head;
    heads->bias[heads->count++] = *bias;
}

void plumb_bias_of_heads(const plumb_biased_rows *rows, plumb_head_biases *heads) {
    heads->count = heads->worst = 0;
    for (size_t head = 0; head < heads_of(rows->problem); head++) {
        plumb_bias bias = plumb_bias_of_head(rows, head);
        if (isfinite(bias.mean_scatter) || isfinite(bias.along_scatter))
            keep(heads, head, &bias);
    }
    for (size_t i = 1; i < heads->count; i++)
        if (plumb_bias_share(&heads->bias[i]) > plumb_bias_share(&heads->bias[heads->worst]))
            heads->worst = i;
}
