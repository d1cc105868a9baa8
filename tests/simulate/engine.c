#include "tests/simulate/engine.h"
#include "exact/visible.h"
#include "row/stages.h"
#include "tests/simulate/scores.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double log2_e = 1.4426950408889634;

/* ---- rooms ---- */

static void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "simulated engine: %s\n", what);
        exit(2);
    }
}

static void *zeros(size_t count, size_t size) {
    void *made = calloc(count + 1, size);
    demand(made != NULL, "memory is short");
    return made;
}

static size_t parts_of(const simulated_engine *by) {
    return by->parts > 1 ? by->parts : 1;
}

/* Steps through the keys that come back to none before all were there. */
static void gather(size_t *key_at, size_t count) {
    size_t step = count / 2 + count / 8 + 1, factor, rest;
    do {
        size_t a = ++step, b = count;
        while (b != 0) {
            rest = a % b;
            a = b;
            b = rest;
        }
        factor = a;
    } while (factor != 1);
    for (size_t n = 0; n < count; n++)
        key_at[n] = n * step % count;
}

static void set_order(simulation *run) {
    size_t keys = run->problem->key_length;
    for (size_t n = 0; n < keys; n++)
        run->key_at[n] = run->by->order == KEYS_BACKWARD ? keys - 1 - n : n;
    if (run->by->order == KEYS_GATHERED && keys > 2)
        gather(run->key_at, keys);
}

/* Kernels fold a scale only into scores that nothing joins. */
static bool may_fold(const plumb_problem *p, double scale) {
    return scale > 0 && p->op.softcap == 0 && !plumb_adds_bias(p) && !plumb_sink_adds_logit(p->op.sink);
}

static void set_scale(simulation *run) {
    run->scale = plumb_problem_scale(run->problem).mid;
    if (run->by->scale == SCALE_IN_EXPONENT && may_fold(run->problem, run->scale))
        run->folded = in_register(run, run->scale * log2_e);
}

simulation simulation_begin(const simulated_engine *by, const plumb_problem *p) {
    simulation run = {.by = by, .problem = p};
    demand(plumb_operator_is(p->op.kind, PLUMB_IS_MEAN), "the operator is no softmax");
    demand(p->position.kind == PLUMB_POSITION_ROPE || (!plumb_position_moves_vectors(p->position.kind) &&
                                                       !plumb_position_joins_products(p->position.kind)),
           "vectors are moved otherwise than by rotations");
    demand(by->parts <= 1 || !p->op.sink_outside_lse, "the log-sum-exp of parts leaves the sink out");
    demand(!by->divides_first || (by->block == 0 && by->parts <= 1), "a part is divided first");
    demand(plumb_row_workspaces_init(&run.exact, p) == 0, "memory is short");
    run.key_at = zeros(p->key_length, sizeof *run.key_at);
    run.query = zeros(p->head_dim, sizeof *run.query);
    run.key = zeros(p->key_length * p->head_dim, sizeof *run.key);
    run.values = zeros(p->value_dim * p->key_length, sizeof *run.values);
    run.column = zeros(p->key_length, sizeof *run.column);
    run.raw = zeros(p->key_length, sizeof *run.raw);
    run.takes_part = zeros(p->key_length, sizeof *run.takes_part);
    run.probability = zeros(p->key_length, sizeof *run.probability);
    run.total = zeros(p->value_dim, sizeof *run.total);
    run.result = zeros(parts_of(by) * p->value_dim, sizeof *run.result);
    run.part_lse = zeros(parts_of(by), sizeof *run.part_lse);
    run.output = zeros(p->value_dim, sizeof *run.output);
    run.score = zeros(p->key_length, sizeof *run.score);
    run.weight = zeros(p->key_length, sizeof *run.weight);
    set_order(&run);
    set_scale(&run);
    return run;
}

void simulation_end(simulation *run) {
    void *arrays[] = {run->key_at,      run->query, run->key,    run->values,   run->raw,    run->takes_part,
                     run->probability, run->total, run->result, run->part_lse, run->output, run->score,
                     run->weight,      run->column};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    plumb_row_workspaces_free(&run->exact);
}

/* ---- shifts and exponentials ---- */

/* A difference of scores as the exponent of e. */
static double natural(const simulation *run, double difference) {
    return run->folded != 0 ? difference * run->scale : difference;
}

/* A natural number as a score. */
static double as_score(const simulation *run, double x) {
    return run->folded != 0 ? x / run->scale : x;
}

/* e to the power of score less shift.  A scale that is folded in is one operation with the difference. */
static double power(const simulation *run, simulated_exponential how, double score, double shift) {
    const simulated_engine *by = run->by;
    if (score == -INFINITY)
        return 0;
    if (run->folded != 0)
        return simulated_exp2(how, by->exponent,
                              in_register(run, score * run->folded - in_register(run, shift * run->folded)));
    return simulated_exp(how, by->exponent, simulated_round(by->shifted, in_register(run, score - shift)));
}

