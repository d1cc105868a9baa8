#include "challenge/backward_faults.h"
#include "backward/variant_gradients.h"
#include "exact/round.h"
#include "exact/scale.h"
#include <stdlib.h>

static const plumb_backward_variant given_delta = {.delta = PLUMB_DELTA_GIVEN};

typedef enum { BY_SCALE, BY_INVERSE_SCALE, BY_INVERSE_GROUP, BY_ZERO } factor_kind;

static const struct {
    const char *says;
    plumb_gradient of;
    factor_kind kind;
} factors[] = {
    {"dq is multiplied by the scale twice", PLUMB_GRADIENT_OF_QUERY, BY_SCALE},
    {"dq is not multiplied by the scale", PLUMB_GRADIENT_OF_QUERY, BY_INVERSE_SCALE},
    {"dk is multiplied by the scale twice", PLUMB_GRADIENT_OF_KEY, BY_SCALE},
    {"dk is not multiplied by the scale", PLUMB_GRADIENT_OF_KEY, BY_INVERSE_SCALE},
    {"dk is the mean over the query heads of a group, not their sum", PLUMB_GRADIENT_OF_KEY, BY_INVERSE_GROUP},
    {"dv is the mean over the query heads of a group, not their sum", PLUMB_GRADIENT_OF_VALUE, BY_INVERSE_GROUP},
    {"dsinks is 0", PLUMB_GRADIENT_OF_SINK, BY_ZERO},
    {"dbias is multiplied by the scale, which a bias does not have", PLUMB_GRADIENT_OF_BIAS, BY_SCALE}};

static double factor_of(const plumb_problem *p, factor_kind kind) {
    double scale = plumb_problem_scale(p).mid;
    switch (kind) {
    case BY_SCALE:
        return scale;
    case BY_INVERSE_SCALE:
        return 1 / scale;
    case BY_INVERSE_GROUP:
        return (double)p->key_heads / (double)p->query_heads;
    default:
        return 0;
    }
}

size_t plumb_backward_faults_of(const plumb_case *right, plumb_backward_fault list[PLUMB_BACKWARD_FAULTS]) {
    const plumb_problem *p = &right->problem;
    const plumb_backward_variant *as;
    size_t count = 0;
    for (size_t i = 1; (as = plumb_backward_variant_at(i)) != NULL; i++)
        if (as->applies(p))
            list[count++] = (plumb_backward_fault){.says = as->says, .as = as};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        double factor = factor_of(p, factors[i].kind);
        if (factor != 1 && right->gradient[factors[i].of].present)
            list[count++] = (plumb_backward_fault){.says = factors[i].says, .of = factors[i].of, .factor = factor};
    }
    list[count++] =
        (plumb_backward_fault){.says = "delta is rounded to bfloat16", .as = &given_delta, .rounds_delta = true};
    return count;
}

static void multiply(const plumb_case *right, const plumb_backward_fault *fault, const plumb_gradient_balls *exact,
                     double *const to[PLUMB_GRADIENT_COUNT]) {
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        for (size_t i = 0; exact->mid[g] != NULL && i < plumb_gradient_count(right, (plumb_gradient)g); i++)
            to[g][i] = exact->mid[g][i] * ((plumb_gradient)g == fault->of ? fault->factor : 1);
}

int plumb_backward_fault_evaluate(const plumb_case *right, const plumb_backward_fault *fault,
                                  const plumb_gradient_balls *exact, double *const to[PLUMB_GRADIENT_COUNT]) {
    if (fault->as == NULL) {
        multiply(right, fault, exact, to);
        return 0;
    }
    plumb_variant_rows rows;
    if (plumb_variant_rows_init(&rows, right) != 0)
        return -1;
    for (size_t i = 0; fault->rounds_delta && i < plumb_rows_of(&right->problem); i++)
        rows.delta[i] = plumb_round_double(rows.delta[i], PLUMB_BF16);
    int status = plumb_variant_gradients(right, &rows, fault->as, to);
    plumb_variant_rows_free(&rows);
    return status;
}
