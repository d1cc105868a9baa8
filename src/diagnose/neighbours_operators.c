/* neighbours_operators.c - other operators than the stated one, other parameters, and other
   normalisations. */
#include "diagnose/neighbours_operators.h"
#include "diagnose/change_positions.h"
#include "diagnose/scale_text.h"
#include "diagnose/shown.h"
#include "schema/schema.h"
#include <math.h>

bool plumb_is_normalised(plumb_operator_kind kind) {
    return kind >= PLUMB_SIGMOID;
}

/* Whether a case can state the problem, and holds no tensor that it then would not have. */
static bool operator_allowed(const plumb_case *changed, const plumb_problem *p) {
    bool softmax = p->op.kind == PLUMB_SOFTMAX;
    if (!softmax && (plumb_sink_adds_logit(p->op.sink) || p->empty_row == PLUMB_EMPTY_ROW_MEAN))
        return false;
    if (changed->lse.present && !plumb_has_log_sum_exp(p->op.kind))
        return false;
    return plumb_positions_allowed(p);
}

static int take(plumb_case *changed, const plumb_problem *problem) {
    if (!operator_allowed(changed, problem))
        return 0;
    changed->problem = *problem;
    return 1;
}

/* integer: the operator, one that needs neither parameters nor tensors; second: the
   normalisation */
static int use_operator(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem problem = changed->problem;
    plumb_operator *op = &problem.op;
    (void)storage;
    if (op->kind == (plumb_operator_kind)neighbour->integer)
        return 0;
    op->kind = (plumb_operator_kind)neighbour->integer;
    op->normalisation = (plumb_normalisation)neighbour->second;
    problem.extra.mlp_inner = problem.extra.mlp_outer = NULL;
    problem.extra.hidden_dim = problem.extra.feature_dim = 0;
    return take(changed, &problem);
}

static bool has_epsilon(const plumb_operator *op) {
    return op->kind == PLUMB_SOFTPICK ||
           (plumb_is_normalised(op->kind) &&
            (op->normalisation == PLUMB_SUM || op->normalisation == PLUMB_ABSOLUTE_SUM));
}

/* integer: the normalisation */
static int use_normalisation(const plumb_neighbour *neighbour, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    plumb_normalisation normalisation = (plumb_normalisation)neighbour->integer;
    (void)storage;
    if (!plumb_is_normalised(op->kind) || op->normalisation == normalisation)
        return 0;
    bool had = has_epsilon(op);
    op->normalisation = normalisation;
    if (!had)
        op->epsilon = plumb_standard(PLUMB_MEMBER_EPSILON);
    return 1;
}

/* number: epsilon */
static int use_epsilon(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    (void)storage;
    if (!has_epsilon(op) || op->epsilon == neighbour->number)
        return 0;
    op->epsilon = neighbour->number;
    return 1;
}

/* e^{p x_j} / sum e^{p x_i}: the root is left out. */
static int drop_root(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem problem = changed->problem;
    (void)neighbour;
    if (problem.op.kind != PLUMB_POWER_SOFTMAX || problem.extra.bias != NULL ||
        problem.op.softcap > 0 || problem.op.sink == PLUMB_SINK_KEY0_BIAS ||
        plumb_position_adds_bias(problem.position.kind))
        return 0;
    plumb_other_scale scale = {PLUMB_SCALE_TIMES_NUMBER, 0, problem.op.power};
    if (plumb_change_scale_by(storage, &problem, scale) < 0)
        return -1;
    problem.op.kind = PLUMB_SOFTMAX;
    return take(changed, &problem);
}

/* number: gamma or zeta */
static int use_gamma(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    (void)storage;
    if (op->kind != PLUMB_CLIPPED_SOFTMAX || op->gamma == neighbour->number)
        return 0;
    op->gamma = neighbour->number;
    return 1;
}

static int use_zeta(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    (void)storage;
    if (op->kind != PLUMB_CLIPPED_SOFTMAX || op->zeta == neighbour->number)
        return 0;
    op->zeta = neighbour->number;
    return 1;
}

/* gamma = -alpha / key_length, as OPT with a clipped softmax derives it; here from gamma =
   -alpha. */
static int divide_gamma(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    (void)neighbour;
    (void)storage;
    if (p->op.kind != PLUMB_CLIPPED_SOFTMAX || p->op.gamma == 0 || p->key_length < 2)
        return 0;
    p->op.gamma /= (double)p->key_length;
    return 1;
}

static double less_log_keys(const plumb_problem *p, const void *context, size_t b, size_t h,
                            size_t t, size_t j) {
    (void)context;
    return plumb_bias_at(p, b, h, t, j) - log((double)p->key_length);
}

