/* Squares of errors, in standard deviations, are summed by row, head and tensor, and the root mean squares are divided
   by their limits; the largest ratio of each kind is kept with its place.  Mean errors are those of bias.h.  Two more
   tests of an output use directions that these sums dilute: the least-squares factor of all scores, from each row's
   error along its own tilt, and the weight of a single key, from the matched filter of each row (simulate/filter.h). */
#include "judge/standing.h"
#include "simulate/factor.h"
#include <math.h>
#include <stdlib.h>

double plumb_expected_rows_limit(const plumb_simulated_errors *simulated, double rows) {
    return 2 * simulated->level * (1 + 4 / sqrt(rows));
}

size_t plumb_standing_biases(const plumb_standing *standing) {
    return standing->rows / standing->queries * (standing->to - standing->from);
}

plumb_bias_row *plumb_standing_bias(plumb_standing *standing, plumb_quantity quantity, size_t row) {
    size_t head = row / standing->queries, t = row % standing->queries;
    return &standing->bias[quantity][head * (standing->to - standing->from) + t - standing->from];
}

int plumb_standing_init(plumb_standing *standing, const plumb_problem *problem, const bool present[PLUMB_QUANTITIES],
                        size_t from, size_t to) {
    *standing =
        (plumb_standing){.rows = plumb_rows_of(problem), .from = from, .to = to, .queries = problem->query_length};
    standing->row = calloc(standing->rows + 1, sizeof *standing->row);
    bool made = standing->row != NULL;
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        if (!present[q])
            continue;
        standing->square[q] = calloc(standing->rows + 1, sizeof *standing->square[q]);
        standing->count[q] = calloc(standing->rows + 1, sizeof *standing->count[q]);
        standing->bias[q] = calloc(plumb_standing_biases(standing) + 1, sizeof *standing->bias[q]);
        made = made && standing->square[q] != NULL && standing->count[q] != NULL && standing->bias[q] != NULL;
    }
    if (!made)
        plumb_standing_free(standing);
    return made ? 0 : -1;
}

void plumb_standing_free(plumb_standing *standing) {
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        free(standing->square[q]);
        free(standing->count[q]);
        free(standing->bias[q]);
    }
    free(standing->row);
    *standing = (plumb_standing){0};
}

/* Rows with something judged, and their sums. */
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

static double share_of_limit(row_sums sums, const plumb_simulated_errors *simulated) {
    return sums.rows > 0 ? root_mean(sums) / plumb_expected_rows_limit(simulated, sums.rows) : 0;
}

/* As many rows without a common error have as much scatter, if rows of a head share that part of their variance. */
static double independent_rows(double rows, double heads, double shared) {
    return rows / (1 + shared * fmax(rows / heads - 1, 0));
}

static void keep_worst(double *kept, size_t *place, double share, size_t here) {
    if (share > *kept) {
        *kept = share;
        *place = here;
    }
}

/* By what part of themselves an engine may change all scores alike: it rounds the scale, or cuts operands; stores of
   many vectors and scores, and the error of an exponential, may have a mean. */
static double common_error(const plumb_problem *problem, const plumb_precision *p) {
    double moved = plumb_position_moves_vectors(problem->position.kind) ? fmax(p->input.unit, p->output.unit) : 0;
    return p->input.unit + 2 * p->operand.unit + 4 * p->exponent.unit + p->exponential + (moved + p->score.unit) / 4;
}

/* The smallest factor of the scores whose errors make the mean square too large, whichever way they go: together with
   errors of this engine, or of a simulated one if these are smaller, and with so much of a factor. */
static double noticed_by_mean(const plumb_stand *stand, const plumb_standing *standing, row_sums whole, double factor) {
    double tilt = 0, tilts = 0, own = fmin(root_mean(whole), stand->simulated.level);
    double limit = plumb_expected_rows_limit(&stand->simulated, whole.rows), left = limit * limit - own * own;
    for (size_t row = 0; row < standing->rows; row++) {
        tilt += standing->row[row].tilt;
        tilts += standing->row[row].tilts;
    }
    factor += 3 * stand->simulated.level / sqrt(tilt);
    return tilt > 0 ? factor + sqrt(factor * factor + left * tilts / tilt) : INFINITY;
}

/* By itself or by the mean square, in 19 of 20 cases: the engine that has the factor has other roundings, which
   standard errors measure, and may have as much of a factor as this one, if that is expected.  If a factor changes the
   usual largest score by much, its effect is not known from first order. */
static void set_scale_noticed(plumb_stand *stand, const plumb_standing *standing, row_sums whole, double error,
                              double largest) {
    double own = fabs(fabs(stand->scale) <= stand->scale_limit ? stand->scale : stand->simulated.scale);
    double noticed = fmin(stand->scale_limit + own + 3 * error, noticed_by_mean(stand, standing, whole, own));
    stand->scale_noticed = noticed * largest <= 0.5 ? noticed : INFINITY;
}

