#include "exact/merge.h"
#include <math.h>

/* weight = b^(lse - shift), b the base: of whole powers of 2 no bit is lost. */
static void weigh(arb_t weight, const plumb_exact_parts *row, double lse, double shift, slong precision) {
    arb_t below, ln2;
    arb_init(below);
    arb_init(ln2);
    arb_set_d(weight, lse);
    arb_set_d(below, shift);
    arb_sub(below, weight, below, ARF_PREC_EXACT);
    if (row->base_two && arb_is_int(below) && arf_cmpabs_2exp_si(arb_midref(below), 30) < 0) {
        arb_one(weight);
        arb_mul_2exp_si(weight, weight, arf_get_si(arb_midref(below), ARF_RND_DOWN));
    } else {
        arb_const_log2(ln2, precision);
        if (row->base_two)
            arb_mul(below, below, ln2, precision);
        arb_exp(weight, below, precision);
    }
    arb_clear(below);
    arb_clear(ln2);
}

/* lse = log_b(total) + shift */
static void logarithm(arb_t lse, const plumb_exact_parts *row, const arb_t total, double shift, slong precision) {
    arb_t of;
    arb_init(of);
    arb_log(lse, total, precision);
    if (row->base_two) {
        arb_const_log2(of, precision);
        arb_div(lse, lse, of, precision);
    }
    arb_set_d(of, shift);
    arb_add(lse, lse, of, precision);
    arb_clear(of);
}

/* The output of the part with the largest weight, and what the others add to it: sum w_i (o_i - o_m) / sum w_i. */
static void blend(const plumb_exact_parts *row, arb_srcptr weight, const arb_t total, size_t largest, size_t column,
                  arb_t merged, slong precision) {
    arb_t difference, own;
    arb_init(difference);
    arb_init(own);
    arb_set_d(own, row->output[largest * row->stride + column]);
    arb_zero(merged);
    for (size_t i = 0; i < row->parts; i++)
        if (row->lse[i] != -INFINITY) {
            arb_set_d(difference, row->output[i * row->stride + column]);
            arb_sub(difference, difference, own, ARF_PREC_EXACT);
            arb_addmul(merged, difference, weight + i, precision);
        }
    arb_div(merged, merged, total, precision);
    arb_add(merged, merged, own, precision);
    arb_clear(difference);
    arb_clear(own);
}

bool plumb_exact_merge(const plumb_exact_parts *row, arb_ptr merged, arb_t lse, slong precision) {
    size_t largest = 0;
    for (size_t i = 1; i < row->parts; i++)
        if (row->lse[i] > row->lse[largest])
            largest = i;
    if (row->parts == 0 || row->lse[largest] == -INFINITY)
        return false;
    double shift = row->lse[largest];
    arb_ptr weight = _arb_vec_init((slong)row->parts);
    arb_t total;
    arb_init(total);
    for (size_t i = 0; i < row->parts; i++)
        if (row->lse[i] != -INFINITY) {
            weigh(weight + i, row, row->lse[i], shift, precision);
            arb_add(total, total, weight + i, precision);
        }
    for (size_t c = 0; c < row->width; c++)
        blend(row, weight, total, largest, c, merged + c, precision);
    logarithm(lse, row, total, shift, precision);
    arb_clear(total);
    _arb_vec_clear(weight, (slong)row->parts);
    return true;
}