/* sigmoid(x - log n), of n keys: arXiv 2409.04431. */
static int subtract_log_keys(const plumb_neighbour *neighbour, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    (void)neighbour;
    if (p->op.kind != PLUMB_SIGMOID || p->op.softcap > 0 || p->key_length < 2)
        return 0;
    return plumb_change_bias(storage, p, (plumb_varies){false, false, false}, less_log_keys, NULL);
}

static void add_operator(plumb_neighbourhood *list, const plumb_problem *p,
                         plumb_operator_kind kind, const char *does) {
    const char *name = plumb_word_name(PLUMB_MEMBER_OPERATOR, kind);
    bool normalised = plumb_is_normalised(kind) && plumb_is_normalised(p->op.kind);
    plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_FAULT,
                             .axis = "operator",
                             .change = use_operator,
                             .integer = kind,
                             .second = normalised ? p->op.normalisation : PLUMB_UNNORMALISED};
    if (kind == p->op.kind)
        return;
    plumb_change_member(&entry, "\"operator\":\"%s\"", name);
    plumb_change_add(list, entry, "%s", does);
}

/* What is left of an operator whose own part an engine leaves out, and the one taken for it. */
static void add_operators(const plumb_problem *p, plumb_neighbourhood *list) {
    plumb_operator_kind kind = p->op.kind;
    add_operator(list, p, PLUMB_SOFTMAX, "computes the plain softmax");
    if (kind == PLUMB_ELU)
        add_operator(list, p, PLUMB_ELU_KERNEL,
                     "applies elu + 1 to queries and keys, not to scores");
    if (kind == PLUMB_ELU_KERNEL)
        add_operator(list, p, PLUMB_ELU, "applies elu + 1 to scores, not to queries and keys");
    if (kind == PLUMB_ELU || kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL)
        add_operator(list, p, PLUMB_IDENTITY,
                     "takes the scores for weights, without a feature map");
}

static void add_normalisations(const plumb_operator *op, plumb_neighbourhood *list) {
    const plumb_value *rule;
    static const plumb_change_parameter of_epsilon = {"epsilon", use_epsilon, "has an epsilon of ",
                                                      ""};
    static const double epsilons[] = {1e-8, 1e-5, 1e-6, 1e-12, 0, 1};
    for (size_t i = 0;
         plumb_is_normalised(op->kind) && (rule = plumb_word_of(PLUMB_MEMBER_NORMALISATION, i)) != NULL; i++) {
        plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                 .axis = "normalisation",
                                 .change = use_normalisation,
                                 .integer = (int64_t)i};
        plumb_change_member(&entry, "\"normalisation\":\"%s\"", rule->word);
        if ((plumb_normalisation)i != op->normalisation)
            plumb_change_add(list, entry, "normalises by %s in place of %s: %s",
                             rule->word, plumb_word_name(PLUMB_MEMBER_NORMALISATION, op->normalisation),
                             rule->formula);
    }
    for (size_t i = 0; has_epsilon(op) && i < sizeof epsilons / sizeof *epsilons; i++)
        plumb_change_add_real(list, &of_epsilon, epsilons[i], op->epsilon);
}

static void add_parameters(const plumb_operator *op, plumb_neighbourhood *list) {
    static const plumb_change_parameter of_gamma = {"gamma", use_gamma, "has gamma ", ""},
                                        of_zeta = {"zeta", use_zeta, "has zeta ", ""};
    if (op->kind == PLUMB_POWER_SOFTMAX)
        plumb_change_add(list,
                         (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                           .axis = "operator",
                                           .change = drop_root},
                         "leaves out the root of the power softmax");
    if (op->kind == PLUMB_SIGMOID)
        plumb_change_add(list,
                         (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                           .axis = "bias",
                                           .change = subtract_log_keys},
                         "subtracts log(key_length) from the scores of the sigmoid");
    if (op->kind != PLUMB_CLIPPED_SOFTMAX)
        return;
    plumb_change_add(list,
                     (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                       .axis = "gamma",
                                       .change = divide_gamma},
                     "divides gamma by key_length");
    plumb_change_add_real(list, &of_gamma, 0, op->gamma);
    plumb_change_add_real(list, &of_zeta, 1, op->zeta);
    plumb_change_add_real(list, &of_zeta, 1.1, op->zeta);
}

void plumb_neighbours_of_operators(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    add_operators(p, neighbourhood);
    add_normalisations(&p->op, neighbourhood);
    add_parameters(&p->op, neighbourhood);
    plumb_neighbours_of_sinks(stated, neighbourhood);
    plumb_neighbours_of_output(stated, neighbourhood);
}