/* The factor of all rows together, and the part of it that stored weights may make: a weight that is rounded by u of
   itself is one whose score is off by u, and among scores that differ by less all are off alike.  Rows that are nearly
   the same are stored alike, too, which their scatter does not show; of their parts, so many standard deviations. */
static void set_scale(plumb_stand *stand, const plumb_standing *standing, row_sums whole, double common,
                      double rounded, double parts) {
    plumb_factor_sums sums = {0};
    double stored = 0, output = 0, largest = 0;
    for (size_t row = 0; row < standing->rows; row++) {
        const plumb_row_standing *one = &standing->row[row];
        plumb_factor_add_row(&sums, one->along, one->tilt);
        output += one->along_stored;
        stored += one->tilt > 0 ? one->tilt * rounded / one->largest : 0;
        largest += one->tilt > 0 ? one->tilt * one->largest : 0;
    }
    plumb_factor factor = plumb_factor_of(&sums, stand->simulated.level);
    if (!isfinite(factor.error))
        return;
    stand->scale = factor.factor;
    double alike = fmax(fmax(common, 2 * stand->simulated.scale), 1.5 * fabs(output) / sums.tilt);
    stand->scale_limit = alike + (1.5 * stored + parts * sums.root) / sums.tilt + 5 * factor.error;
    set_scale_noticed(stand, standing, whole, factor.error, largest / sums.tilt);
}

plumb_biased_rows plumb_biased_rows_of(const plumb_standing *standing, plumb_quantity quantity,
                                       const plumb_problem *problem, const plumb_precision *precision,
                                       const plumb_expected_level *level) {
    return (plumb_biased_rows){.problem = problem,
                               .precision = precision,
                               .level = level,
                               .quantity = quantity,
                               .from = standing->from,
                               .to = standing->to,
                               .row = standing->bias[quantity],
                               .count = standing->count[quantity]};
}

static void set_bias(plumb_stand *stand, const plumb_biased_rows *rows) {
    plumb_head_biases heads;
    stand->bias = stand->head_bias = plumb_bias_of_tensor(rows);
    plumb_bias_of_heads(rows, &heads);
    if (rows->problem->batch * rows->problem->query_heads > 1 && heads.count > 0) {
        stand->head_bias = heads.bias[heads.worst];
        stand->biased_head = heads.head[heads.worst];
    }
}

static void set_key(plumb_stand *stand, const plumb_standing *standing) {
    for (size_t row = 0; row < standing->rows; row++)
        keep_worst(&stand->weight, &stand->weight_row,
                   standing->row[row].key / plumb_expected_key_limit(&stand->simulated), row);
    stand->weight_error = standing->row[stand->weight_row].key_error;
    stand->weight_key = (size_t)standing->row[stand->weight_row].key_place;
}

plumb_stand plumb_stand_of(const plumb_standing *standing, plumb_quantity quantity, const plumb_problem *problem,
                           const plumb_precision *precision, const plumb_expected_level *level) {
    plumb_stand stand = {.simulated = level->quantity[quantity]};
    size_t queries = problem->query_length;
    row_sums whole = {0, 0, 0};
    double shared = quantity == PLUMB_OUTPUT ? level->shared : 0;
    double key_heads = (double)(problem->batch * problem->key_heads);
    for (size_t head = 0; head < standing->rows / queries; head++) {
        row_sums sums = {0, 0, 0};
        for (size_t row = head * queries; row < (head + 1) * queries; row++) {
            row_sums one = {standing->square[quantity][row], standing->count[quantity][row],
                            standing->count[quantity][row] > 0};
            keep_worst(&stand.row, &stand.worst_row, root_mean(one) / plumb_expected_row_limit(&stand.simulated), row);
            add(&sums, one);
        }
        add(&whole, sums);
        sums.rows = independent_rows(sums.rows, 1, shared);
        keep_worst(&stand.head, &stand.worst_head, share_of_limit(sums, &stand.simulated), head);
    }
    whole.rows = independent_rows(whole.rows, key_heads, shared);
    stand.whole = share_of_limit(whole, &stand.simulated);
    stand.scale_limit = stand.scale_noticed = INFINITY;
    plumb_biased_rows biased = plumb_biased_rows_of(standing, quantity, problem, precision, level);
    set_bias(&stand, &biased);
    if (quantity == PLUMB_OUTPUT) {
        set_scale(&stand, standing, whole, common_error(problem, precision), precision->probability.unit,
                  plumb_shared_parts(level, key_heads));
        set_key(&stand, standing);
    }
    stand.level = root_mean(whole) / stand.simulated.level;
    return stand;
}

double plumb_stand_bias_share(const plumb_stand *stand) {
    return fmax(plumb_bias_share(&stand->bias), plumb_bias_share(&stand->head_bias));
}

bool plumb_stand_is_expected(const plumb_stand *stand) {
    return stand->whole <= 1 && stand->head <= 1 && stand->row <= 1 && stand->weight <= 1 &&
           fabs(stand->scale) <= stand->scale_limit && plumb_stand_bias_share(stand) <= 1;
}
