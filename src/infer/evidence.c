/* Weights, scores and outputs are the middles of the balls that bundles of rows give (bundle/rows.h).  A second problem
   without masks gives the scores of hidden keys; e^(score - largest), times the weight of the key with the largest
   score, is then a weight in the unit of the stated ones; of another operator its map of the score.  The sink's weight
   is what the visible keys leave of the whole.  The relative error of a weight is an estimate, not a bound: roundings
   of a score, sized by the norms of the query and of the longest key. */
#include "infer/evidence.h"
#include "exact/finite.h"
#include "exact/visible.h"
#include "infer/weight_parts.h"
#include "simulate/activations.h"
#include <math.h>

int plumb_evidence_init(plumb_evidence *evidence, const plumb_problem *problem) {
    size_t keys = problem->key_length;
    plumb_workspace *workspace = &evidence->workspace;
    *evidence = (plumb_evidence){.usable = false};
    evidence->visible = plumb_workspace_take(workspace, keys, 1);
    evidence->weight = plumb_workspace_take(workspace, keys, sizeof *evidence->weight);
    evidence->lifted = plumb_workspace_take(workspace, keys, sizeof *evidence->lifted);
    evidence->score = plumb_workspace_take(workspace, keys, sizeof *evidence->score);
    evidence->own_part = plumb_workspace_take(workspace, keys, sizeof *evidence->own_part);
    evidence->exact = plumb_workspace_take(workspace, problem->value_dim, sizeof *evidence->exact);
    if (!workspace->short_of_memory)
        return 0;
    plumb_evidence_free(evidence);
    return -1;
}

void plumb_evidence_free(plumb_evidence *evidence) {
    plumb_workspace_free(&evidence->workspace);
    *evidence = (plumb_evidence){.usable = false};
}

/* ---- what kind of problem it is ---- */

/* Whether the weights are divided by what they sum to. */
static bool is_normalised(const plumb_problem *p) {
    if (plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return true;
    bool never_negative = !plumb_operator_is(p->op.kind, PLUMB_IS_LINEAR) || p->op.kind == PLUMB_ELU_KERNEL;
    return plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED) && never_negative &&
           plumb_normalisation_is(p->op.normalisation, PLUMB_ADDS_EPSILON);
}

/* Only sums of what is never negative, and numbers that depend on no key, leave all weights in proportion. */
bool plumb_weights_follow_scores(const plumb_problem *p) {
    return is_normalised(p) ||
           (plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED) &&
            !plumb_normalisation_is(p->op.normalisation, PLUMB_DIVIDES_BY_SUM));
}

double plumb_weight_of_score(const plumb_evidence *at, double score) {
    return at->map != NULL ? at->unit * at->map(score)
                           : at->weight[at->largest_key] * exp(score - at->largest);
}

bool plumb_masks_lift(const plumb_problem *p) {
    return plumb_weights_follow_scores(p) && !p->mask.streaming && p->op.softcap_order != PLUMB_BIAS_MASK_CAP;
}

bool plumb_masks_by_tensor(const plumb_problem *p) {
    return p->mask.allowed != NULL || p->mask.query_segment != NULL || p->extra.bias != NULL;
}

bool plumb_scores_are_plain(const plumb_problem *p) {
    return plumb_weights_follow_scores(p) && !plumb_operator_is(p->op.kind, PLUMB_MAPS_FEATURES) &&
           !plumb_position_moves_vectors(p->position.kind) && !plumb_position_joins_products(p->position.kind) &&
           p->op.softcap_order != PLUMB_BIAS_MASK_CAP &&
           (p->op.softcap == 0 || !plumb_adds_to_scores(p));
}

bool plumb_adds_to_scores(const plumb_problem *p) {
    return plumb_position_adds_bias(p->position.kind) || p->extra.bias != NULL || p->extra.key0_bias != NULL;
}

double plumb_plain_score(const plumb_problem *p, double scale, double product) {
    double x = scale * product, cap = p->op.softcap;
    return cap > 0 ? cap * tanh(x / cap) : x;
}

bool plumb_bias_comes_off(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) && p->extra.bias != NULL &&
           (p->op.softcap == 0 || p->op.softcap_order == PLUMB_CAP_BIAS_MASK);
}