/* The largest of some scores. */
static double largest(const simulation *run, size_t from, size_t to) {
    double most = -INFINITY;
    for (size_t n = from; n < to; n++)
        if ((run->takes_part[n] || run->by->shift == SHIFT_HIDDEN) && !(run->raw[n] <= most))
            most = run->raw[n];
    return most;
}

/* The shift after scores up to `most`. */
static double shift_after(const simulation *run, double most) {
    const simulated_engine *by = run->by;
    bool first = run->shift == -INFINITY;
    if (by->shift == SHIFT_FIXED)
        return as_score(run, by->shift_by);
    if (by->shift == SHIFT_OFFSET && most != -INFINITY)
        most = in_register(run, most + in_register(run, as_score(run, by->shift_by)));
    if (by->shift == SHIFT_LAZY && !first && !(natural(run, most - run->shift) * log2_e > by->shift_by))
        return run->shift;
    return first || !(most <= run->shift) ? most : run->shift;
}

/* What was summed before, at the new shift. */
static void rescale(simulation *run, double shift) {
    double factor = run->shift == -INFINITY ? 0 : power(run, run->by->rescaling, run->shift, shift);
    if (shift == run->shift)
        return;
    run->divisor = simulated_round(run->by->sum.sum, run->divisor * factor);
    for (size_t c = 0; c < run->problem->value_dim; c++)
        run->total[c] = simulated_round(run->by->accumulate.sum, run->total[c] * factor);
    run->shift = shift;
}

static double as_stored(const simulation *run, double probability) {
    return simulated_round(run->by->probability, probability);
}

/* ---- one part of the keys ---- */

static const double *column_of(simulation *run, size_t c, size_t from, size_t to) {
    const double *values = run->values + c * run->problem->key_length;
    if (run->all_finite)
        return values + from;
    for (size_t n = from; n < to; n++)
        run->column[n] = run->takes_part[n] ? values[n] : 0;
    return run->column + from;
}

static void add_values(simulation *run, size_t from, size_t to) {
    for (size_t c = 0; c < run->problem->value_dim; c++)
        run->total[c] = simulated_products(&run->by->accumulate, run->total[c], run->probability + from,
                                           column_of(run, c, from, to), to - from);
}

static void add_sink(simulation *run, double probability) {
    const plumb_problem *p = run->problem;
    const double *value = plumb_exact_has_sink_value(p) ? plumb_exact_sink_value(p, run->h) : NULL;
    double stored = as_stored(run, probability);
    run->divisor = simulated_round(run->by->sum.sum, run->divisor + (run->by->sums_stored ? stored : probability));
    for (size_t c = 0; value != NULL && c < p->value_dim; c++) {
        double operand = simulated_round(run->by->operand, value[c]);
        run->total[c] = simulated_products(&run->by->accumulate, run->total[c], &stored, &operand, 1);
    }
}

/* Exponentials of the scores less the shift, and their sum. */
static void weigh(simulation *run, size_t from, size_t to) {
    for (size_t n = from; n < to; n++) {
        run->probability[n] = run->takes_part[n] ? power(run, run->by->exponential, run->raw[n], run->shift) : 0;
        if (run->by->sums_stored)
            run->probability[n] = as_stored(run, run->probability[n]);
    }
    run->divisor = simulated_products(&run->by->sum, run->divisor, run->probability + from, NULL, to - from);
}

static void add_block(simulation *run, size_t from, size_t to) {
    double shift = shift_after(run, largest(run, from, to));
    if (shift == -INFINITY) /* no key is seen yet */
        return;
    rescale(run, shift);
    weigh(run, from, to);
    for (size_t n = from; n < to; n++)
        run->probability[n] = as_stored(run, run->probability[n]);
    add_values(run, from, to);
}

static void join_sink(simulation *run) {
    if (run->sink == -INFINITY)
        return;
    if (!run->by->sink_outside_maximum || run->shift == -INFINITY)
        rescale(run, shift_after(run, run->sink));
    add_sink(run, power(run, run->by->exponential, run->sink, run->shift));
}

static double log_sum_exp(const simulation *run, double divisor) {
    double shift = run->folded != 0 ? in_register(run, run->shift * run->scale) : run->shift;
    return divisor == 0 ? -INFINITY : in_register(run, shift + in_register(run, log(divisor)));
}

static void clear(simulation *run) {
    run->shift = -INFINITY;
    run->divisor = 0;
    memset(run->total, 0, run->problem->value_dim * sizeof *run->total);
}

