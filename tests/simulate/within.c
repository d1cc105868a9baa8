#include "tests/simulate/within.h"
#include "exact/round.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static simulated_rounding rounding_of(plumb_rounding rounding) {
    static const struct {
        const char *name;
        simulated_rounding rounding;
    } known[] = {{"f64", {.format = AS_F64}},
                 {"f32", {.format = AS_F32}},
                 {"f32-cut", {.format = AS_F32, .cut = true}},
                 {"tf32", {.format = AS_TF32}},
                 {"tf32-cut", {.format = AS_TF32, .cut = true}},
                 {"bf16", {.format = AS_BF16}},
                 {"bf16-cut", {.format = AS_BF16, .cut = true}},
                 {"f16", {.format = AS_F16}},
                 {"f16-cut", {.format = AS_F16, .cut = true}},
                 {"f16-flush", {.format = AS_F16, .flushes = true}},
                 {"e4m3", {.format = AS_E4M3}},
                 {"e5m2", {.format = AS_E5M2}},
                 {"tf32x2", {.format = AS_F32, .bits = 22, .cut = true}},
                 {"none", {.format = AS_IT_IS}}};
    const char *name = plumb_rounding_name(rounding);
    for (size_t i = 0; name != NULL && i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].rounding;
    abort(); /* a rounding that the precision language has and this list lacks */
}

static simulated_unit sums_in(plumb_rounding rounding) {
    simulated_unit unit = {.sum = rounding_of(rounding)};
    unit.sum.cut = false;
    return unit;
}

/* The coarser of input and output: the tensors between two operations. */
static simulated_rounding tensor_of(const plumb_precision *p) {
    return rounding_of(p->input.unit > p->output.unit ? p->input : p->output);
}

simulated_engine engine_within(const plumb_precision *p) {
    simulated_engine by = {.scaled = rounding_of(p->input),
                           .moved = tensor_of(p),
                           .operand = rounding_of(p->operand),
                           .score = rounding_of(p->score),
                           .exponent = rounding_of(p->exponent),
                           .probability = rounding_of(p->probability),
                           .output = rounding_of(p->output),
                           .part = rounding_of(p->part),
                           .product = sums_in(p->product),
                           .accumulate = sums_in(p->accumulate),
                           .sum = sums_in(p->accumulate)};
    if (p->shifted > 0)
        by.shifted = (simulated_rounding){.format = AS_F32, .bits = -ilogb(p->shifted)};
    return by;
}

/* Lanes of a processor, or where sums may be cut, a matrix unit. */
static void draw_units(random_cases *cases, const plumb_precision *p, simulated_engine *by) {
    static const struct {
        size_t at_once;
        int width;
    } units[] = {{4, 24}, {8, 25}, {16, 26}};
    size_t choice = random_below(cases, sizeof units / sizeof *units), way = random_below(cases, 3);
    simulated_unit *both[] = {&by->product, &by->accumulate};
    for (size_t i = 0; i < 2; i++) {
        if (way == 1)
            both[i]->lanes = 8;
        if (way == 2 && p->product.cut && by->product.sum.format == AS_F32) {
            both[i]->sum.cut = true;
            both[i]->at_once = units[choice].at_once;
            both[i]->width = units[choice].width;
        }
    }
    if (random_below(cases, 2) == 0)
        by->sum.lanes = 8;
}

static void draw_exponential(random_cases *cases, const plumb_precision *p, simulated_engine *by) {
    size_t choice = random_below(cases, 4);
    if (choice == 0 && p->exponential >= 0x1p-13)
        by->exponential.kind = EXP_CUBIC;
    else if (choice < 3 || by->scale == SCALE_IN_EXPONENT)
        by->exponential.kind = EXP_BASE_TWO;
    if (by->exponential.kind != EXP_OF_LIBRARY)
        by->rescaling.kind = EXP_BASE_TWO;
}

simulated_engine draw_engine_within(random_cases *cases, const plumb_precision *p) {
    static const size_t blocks[] = {0, 16, 32, 48, 64, 96, 128, 256};
    simulated_engine by = engine_within(p);
    by.block = blocks[random_below(cases, sizeof blocks / sizeof *blocks)];
    by.scale = (simulated_scale)random_below(cases, SCALE_IN_EXPONENT + 1);
    by.order = random_below(cases, 2) == 0 ? KEYS_FORWARD : KEYS_BACKWARD;
    by.divides_first = random_below(cases, 3) == 0;
    by.sums_stored = !by.probability.cut && random_below(cases, 4) == 0;
    by.angle = random_below(cases, 2) == 0 ? by.exponent : (simulated_rounding){.format = AS_IT_IS};
    if (random_below(cases, 8) == 0)
        by.parts = 2 + random_below(cases, 7);
    if (random_below(cases, 8) == 0)
        by.shift = SHIFT_LAZY;
    by.shift_by = 8;
    draw_units(cases, p, &by);
    draw_exponential(cases, p, &by);
    if (by.divides_first)
        by.block = by.parts = 0;
    return by;
}