double plumb_weight_without_bias(const plumb_problem *p, const plumb_evidence *at, size_t key) {
    return at->weight[key] * exp(-*plumb_exact_bias(p, at->b, at->h, at->t, key));
}

static plumb_problem without_masks(const plumb_problem *p) {
    plumb_problem bare = *p;
    bare.causal.causal = false;
    bare.mask = (plumb_mask){.in_cache = p->mask.in_cache};
    return bare;
}

/* ---- value bias and gate ---- */

double plumb_gate_at(const plumb_problem *p, const plumb_evidence *at, size_t column) {
    const double *gate = plumb_exact_gate(p, at->b, at->h, at->t, column);
    return gate == NULL ? 1 : 1 / (1 + exp(-*gate));
}

static double value_bias(const plumb_problem *p, const plumb_evidence *at, size_t column) {
    const double *bias = plumb_exact_value_bias(p, at->h, column);
    return bias == NULL ? 0 : *bias;
}

double plumb_output_of_mean(const plumb_problem *p, const plumb_evidence *at, size_t column, double mean) {
    return (mean + value_bias(p, at, column)) * plumb_gate_at(p, at, column);
}

double plumb_mean_of_output(const plumb_problem *p, const plumb_evidence *at, size_t column, double output) {
    return output / plumb_gate_at(p, at, column) - value_bias(p, at, column);
}

/* Of a clipped softmax that of the weights that are not at an edge. */
static double clipped_growth(const plumb_problem *p, const plumb_evidence *at, size_t column) {
    double stretch = p->op.zeta - p->op.gamma, growth = 0;
    for (size_t j = 0; j < p->key_length; j++)
        if (0 < at->weight[j] && at->weight[j] < 1)
            growth += stretch * at->part[j] * plumb_exact_value(p, at->b, at->h, j)[column];
    return growth;
}

double plumb_growth_of_output(const plumb_problem *p, const plumb_evidence *at, size_t column) {
    if (plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED))
        return clipped_growth(p, at, column);
    double mean = plumb_mean_of_output(p, at, column, at->engine[column]);
    return plumb_operator_is(p->op.kind, PLUMB_TAKES_ROOT) ? mean / p->op.power : mean;
}

/* ---- reading ---- */

/* Of scattered rows the few that a head of a decoding step has: its keys are read once for them. */
static size_t rows_at_a_time(const plumb_problem *p, size_t together) {
    bool few = p->query_length > 0 && p->query_length <= PLUMB_LEAST_ROWS;
    return together == 1 && few ? p->query_length : together;
}

int plumb_evidence_reader_init(plumb_evidence_reader *reader, const plumb_case *judged,
                               const plumb_precision *precision, const double *longest_key, size_t together) {
    const plumb_problem *p = &judged->problem;
    *reader = (plumb_evidence_reader){.judged = judged, .precision = precision, .longest_key = longest_key};
    reader->bare = without_masks(p);
    reader->scale = fabs(plumb_problem_scale(p).mid);
    if (plumb_rows_init(&reader->rows, p, rows_at_a_time(p, together), PLUMB_KEEP_ALL) != 0)
        return -1;
    reader->rows.row.without_lse = true;
    return 0;
}

void plumb_evidence_reader_free(plumb_evidence_reader *reader) {
    plumb_rows_free(&reader->rows);
    if (reader->lifts)
        plumb_rows_free(&reader->bare_rows);
}

static double norm(const double *x, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* What the roundings of the model leave open of a weight: the error of its score, by the norms of query and keys,
   and its own. */
static double relative_error(const plumb_evidence_reader *reader, const plumb_evidence *e) {
    const plumb_problem *p = &reader->judged->problem;
    const plumb_precision *m = reader->precision;
    size_t head = e->b * p->key_heads + e->h / (p->query_heads / p->key_heads);
    double size = reader->scale * norm(plumb_exact_query(p, e->b, e->h, e->t), p->head_dim) * reader->longest_key[head];
    double unit = sqrt((double)p->head_dim) * m->product.unit + m->score.unit + 2 * m->input.unit + m->operand.unit +
                  2 * (m->shifted + m->exponent.unit);
    if (plumb_position_moves_vectors(p->position.kind))
        unit += 2 * m->output.unit + m->product.unit * fabs((double)e->t + (double)plumb_offset_of(p, e->b));
    return unit * size + m->exponential + m->probability.unit + 0x1p-50;
}

static void find_extremes(const plumb_problem *p, plumb_evidence *e) {
    e->largest = -INFINITY;
    e->first_key = p->key_length;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!e->visible[j])
            continue;
        if (e->first_key == p->key_length)
            e->first_key = j;
        e->last_key = j;
        if (e->score[j] > e->largest) {
            e->largest = e->score[j];
            e->largest_key = j;
        }
    }
}

