#include "compare/report_position.h"
#include "compare/report_line.h"
#include "schema/rules.h"
#include <inttypes.h>
#include <stdio.h>

static const char *kind_name(const plumb_position *position) {
    return plumb_word_name(PLUMB_MEMBER_POSITION, position->kind);
}

static void add_scaling(plumb_line *to, const plumb_rope *rope) {
    plumb_rope_scaling scaling = rope->scaling;
    bool factor_alone = scaling == PLUMB_ROPE_LINEAR || scaling == PLUMB_ROPE_NTK;
    bool by_length = scaling == PLUMB_ROPE_DYNAMIC || scaling == PLUMB_ROPE_LONGROPE;
    if (scaling == PLUMB_ROPE_UNSCALED)
        return;
    plumb_line_add(to, ", %s", plumb_word_name(PLUMB_MEMBER_ROPE_SCALING, scaling));
    if (rope->factor > 0)
        plumb_line_add(to, ", factor %.17g", rope->factor);
    if (!factor_alone)
        plumb_line_add(to, ", original %.17g", rope->original);
    if (by_length && rope->length_rule == PLUMB_ROPE_BY_LENGTH)
        plumb_line_add(to, ", length %.17g", rope->length);
    else if (by_length)
        plumb_line_add(to, ", by the maximum length");
    if (scaling == PLUMB_ROPE_YARN)
        plumb_line_add(to, ", beta %.17g and %.17g%s", rope->beta_fast, rope->beta_slow,
                       rope->untruncated ? ", untruncated" : "");
    if (rope->mscale > 0)
        plumb_line_add(to, ", mscale %.17g of %.17g", rope->mscale, rope->mscale_all);
    if (scaling == PLUMB_ROPE_LLAMA3)
        plumb_line_add(to, ", frequencies %.17g to %.17g", rope->low_frequency,
                       rope->high_frequency);
}

static void add_rope(plumb_line *to, const plumb_rope *rope) {
    plumb_line_add(to, " %s, dim %zu",
                   plumb_word_name(PLUMB_MEMBER_ROPE_LAYOUT, rope->layout), rope->dim);
    if (rope->cosine != NULL) {
        plumb_line_add(to, ", cosines and sines given for %zu positions", rope->rows);
        return;
    }
    plumb_line_add(to, ", base %.17g", rope->base);
    add_scaling(to, rope);
    if (rope->multiplier > 0)
        plumb_line_add(to, ", multiplier %.17g", rope->multiplier);
}

static void add_parameters(plumb_line *to, const plumb_position *p) {
    switch (p->kind) {
    case PLUMB_POSITION_NONE:
        break;
    case PLUMB_POSITION_SINUSOIDAL:
        plumb_line_add(
            to, " %s, denominator %s, base %.17g",
            plumb_word_name(PLUMB_MEMBER_SINUSOIDAL_LAYOUT, p->sinusoidal),
            plumb_word_name(PLUMB_MEMBER_SINUSOIDAL_DENOMINATOR, p->sinusoidal_one_less),
            p->sinusoidal_base);
        break;
    case PLUMB_POSITION_LEARNED:
        plumb_line_add(to, ", %zu rows", p->table_rows);
        break;
    case PLUMB_POSITION_ROPE:
        add_rope(to, &p->rope);
        break;
    case PLUMB_POSITION_ALIBI:
        plumb_line_add(to, " %s, slopes %s",
                       plumb_word_name(PLUMB_MEMBER_ALIBI_FORM, p->alibi),
                       p->slopes != NULL ? "given" : "by rule");
        break;
    case PLUMB_POSITION_T5:
    case PLUMB_POSITION_BUCKET_INDEX:
        plumb_line_add(to, ", direction %s, %zu buckets, max distance %zu",
                       plumb_word_name(PLUMB_MEMBER_DIRECTION, p->bidirectional),
                       p->buckets, p->max_distance);
        break;
    case PLUMB_POSITION_RELATIVE_TABLE:
    case PLUMB_POSITION_SHAW:
        plumb_line_add(to, ", reach %zu%s", p->table_rows / 2,
                       p->value_table != NULL ? ", of values too" : "");
        break;
    }
    if (p->offset != 0)
        plumb_line_add(to, ", position offset %" PRId64, p->offset);
}

static bool counts_queries(const plumb_position *p) {
    return plumb_position_reads_queries(p) && p->query_position == NULL;
}

/* Where queries and keys stand. */
static void add_places(plumb_line *to, const plumb_problem *problem) {
    const plumb_position *p = &problem->position;
    if (counts_queries(p))
        plumb_line_add(to, ", queries from %" PRId64 " on", problem->causal.offset);
    if (p->query_position != NULL && p->key_position != NULL)
        plumb_line_add(to, ", positions given");
    else if (p->query_position != NULL)
        plumb_line_add(to, ", query positions given");
    else if (p->key_position != NULL)
        plumb_line_add(to, ", key positions given");
}