/* The blocks of a part, the sink behind the last of them, divided. */
static void evaluate_part(simulation *run, size_t number, size_t from, size_t to) {
    size_t columns = run->problem->value_dim, block = run->by->block > 0 ? run->by->block : to - from;
    double *result = run->result + number * columns;
    size_t first = from == 0 && run->by->first_block > 0 ? run->by->first_block : block;
    clear(run);
    for (size_t next = first; from < to; from += next, next = block)
        add_block(run, from, to - from < next ? to : from + next);
    double of_keys = log_sum_exp(run, run->divisor);
    if (number + 1 == parts_of(run->by))
        join_sink(run);
    run->part_lse[number] = log_sum_exp(run, run->divisor);
    run->lse = run->problem->op.sink_outside_lse ? of_keys : run->part_lse[number];
    for (size_t c = 0; c < columns; c++)
        result[c] = run->divisor == 0 ? 0 : in_register(run, run->total[c] / run->divisor);
}

/* All keys at once; every probability is divided before it is stored and multiplies its value. */
static void evaluate_divided(simulation *run) {
    size_t keys = run->problem->key_length;
    clear(run);
    run->shift = shift_after(run, largest(run, 0, keys));
    if (run->sink != -INFINITY && !(run->by->sink_outside_maximum && run->shift != -INFINITY))
        run->shift = shift_after(run, run->sink);
    if (run->shift != -INFINITY)
        weigh(run, 0, keys);
    double of_keys = log_sum_exp(run, run->divisor), of_sink = power(run, run->by->exponential, run->sink, run->shift);
    double divisor = run->sink == -INFINITY ? run->divisor : simulated_round(run->by->sum.sum, run->divisor + of_sink);
    run->lse = run->problem->op.sink_outside_lse ? of_keys : log_sum_exp(run, divisor);
    for (size_t n = 0; n < keys && divisor != 0; n++)
        run->probability[n] = as_stored(run, in_register(run, run->probability[n] / divisor));
    add_values(run, 0, keys);
    if (run->sink != -INFINITY)
        add_sink(run, in_register(run, of_sink / divisor));
    memcpy(run->result, run->total, run->problem->value_dim * sizeof *run->total);
    run->divisor = divisor;
}

/* ---- parts ---- */

static double merged(const simulation *run, double x) {
    return simulated_round(run->by->part, in_register(run, x));
}

/* Joins part b to part a by their log-sum-exps. */
static void merge_two(simulation *run, size_t a, size_t b) {
    size_t columns = run->problem->value_dim;
    double *into = run->result + a * columns, *from = run->result + b * columns;
    double most = fmax(run->part_lse[a], run->part_lse[b]);
    if (most == -INFINITY)
        return;
    double left = in_register(run, exp(in_register(run, run->part_lse[a] - most)));
    double right = in_register(run, exp(in_register(run, run->part_lse[b] - most)));
    double sum = in_register(run, left + right);
    left = in_register(run, left / sum);
    right = in_register(run, right / sum);
    for (size_t c = 0; c < columns; c++)
        into[c] = merged(run, in_register(run, left * into[c]) + in_register(run, right * from[c]));
    run->part_lse[a] = in_register(run, most + in_register(run, log(sum)));
}

static void merge_all(simulation *run) {
    size_t columns = run->problem->value_dim, parts = parts_of(run->by);
    double most = -INFINITY, sum = 0;
    for (size_t n = 0; n < parts; n++)
        most = fmax(most, run->part_lse[n]);
    if (most == -INFINITY)
        return;
    for (size_t n = 0; n < parts; n++)
        sum = in_register(run, sum + in_register(run, exp(in_register(run, run->part_lse[n] - most))));
    double lse = in_register(run, most + in_register(run, log(sum)));
    clear(run);
    for (size_t n = 0; n < parts; n++) {
        double share = in_register(run, exp(in_register(run, run->part_lse[n] - lse)));
        for (size_t c = 0; c < columns; c++)
            run->total[c] = in_register(run, run->total[c] + share * run->result[n * columns + c]);
    }
    memcpy(run->result, run->total, columns * sizeof *run->total);
    run->part_lse[0] = lse;
}

static void merge(simulation *run) {
    size_t parts = parts_of(run->by);
    for (size_t n = 0; n < parts * run->problem->value_dim; n++)
        run->result[n] = simulated_round(run->by->part, run->result[n]);
    if (run->by->merge == MERGE_FLAT)
        merge_all(run);
    for (size_t n = 1; run->by->merge == MERGE_CHAIN && n < parts; n++)
        merge_two(run, 0, n);
    for (size_t apart = 1; run->by->merge == MERGE_TREE && apart < parts; apart *= 2)
        for (size_t n = 0; n + apart < parts; n += 2 * apart)
            merge_two(run, n, n + apart);
    run->lse = run->part_lse[0];
}

