#include "tests/support/real.h"
#include <stdlib.h>

/* Numbers stay where they are: room is added in blocks. */
enum { BLOCK = 4096 };

typedef struct block {
    struct block *before;
    size_t used;
    arb_struct number[BLOCK];
} block;

static block *last;

static arb_ptr new_number(void) {
    if (last == NULL || last->used == BLOCK) {
        block *added = malloc(sizeof *added);
        if (added == NULL)
            abort();
        added->before = last;
        added->used = 0;
        last = added;
    }
    arb_ptr x = &last->number[last->used++];
    arb_init(x);
    return x;
}

typedef struct workspace {
    struct workspace *before;
    max_align_t thing[];
} workspace;

static workspace *workspaces;

void *workspace_for(size_t count, size_t size) {
    workspace *added = calloc(1, sizeof *added + count * size);
    if (added == NULL)
        abort();
    added->before = workspaces;
    workspaces = added;
    return added->thing;
}

void reals_release(void) {
    while (workspaces != NULL) {
        workspace *before = workspaces->before;
        free(workspaces);
        workspaces = before;
    }
    while (last != NULL) {
        block *before = last->before;
        for (size_t i = 0; i < last->used; i++)
            arb_clear(&last->number[i]);
        free(last);
        last = before;
    }
}

real number(double x) {
    arb_ptr result = new_number();
    arb_set_d(result, x);
    return result;
}

real count_of(size_t n) {
    arb_ptr result = new_number();
    arb_set_ui(result, n);
    return result;
}

real copy_of(const arb_t x) {
    arb_ptr result = new_number();
    arb_set(result, x);
    return result;
}

real infinite(void) {
    arb_ptr result = new_number();
    arb_pos_inf(result);
    return result;
}

static real of_two(void (*operation)(arb_t, const arb_t, const arb_t, slong), real a, real b) {
    arb_ptr result = new_number();
    operation(result, a, b, REAL_PRECISION);
    return result;
}

real minus(real a, real b) {
    return of_two(arb_sub, a, b);
}

real over(real a, real b) {
    return of_two(arb_div, a, b);
}

real smaller(real a, real b) {
    return of_two(arb_min, a, b);
}

real larger(real a, real b) {
    return of_two(arb_max, a, b);
}

real absolute(real a) {
    arb_ptr result = new_number();
    arb_abs(result, a);
    return result;
}

/* Beyond it neither e^a nor e^-a is a number that anything here comes near. */
static const double farthest = 0x1p40;

real exponential(real a) {
    if (is_above(a, number(farthest)))
        return infinite();
    if (is_above(number(-farthest), a))
        return number(0);
    arb_ptr result = new_number();
    arb_exp(result, a, REAL_PRECISION);
    return result;
}

real logarithm(real a) {
    arb_ptr result = new_number();
    arb_log(result, a, REAL_PRECISION);
    return result;
}

real hypotenuse(real a, real b) {
    return of_two(arb_hypot, a, b);
}

real sum_of(const real *term, size_t count) {
    arb_ptr result = new_number();
    for (size_t i = 0; i < count; i++)
        arb_add(result, result, term[i], REAL_PRECISION);
    return result;
}

/* Nothing, infinitely often, is nothing. */
real product_of(const real *factor, size_t count) {
    arb_ptr result = new_number();
    for (size_t i = 0; i < count; i++)
        if (arb_is_zero(factor[i]))
            return result;
    arb_one(result);
    for (size_t i = 0; i < count; i++)
        arb_mul(result, result, factor[i], REAL_PRECISION);
    return result;
}

real compound_of(const real *part, size_t count) {
    arb_ptr result = new_number();
    for (size_t i = 0; i < count; i++) {
        real product = PRODUCT(result, part[i]);
        arb_add(result, result, part[i], REAL_PRECISION);
        arb_add(result, result, product, REAL_PRECISION);
    }
    return result;
}

real gamma_of(real k, real u) {
    real share = PRODUCT(k, u);
    if (!arb_lt(share, number(1)))
        return infinite();
    return over(share, minus(number(1), share));
}

real growth_of(real a) {
    if (is_above(a, number(farthest)))
        return infinite();
    arb_ptr result = new_number();
    arb_expm1(result, a, REAL_PRECISION);
    return result;
}

real decline_of(real a) {
    if (is_above(a, number(farthest)))
        return number(1);
    arb_ptr result = new_number();
    arb_neg(result, a);
    arb_expm1(result, result, REAL_PRECISION);
    arb_neg(result, result);
    return result;
}

bool is_above(real a, real b) {
    return arf_cmp(arb_midref(a), arb_midref(b)) > 0;
}

bool is_finite(real a) {
    return arb_is_finite(a);
}

double to_double(real a) {
    return arf_get_d(arb_midref(a), ARF_RND_NEAR);
}