/* By the key of the largest weight. */
static void find_unit(const plumb_problem *p, plumb_evidence *e) {
    size_t largest = e->largest_key;
    e->map = NULL;
    if (plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) || !plumb_weights_follow_scores(p))
        return;
    e->map = plumb_simulated_activation_of(p->op.kind)->value;
    for (size_t j = 0; j < p->key_length; j++)
        if (e->visible[j] && fabs(e->weight[j]) > fabs(e->weight[largest]))
            largest = j;
    e->unit = e->weight[largest] / e->map(e->score[largest]);
}

/* Of operators whose weights are no quotients of what they are divided by: the root of a sum, or clipped. */
static void find_parts(const plumb_problem *p, plumb_evidence *e) {
    double sum = 0;
    e->part = e->weight;
    e->normalised = is_normalised(p) || !plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED);
    if (is_normalised(p) || !e->normalised)
        return;
    for (size_t j = 0; j < p->key_length; j++) {
        e->own_part[j] = e->visible[j] ? plumb_weight_parts_of(&p->op, e->score[j], e->largest).of_sum : 0;
        sum += e->own_part[j];
    }
    for (size_t j = 0; j < p->key_length; j++)
        e->own_part[j] /= sum;
    e->part = e->own_part;
    e->mass = 1;
}

static bool read_stated(plumb_evidence_reader *reader, plumb_evidence *e) {
    const plumb_problem *p = &reader->judged->problem;
    plumb_row *row = plumb_rows_get(&reader->rows, e->b, e->h, e->t);
    double sum = 0;
    bool finite = true;
    for (size_t j = 0; j < p->key_length; j++) {
        e->visible[j] = row->visible[j];
        e->score[j] = row->visible[j] ? row->score[j].mid : 0;
        e->weight[j] = row->visible[j] ? row->weight[j].mid : 0;
        finite = finite && isfinite(e->weight[j]) && (!e->visible[j] || isfinite(row->weight[j].rad));
        sum += e->weight[j];
    }
    for (size_t c = 0; c < p->value_dim; c++) {
        e->exact[c] = row->output[c].mid;
        finite = finite && isfinite(row->output[c].rad);
    }
    double whole = plumb_operator_is(p->op.kind, PLUMB_IS_SCALED) ? p->op.alpha : 1;
    e->sink = plumb_sink_adds_logit(p->op.sink) ? fmax(0, whole - sum) : 0;
    e->mass = sum + e->sink;
    find_extremes(p, e);
    find_unit(p, e);
    find_parts(p, e);
    return finite && e->first_key < p->key_length && isfinite(e->mass) && e->mass != 0;
}

static int read_lifted(plumb_evidence_reader *reader, plumb_evidence *e) {
    const plumb_problem *p = &reader->bare;
    if (!reader->lifts && plumb_rows_init(&reader->bare_rows, p, reader->rows.most, PLUMB_KEEP_ALL) != 0)
        return -1;
    reader->lifts = reader->bare_rows.row.without_lse = true;
    plumb_row *row = plumb_rows_get(&reader->bare_rows, e->b, e->h, e->t);
    for (size_t j = 0; j < p->key_length; j++) {
        bool there = row->visible[j] != 0;
        if (there)
            e->score[j] = row->score[j].mid;
        e->lifted[j] = there ? plumb_weight_of_score(e, row->score[j].mid) : 0;
    }
    return 0;
}

int plumb_evidence_read(plumb_evidence_reader *reader, size_t row, bool lifted, plumb_evidence *e) {
    const plumb_problem *p = &reader->judged->problem;
    size_t head = row / p->query_length;
    e->row = row;
    e->b = head / p->query_heads;
    e->h = head % p->query_heads;
    e->t = row % p->query_length;
    e->engine = reader->judged->output.value + row * p->value_dim;
    e->usable = read_stated(reader, e);
    if (!e->usable)
        return 0;
    e->relative = relative_error(reader, e);
    return lifted ? read_lifted(reader, e) : 0;
}
