#include "diagnose/change_rope.h"
#include "diagnose/rows.h"
#include <math.h>
#include <string.h>

#define FACTOR(mu) STATE("\"rope_multiplier\":%s", DIGITS(mu))
#define LENGTH(length) STATE("%s\"rope_length\":%s", ruled, DIGITS(length))
#define ANGLES(what, format) CALL(plumb_round_angles, .integer = (what), .second = PLUMB_##format)

void plumb_neighbours_of_rope(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_rope *rope = &p->position.rope;
    if (p->position.kind != PLUMB_POSITION_ROPE)
        return;
    size_t dim = p->head_dim, rotated = rope->dim, again = rotated * rotated / dim;
    bool computed = plumb_computes_angles(p), halves = rope->layout == PLUMB_ROPE_HALF;
    bool scaled = computed && rope->scaling != PLUMB_ROPE_UNSCALED;
    bool yarn = computed && rope->scaling == PLUMB_ROPE_YARN, longrope = rope->scaling == PLUMB_ROPE_LONGROPE;
    /* Where nothing else reads the base. */
    bool powers = computed && rope->scaling != PLUMB_ROPE_NTK && rope->scaling != PLUMB_ROPE_DYNAMIC && !yarn;
    bool has_rule = yarn || (computed && longrope);
    bool has_mscale = yarn && rope->multiplier == 0 && rope->mscale != 0 && rope->mscale_all != 0;
    bool has_original = computed && rope->scaling >= PLUMB_ROPE_DYNAMIC && rope->factor > 0;
    bool has_length = computed && (rope->scaling == PLUMB_ROPE_DYNAMIC || longrope);
    const char *ruled = rope->length_rule == PLUMB_ROPE_BY_MAXIMUM ? "\"rope_length_rule\":\"length\"," : "";
    const char *scaling = plumb_word_name(PLUMB_MEMBER_ROPE_SCALING, rope->scaling);
    double mu = computed ? plumb_rope_factor(rope) : 1;
#include "diagnose/neighbours_rope.def"
}
