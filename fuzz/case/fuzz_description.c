/* fuzz_description.c - any text as the description of a case: refused with a message, or one
   whose members are all of their kind. */
#include "case/description.h"
#include "case/scale.h"
#include "fuzz/case/check.h"
#include "fuzz/case/replay.h"
#include <math.h>
#include <stdbool.h>

static bool stated(plumb_member_set set, plumb_member member) {
    return plumb_set_has(set, member);
}

static void check_operator(const plumb_operator *op, plumb_member_set set) {
    must((size_t)op->kind < PLUMB_OPERATOR_COUNT);
    must((size_t)op->normalisation < PLUMB_NORMALISATION_COUNT);
    must((size_t)op->sink < PLUMB_SINK_COUNT);
    must(op->softcap_order >= PLUMB_CAP_BIAS_MASK && op->softcap_order <= PLUMB_BIAS_MASK_CAP);
    must(!stated(set, PLUMB_MEMBER_ALPHA) || (op->alpha > 0 && isfinite(op->alpha)));
    must(!stated(set, PLUMB_MEMBER_POWER) || (op->power > 0 && isfinite(op->power)));
    must(op->gamma <= 0 && isfinite(op->gamma));
    must(!stated(set, PLUMB_MEMBER_ZETA) || (op->zeta >= 1 && isfinite(op->zeta)));
    must(op->epsilon >= 0 && isfinite(op->epsilon));
    must(op->softcap >= 0 && isfinite(op->softcap));
    must(!stated(set, PLUMB_MEMBER_SINK_KEYS) || op->sink_keys >= 1);
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        must(!stated(set, (plumb_member)i) || !plumb_is_tensor((plumb_member)i));
}

static bool within(int64_t x, int64_t least) {
    return x >= least && x <= INT64_C(1) << 53;
}

static void check_mask(const plumb_description *d) {
    const plumb_mask *m = &d->mask;
    must(d->mask_word <= PLUMB_MASK_PREFIX);
    must(!m->windowed || (within(m->left, -1) && within(m->right, -1)));
    must(d->mask_word != PLUMB_MASK_PREFIX || within(m->prefix, 0));
    must(!m->streaming || (within(m->first, 0) && within(m->recent, 0)));
    must(within(m->chunk, 0));
}

static void check_position_words(const plumb_position *p) {
    must((size_t)p->kind < PLUMB_POSITION_COUNT);
    must(p->rope.layout >= PLUMB_ROPE_HALF && p->rope.layout <= PLUMB_ROPE_DEINTERLEAVED);
    must(p->rope.scaling >= PLUMB_ROPE_UNSCALED && p->rope.scaling <= PLUMB_ROPE_LONGROPE);
    must(p->rope.length_rule >= PLUMB_ROPE_BY_LENGTH &&
         p->rope.length_rule <= PLUMB_ROPE_BY_MAXIMUM);
    must(p->alibi >= PLUMB_ALIBI_RELATIVE && p->alibi <= PLUMB_ALIBI_SCALED_KEY);
    must(p->sinusoidal >= PLUMB_SINUSOIDAL_CONCATENATED &&
         p->sinusoidal <= PLUMB_SINUSOIDAL_INTERLEAVED);
}

/* 0 where they are not stated. */
static void check_position_numbers(const plumb_position *p) {
    const plumb_rope *r = &p->rope;
    const double numbers[] = {p->sinusoidal_base, r->base,          r->factor,
                              r->original,        r->length,        r->multiplier,
                              r->beta_fast,       r->beta_slow,     r->mscale,
                              r->mscale_all,      r->low_frequency, r->high_frequency};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        must(isfinite(numbers[i]) && numbers[i] >= 0);
    must(r->dim % 2 == 0 && r->dim <= (size_t)PLUMB_POSITION_MAX);
    must(p->offset >= -PLUMB_POSITION_MAX && p->offset <= PLUMB_POSITION_MAX);
    must(p->buckets <= 1024 && p->max_distance <= (size_t)PLUMB_POSITION_MAX);
}

static void check_description(const plumb_description *d) {
    char plain[PLUMB_SCALE_TEXT];
    must(d->scale == NULL || plumb_scale_read(d->scale, plain));
    must(d->alignment >= PLUMB_ALIGNMENT_UNSTATED && d->alignment <= PLUMB_ALIGNMENT_OFFSET);
    must(d->offset >= -(INT64_C(1) << 53) && d->offset <= INT64_C(1) << 53);
    must(d->empty_row >= PLUMB_EMPTY_ROW_ZERO && d->empty_row <= PLUMB_EMPTY_ROW_MEAN);
    check_position_words(&d->position);
    check_position_numbers(&d->position);
    check_mask(d);
    check_operator(&d->op, d->stated);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    plumb_storage storage = {0};
    plumb_description description;
    plumb_error error = {""};
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = 0;
    if (plumb_description_parse(text, "fuzz", &storage, &description, &error) != 0)
        check_error(&error);
    else
        check_description(&description);
    plumb_storage_free(&storage);
    free(text);
    return 0;
}