void plumb_position_text(const plumb_problem *problem, char *text, size_t size) {
    const plumb_position *p = &problem->position;
    plumb_line to = {text, size};
    snprintf(text, size, "%s", kind_name(p));
    add_parameters(&to, p);
    if (p->kind != PLUMB_POSITION_NONE)
        add_places(&to, problem);
}

static json_t *number_or_null(bool stated, double value) {
    return stated ? json_real(value) : json_null();
}

static json_t *integer_or_null(bool stated, int64_t value) {
    return stated ? json_integer((json_int_t)value) : json_null();
}

static const char *word_or_null(bool stated, plumb_member input, size_t number) {
    return stated ? plumb_word_name(input, number) : NULL;
}

/* One member to a line: */
/* clang-format off */
static json_t *rope_json(const plumb_rope *rope, bool rotated) {
    bool ruled = rotated && rope->cosine == NULL;
    plumb_rope_scaling scaling = ruled ? rope->scaling : PLUMB_ROPE_UNSCALED;
    bool yarn = scaling == PLUMB_ROPE_YARN, llama3 = scaling == PLUMB_ROPE_LLAMA3;
    bool by_length = scaling == PLUMB_ROPE_DYNAMIC || scaling == PLUMB_ROPE_LONGROPE;
    return json_pack("{s:s?, s:o, s:o, s:s?, s:o, s:o, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:o,"
                     " s:o, s:o, s:b}",
                     "rope_layout", word_or_null(rotated, PLUMB_MEMBER_ROPE_LAYOUT, rope->layout),
                     "rope_dim", integer_or_null(rotated, (int64_t)rope->dim),
                     "rope_base", number_or_null(ruled, rope->base),
                     "rope_scaling", word_or_null(ruled, PLUMB_MEMBER_ROPE_SCALING, scaling),
                     "rope_factor", number_or_null(ruled && rope->factor > 0, rope->factor),
                     "rope_original", number_or_null(ruled && rope->original > 0, rope->original),
                     "rope_length_rule", word_or_null(by_length, PLUMB_MEMBER_ROPE_LENGTH_RULE,
                                                      rope->length_rule),
                     "rope_length", number_or_null(by_length && rope->length > 0, rope->length),
                     "rope_multiplier", number_or_null(ruled && rope->multiplier > 0,
                                                       rope->multiplier),
                     "rope_beta_fast", number_or_null(yarn, rope->beta_fast),
                     "rope_beta_slow", number_or_null(yarn, rope->beta_slow),
                     "rope_truncate", yarn ? json_boolean(!rope->untruncated) : json_null(),
                     "rope_mscale", number_or_null(yarn && rope->mscale > 0, rope->mscale),
                     "rope_mscale_all", number_or_null(yarn && rope->mscale > 0, rope->mscale_all),
                     "rope_low_frequency", number_or_null(llama3, rope->low_frequency),
                     "rope_high_frequency", number_or_null(llama3, rope->high_frequency),
                     "rope_cos", rotated && rope->cosine != NULL);
}

json_t *plumb_position_json(const plumb_problem *problem) {
    const plumb_position *p = &problem->position;
    bool sinusoidal = p->kind == PLUMB_POSITION_SINUSOIDAL;
    bool offset = sinusoidal || p->kind == PLUMB_POSITION_LEARNED;
    bool buckets = p->kind == PLUMB_POSITION_T5 || p->kind == PLUMB_POSITION_BUCKET_INDEX;
    bool alibi = p->kind == PLUMB_POSITION_ALIBI;
    return json_pack("{s:s, s:o, s:b, s:b, s:o, s:s?, s:s?, s:o, s:o, s:s?, s:b, s:s?, s:o, s:o,"
                     " s:o, s:b}",
                     "position", kind_name(p),
                     "query_offset", integer_or_null(counts_queries(p), problem->causal.offset),
                     "query_positions", p->query_position != NULL,
                     "key_positions", p->key_position != NULL,
                     "position_offset", integer_or_null(offset, p->offset),
                     "sinusoidal_layout", word_or_null(sinusoidal, PLUMB_MEMBER_SINUSOIDAL_LAYOUT,
                                                       p->sinusoidal),
                     "sinusoidal_denominator", word_or_null(sinusoidal,
                                                            PLUMB_MEMBER_SINUSOIDAL_DENOMINATOR,
                                                            p->sinusoidal_one_less),
                     "sinusoidal_base", number_or_null(sinusoidal, p->sinusoidal_base),
                     "rope", rope_json(&p->rope, p->kind == PLUMB_POSITION_ROPE),
                     "alibi_form", word_or_null(alibi, PLUMB_MEMBER_ALIBI_FORM, p->alibi),
                     "slopes", p->slopes != NULL,
                     "direction", word_or_null(buckets, PLUMB_MEMBER_DIRECTION, p->bidirectional),
                     "buckets", integer_or_null(buckets, (int64_t)p->buckets),
                     "max_distance", integer_or_null(buckets, (int64_t)p->max_distance),
                     "table_rows", integer_or_null(p->table != NULL, (int64_t)p->table_rows),
                     "position_values", p->value_table != NULL);
}
/* clang-format on */
