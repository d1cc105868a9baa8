/* variants.c - the wrong backward passes of variants.def and further_variants.def, and to what each applies. */
#include "backward/variant.h"
#include "exact/visible.h"
#include "row/stages.h"

static bool always(const plumb_problem *p) {
    return p->key_length > 0;
}

static bool has_mask(const plumb_problem *p) {
    for (size_t b = 0; b < p->batch; b++)
        for (size_t t = 0; t < p->query_length; t++)
            if (plumb_exact_visible_count(p, b, 0, t) < p->key_length)
                return true;
    return false;
}

static bool has_lse_gradient(const plumb_problem *p) {
    return p->loss.lse != NULL;
}

static bool has_softmax(const plumb_problem *p) {
    return p->key_length > 0 && plumb_has_log_sum_exp(p->op.kind);
}

static bool has_divisor(const plumb_problem *p) {
    return p->key_length > 0 && plumb_weighs_by_map(&p->op) &&
           plumb_normalisation_is(p->op.normalisation, PLUMB_DIVIDES_BY_SUM);
}

static bool has_alpha(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SCALED);
}

static bool has_clip(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED);
}

/* Delta follows from the output. */
static bool has_output_delta(const plumb_problem *p) {
    return has_softmax(p) && !has_clip(p);
}

static bool has_delta(const plumb_problem *p) {
    return has_output_delta(p) || has_divisor(p);
}

static bool has_map(const plumb_problem *p) {
    return plumb_weighs_by_map(&p->op) && !plumb_operator_is(p->op.kind, PLUMB_IS_LINEAR);
}

static bool has_heads(const plumb_problem *p) {
    return p->query_heads > 1 && has_delta(p);
}

static bool has_rows(const plumb_problem *p) {
    return p->query_length > 1 && has_delta(p);
}

static bool has_sink(const plumb_problem *p) {
    return plumb_sink_logit_of(p->op.sink) != PLUMB_LOGIT_NONE;
}

static bool has_softcap(const plumb_problem *p) {
    return p->op.softcap > 0;
}

static bool has_bias(const plumb_problem *p) {
    return plumb_adds_bias(p);
}

static bool has_rotation(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_ROPE;
}

static bool has_groups(const plumb_problem *p) {
    return p->query_heads > p->key_heads;
}

static bool has_several_groups(const plumb_problem *p) {
    return p->key_heads > 1 && has_groups(p);
}

static bool has_two_alignments(const plumb_problem *p) {
    return p->causal.causal && p->query_length != p->key_length;
}

static bool sees_all(const plumb_problem *p) {
    return !p->causal.causal && p->key_length > 1;
}

static bool has_window(const plumb_problem *p) {
    return p->mask.windowed;
}

static bool has_square_bias(const plumb_problem *p) {
    return p->extra.bias != NULL && p->query_length == p->key_length;
}

#define VARIANT(applies_to, cause_of, text, ...) {.cause = cause_of, .says = text, .applies = applies_to, __VA_ARGS__},

static const plumb_backward_variant further[] = {
#include "backward/further_variants.def"
};

static const plumb_backward_variant variants[] = {
    {.cause = "", .says = "", .applies = always},
#include "backward/variants.def"
};

_Static_assert(sizeof variants / sizeof *variants <= PLUMB_BACKWARD_VARIANTS, "room for all of them");

const plumb_backward_variant *plumb_backward_variant_at(size_t index) {
    return index < sizeof variants / sizeof *variants ? &variants[index] : NULL;
}

const plumb_backward_variant *plumb_further_variant_at(size_t index) {
    return index < sizeof further / sizeof *further ? &further[index] : NULL;
}