static void evaluate_parts(simulation *run) {
    size_t keys = run->problem->key_length, block = run->by->block > 0 ? run->by->block : 1;
    size_t parts = parts_of(run->by), blocks = (keys + block - 1) / block;
    size_t width = parts == 1 ? keys : (blocks + parts - 1) / parts * block;
    for (size_t n = 0; n < parts; n++) {
        size_t from = n * width < keys ? n * width : keys;
        evaluate_part(run, n, from, keys - from < width ? keys : from + width);
    }
    if (parts > 1)
        merge(run);
}

/* ---- what is handed out ---- */

static double finished(const simulation *run, size_t c, double x) {
    const plumb_problem *p = run->problem;
    const double *bias = plumb_exact_value_bias(p, run->h, c);
    const double *gate = plumb_exact_gate(p, run->b, run->h, run->t, c);
    if (plumb_operator_is(p->op.kind, PLUMB_IS_SCALED))
        x = in_register(run, x * in_register(run, p->op.alpha));
    x = simulated_round(run->by->output, x);
    if (bias != NULL)
        x = simulated_round(run->by->output, in_register(run, x + *bias));
    if (gate != NULL)
        x = simulated_round(run->by->output, in_register(run, x * in_register(run, 1 / (1 + exp(-*gate)))));
    return x;
}

/* Of the key in place n: the probability that was divided, or anew from the log-sum-exp that has all in it. */
static double weight(const simulation *run, size_t n, double lse) {
    if (!run->takes_part[n] || run->raw[n] == -INFINITY)
        return 0;
    double w = run->by->divides_first
                   ? run->probability[n]
                   : in_register(run, exp(in_register(run, in_register(run, natural(run, run->raw[n])) - lse)));
    return simulated_round(run->by->output,
                           plumb_operator_is(run->problem->op.kind, PLUMB_IS_SCALED) ? w * run->problem->op.alpha : w);
}

static void hand_out(simulation *run) {
    const plumb_problem *p = run->problem;
    for (size_t c = 0; c < p->value_dim; c++)
        run->output[c] = finished(run, c, run->result[c]);
    for (size_t n = 0; n < p->key_length; n++) {
        run->score[run->key_at[n]] = run->takes_part[n] ? natural(run, run->raw[n]) : -INFINITY;
        run->weight[run->key_at[n]] = weight(run, n, run->part_lse[0]);
    }
}

static void hand_out_empty(simulation *run) {
    const plumb_problem *p = run->problem;
    for (size_t c = 0; c < p->value_dim; c++)
        run->result[c] = p->empty_row == PLUMB_EMPTY_ROW_NAN ? NAN : 0;
    run->lse = p->empty_lse_positive ? INFINITY : -INFINITY;
    run->part_lse[0] = run->lse;
    hand_out(run);
}

void simulate_row(simulation *run, size_t b, size_t h, size_t t) {
    const plumb_problem *p = run->problem;
    size_t visible = plumb_exact_visible_count(p, b, h, t);
    run->b = b;
    run->h = h;
    run->t = t;
    simulate_scores(run);
    if (plumb_exact_empty(p, visible) && !plumb_exact_is_mean(p, visible)) {
        hand_out_empty(run);
        return;
    }
    if (run->by->divides_first)
        evaluate_divided(run);
    else
        evaluate_parts(run);
    hand_out(run);
}

simulated_answers simulate(const simulated_engine *by, const plumb_problem *p, bool with_weights) {
    size_t rows = plumb_rows_of(p), keys = p->key_length, columns = p->value_dim;
    simulated_answers answers = {.output = zeros(rows * columns, sizeof(double)), .lse = zeros(rows, sizeof(double))};
    simulation run = simulation_begin(by, p);
    if (with_weights) {
        answers.scores = zeros(rows * keys, sizeof(double));
        answers.weights = zeros(rows * keys, sizeof(double));
    }
    for (size_t row = 0; row < rows; row++) {
        size_t head = row / p->query_length;
        simulate_row(&run, head / p->query_heads, head % p->query_heads, row % p->query_length);
        memcpy(answers.output + row * columns, run.output, columns * sizeof(double));
        answers.lse[row] = run.lse;
        if (with_weights) {
            memcpy(answers.scores + row * keys, run.score, keys * sizeof(double));
            memcpy(answers.weights + row * keys, run.weight, keys * sizeof(double));
        }
    }
    simulation_end(&run);
    return answers;
}

void free_simulated(simulated_answers *answers) {
    free(answers->output);
    free(answers->scores);
    free(answers->weights);
    free(answers->lse);
}
