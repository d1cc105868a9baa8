#include "case/positions.h"
#include "case/choices.h"
#include <inttypes.h>
#include <math.h>

#define SET PLUMB_INPUT_SET

/* A table of thresholds is made for the buckets: more than any model has would take long. */
enum { BUCKETS_MAX = 1024 };

int plumb_description_position(plumb_description *out, const char *field, const char *text,
                               plumb_error *error) {
    size_t number = 0;
    if (plumb_choose_entry(PLUMB_LIST_POSITIONS, field, text, &number, error) != 0)
        return -1;
    out->position.kind = (plumb_position_kind)number;
    return 0;
}

/* The words of a parameter that no list of case/operators.h has, from number 0 on. */
static const char *const *words_of(plumb_input input) {
    static const char *const sinusoidal_layouts[] = {"concatenated", "interleaved", NULL};
    static const char *const denominators[] = {"half", "one-less", NULL};
    static const char *const rope_layouts[] = {"half", "interleaved", "deinterleaved", NULL};
    static const char *const length_rules[] = {"length", "maximum", NULL};
    static const char *const directions[] = {"causal", "both", NULL};
    switch (input) {
    case PLUMB_INPUT_SINUSOIDAL_LAYOUT:
        return sinusoidal_layouts;
    case PLUMB_INPUT_SINUSOIDAL_DENOMINATOR:
        return denominators;
    case PLUMB_INPUT_ROPE_LAYOUT:
        return rope_layouts;
    case PLUMB_INPUT_ROPE_LENGTH_RULE:
        return length_rules;
    case PLUMB_INPUT_DIRECTION:
    default:
        return directions;
    }
}

const char *plumb_position_word_name(plumb_input input, size_t number) {
    if (input == PLUMB_INPUT_ROPE_SCALING)
        return plumb_list_of(PLUMB_LIST_ROPE_SCALINGS)->entry[number].name;
    if (input == PLUMB_INPUT_ALIBI_FORM)
        return plumb_list_of(PLUMB_LIST_ALIBI_FORMS)->entry[number].name;
    return words_of(input)[number];
}

static int choose(plumb_input input, const char *field, const char *text, size_t *number,
                  plumb_error *error) {
    if (input == PLUMB_INPUT_ROPE_SCALING)
        return plumb_choose_entry(PLUMB_LIST_ROPE_SCALINGS, field, text, number, error);
    if (input == PLUMB_INPUT_ALIBI_FORM)
        return plumb_choose_entry(PLUMB_LIST_ALIBI_FORMS, field, text, number, error);
    return plumb_choose_word(words_of(input), field, text, number, error);
}

int plumb_position_word(plumb_description *out, plumb_input input, const char *field,
                        const char *text, plumb_error *error) {
    plumb_position *position = &out->position;
    size_t number = 0;
    if (choose(input, field, text, &number, error) != 0)
        return -1;
    switch (input) {
    case PLUMB_INPUT_SINUSOIDAL_LAYOUT:
        position->sinusoidal = (plumb_sinusoidal_layout)number;
        break;
    case PLUMB_INPUT_SINUSOIDAL_DENOMINATOR:
        position->sinusoidal_one_less = number == 1;
        break;
    case PLUMB_INPUT_ROPE_LAYOUT:
        position->rope.layout = (plumb_rope_layout)number;
        break;
    case PLUMB_INPUT_ROPE_SCALING:
        position->rope.scaling = (plumb_rope_scaling)number;
        break;
    case PLUMB_INPUT_ROPE_LENGTH_RULE:
        position->rope.length_rule = (plumb_rope_length_rule)number;
        break;
    case PLUMB_INPUT_ALIBI_FORM:
        position->alibi = (plumb_alibi_form)number;
        break;
    case PLUMB_INPUT_DIRECTION:
    default:
        position->bidirectional = number == 1;
    }
    out->stated |= SET(input);
    return 0;
}

static int check_integer(const char *field, int64_t integer, int64_t least, int64_t most,
                         const char *most_text, plumb_error *error) {
    if (integer < least)
        return plumb_fail(error, "%s: %" PRId64 " is below %" PRId64, field, integer, least);
    if (integer > most)
        return plumb_fail(error, "%s: %" PRId64 " is beyond %s", field, integer, most_text);
    return 0;
}

static int set_offset(plumb_position *position, const char *field, int64_t offset,
                      plumb_error *error) {
    if (offset < -PLUMB_POSITION_MAX || offset > PLUMB_POSITION_MAX)
        return plumb_fail(error, "%s: %" PRId64 " is beyond +-2^52", field, offset);
    position->offset = offset;
    return 0;
}

static int set_rope_dim(plumb_position *position, const char *field, int64_t dim,
                        plumb_error *error) {
    if (check_integer(field, dim, 2, PLUMB_POSITION_MAX, "2^52", error) != 0)
        return -1;
    if (dim % 2 != 0)
        return plumb_fail(error, "%s: %" PRId64 " is odd; pairs are rotated", field, dim);
    position->rope.dim = (size_t)dim;
    return 0;
}

int plumb_position_integer(plumb_description *out, plumb_input input, const char *field,
                           int64_t integer, plumb_error *error) {
    plumb_position *position = &out->position;
    switch (input) {
    case PLUMB_INPUT_POSITION_OFFSET:
        if (set_offset(position, field, integer, error) != 0)
            return -1;
        break;
    case PLUMB_INPUT_ROPE_DIM:
        if (set_rope_dim(position, field, integer, error) != 0)
            return -1;
        break;
    case PLUMB_INPUT_BUCKETS:
        if (check_integer(field, integer, 2, BUCKETS_MAX, "1024", error) != 0)
            return -1;
        position->buckets = (size_t)integer;
        break;
    case PLUMB_INPUT_MAX_DISTANCE:
    default:
        if (check_integer(field, integer, 1, PLUMB_POSITION_MAX, "2^52", error) != 0)
            return -1;
        position->max_distance = (size_t)integer;
    }
    out->stated |= SET(input);
    return 0;
}

static double *number_of(plumb_position *position, plumb_input input) {
    plumb_rope *rope = &position->rope;
    switch (input) {
    case PLUMB_INPUT_SINUSOIDAL_BASE:
        return &position->sinusoidal_base;
    case PLUMB_INPUT_ROPE_BASE:
        return &rope->base;
    case PLUMB_INPUT_ROPE_FACTOR:
        return &rope->factor;
    case PLUMB_INPUT_ROPE_ORIGINAL:
        return &rope->original;
    case PLUMB_INPUT_ROPE_LENGTH:
        return &rope->length;
    case PLUMB_INPUT_ROPE_MULTIPLIER:
        return &rope->multiplier;
    case PLUMB_INPUT_ROPE_BETA_FAST:
        return &rope->beta_fast;
    case PLUMB_INPUT_ROPE_BETA_SLOW:
        return &rope->beta_slow;
    case PLUMB_INPUT_ROPE_MSCALE:
        return &rope->mscale;
    case PLUMB_INPUT_ROPE_MSCALE_ALL:
        return &rope->mscale_all;
    case PLUMB_INPUT_ROPE_LOW_FREQUENCY:
        return &rope->low_frequency;
    case PLUMB_INPUT_ROPE_HIGH_FREQUENCY:
    default:
        return &rope->high_frequency;
    }
}

int plumb_position_number(plumb_description *out, plumb_input input, const char *field,
                          double number, plumb_error *error) {
    if (!isfinite(number) || number <= 0)
        return plumb_fail(error, "%s: %.17g is not a finite number above 0", field, number);
    *number_of(&out->position, input) = number;
    out->stated |= SET(input);
    return 0;
}

/* rope_truncate is the only one. */
int plumb_position_truth(plumb_description *out, plumb_input input, const char *field, bool truth,
                         plumb_error *error) {
    (void)field;
    (void)error;
    out->position.rope.untruncated = !truth;
    out->stated |= SET(input);
    return 0;
}

static bool has(plumb_input_set given, plumb_input input) {
    return (given & SET(input)) != 0;
}

static int passed_over(plumb_input input, const char *reason, const char *source,
                       plumb_error *error) {
    return plumb_fail(error, "%s: %s: would be passed over: %s", source, plumb_input_name(input),
                      reason);
}

/* Neither without the other. */
static int check_both(plumb_input one, plumb_input other, plumb_input_set given, const char *source,
                      plumb_error *error) {
    if (has(given, one) == has(given, other))
        return 0;
    bool first = has(given, one);
    return plumb_fail(error, "%s: %s: missing; %s needs it", source,
                      plumb_input_name(first ? other : one), plumb_input_name(first ? one : other));
}

static int check_angles(plumb_input_set given, const char *source, plumb_error *error) {
    static const plumb_input ruled[] = {PLUMB_INPUT_ROPE_BASE, PLUMB_INPUT_ROPE_SCALING,
                                        PLUMB_INPUT_ROPE_MULTIPLIER};
    if (check_both(PLUMB_INPUT_ROPE_COS, PLUMB_INPUT_ROPE_SIN, given, source, error) != 0)
        return -1;
    if (!has(given, PLUMB_INPUT_ROPE_COS))
        return 0;
    for (size_t i = 0; i < sizeof ruled / sizeof *ruled; i++)
        if (has(given, ruled[i]))
            return passed_over(ruled[i], "rope_cos and rope_sin are given", source, error);
    return 0;
}

static int check_length(const plumb_rope *rope, plumb_input_set given, const char *source,
                        plumb_error *error) {
    bool stated = has(given, PLUMB_INPUT_ROPE_LENGTH);
    if (rope->scaling != PLUMB_ROPE_DYNAMIC && rope->scaling != PLUMB_ROPE_LONGROPE)
        return 0;
    if (rope->length_rule == PLUMB_ROPE_BY_LENGTH && !stated)
        return plumb_fail(error, "%s: rope_length: missing; rope_length_rule length needs it",
                          source);
    if (rope->length_rule == PLUMB_ROPE_BY_MAXIMUM && stated)
        return passed_over(PLUMB_INPUT_ROPE_LENGTH, "rope_length_rule is maximum", source, error);
    return 0;
}

/* Both the multiplier and the length of rule maximum come from the factor. */
static int check_longrope_factor(const plumb_rope *rope, plumb_input_set given, const char *source,
                                 plumb_error *error) {
    bool read =
        rope->length_rule == PLUMB_ROPE_BY_MAXIMUM || !has(given, PLUMB_INPUT_ROPE_MULTIPLIER);
    if (rope->scaling != PLUMB_ROPE_LONGROPE)
        return 0;
    if (read && !has(given, PLUMB_INPUT_ROPE_FACTOR))
        return plumb_fail(error, "%s: rope_factor: missing; rope_scaling longrope needs it",
                          source);
    if (!read && has(given, PLUMB_INPUT_ROPE_FACTOR))
        return passed_over(PLUMB_INPUT_ROPE_FACTOR,
                           "rope_multiplier and rope_length_rule length leave nothing to it",
                           source, error);
    return 0;
}

static int check_mscale(plumb_input_set given, const char *source, plumb_error *error) {
    if (check_both(PLUMB_INPUT_ROPE_MSCALE, PLUMB_INPUT_ROPE_MSCALE_ALL, given, source, error) != 0)
        return -1;
    if (has(given, PLUMB_INPUT_ROPE_MSCALE) && has(given, PLUMB_INPUT_ROPE_MULTIPLIER))
        return passed_over(PLUMB_INPUT_ROPE_MSCALE, "rope_multiplier is stated", source, error);
    return 0;
}

static int check_rope(const plumb_rope *rope, plumb_input_set given, const char *source,
                      plumb_error *error) {
    if (check_angles(given, source, error) != 0 || check_length(rope, given, source, error) != 0 ||
        check_longrope_factor(rope, given, source, error) != 0 ||
        check_mscale(given, source, error) != 0)
        return -1;
    return 0;
}

bool plumb_position_reads_queries(const plumb_position *position) {
    bool of_keys =
        position->kind == PLUMB_POSITION_ALIBI &&
        (position->alibi == PLUMB_ALIBI_KEY || position->alibi == PLUMB_ALIBI_SCALED_KEY);
    return position->kind != PLUMB_POSITION_NONE && !of_keys;
}

static int check_company(const plumb_description *description, plumb_input_set given,
                         const char *source, plumb_error *error) {
    const plumb_position *position = &description->position;
    plumb_operator_kind kind = description->op.kind;
    bool of_vectors =
        plumb_position_moves_vectors(position->kind) || position->kind == PLUMB_POSITION_SHAW;
    if (of_vectors && (kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL))
        return plumb_fail(error, "%s: position: '%s' with operator %s is not defined here", source,
                          plumb_list_of(PLUMB_LIST_POSITIONS)->entry[position->kind].name,
                          plumb_list_of(PLUMB_LIST_OPERATORS)->entry[kind].name);
    if (!plumb_position_reads_queries(position) && has(given, PLUMB_INPUT_QUERY_POSITIONS))
        return passed_over(PLUMB_INPUT_QUERY_POSITIONS,
                           "alibi_form key and scaled-key read positions of keys alone", source,
                           error);
    if (has(given, PLUMB_INPUT_POSITION_VALUES) &&
        (has(given, PLUMB_INPUT_GATE) || has(given, PLUMB_INPUT_V_BIAS)))
        return plumb_fail(error, "%s: position_values: not together with %s", source,
                          has(given, PLUMB_INPUT_GATE) ? "gate" : "v_bias");
    return 0;
}

int plumb_positions_check(const plumb_description *description, plumb_input_set tensors,
                          const char *source, plumb_error *error) {
    const plumb_position *position = &description->position;
    const plumb_choice chosen[] = {{PLUMB_LIST_POSITIONS, position->kind},
                                   {PLUMB_LIST_ROPE_SCALINGS, position->rope.scaling}};
    plumb_input_set given = description->stated | tensors;
    bool rope = position->kind == PLUMB_POSITION_ROPE;
    if (plumb_choices_check(chosen, rope ? 2 : 1, given & plumb_inputs_of_positions(), source,
                            error) != 0)
        return -1;
    if (rope && check_rope(&position->rope, given, source, error) != 0)
        return -1;
    return check_company(description, given, source, error);
}

bool plumb_positions_count_queries(const plumb_description *description, plumb_input_set tensors) {
    return plumb_position_reads_queries(&description->position) &&
           !has(tensors, PLUMB_INPUT_QUERY_POSITIONS);
}

static void set_default(double *number, double value, plumb_input input, plumb_input_set stated) {
    if (!has(stated, input))
        *number = value;
}

static int assemble_sinusoidal(const plumb_description *description, const char *source,
                               plumb_problem *problem, plumb_error *error) {
    plumb_position *position = &problem->position;
    set_default(&position->sinusoidal_base, 10000, PLUMB_INPUT_SINUSOIDAL_BASE,
                description->stated);
    if (problem->head_dim % 2 != 0)
        return plumb_fail(error, "%s: position: 'sinusoidal' needs an even head_dim, q has %zu",
                          source, problem->head_dim);
    if (position->sinusoidal_one_less && problem->head_dim < 4)
        return plumb_fail(
            error,
            "%s: sinusoidal_denominator: 'one-less' needs a head_dim of at least 4, q has %zu",
            source, problem->head_dim);
    return 0;
}

static int check_rope_dim(const plumb_problem *problem, const char *source, plumb_error *error) {
    const plumb_rope *rope = &problem->position.rope;
    if (rope->dim > problem->head_dim)
        return plumb_fail(error, "%s: rope_dim: %zu is beyond head_dim %zu", source, rope->dim,
                          problem->head_dim);
    if (rope->dim % 2 != 0)
        return plumb_fail(error, "%s: rope_dim: missing; head_dim %zu is odd", source,
                          problem->head_dim);
    if (rope->dim == 2 && (rope->scaling == PLUMB_ROPE_NTK || rope->scaling == PLUMB_ROPE_DYNAMIC))
        return plumb_fail(error, "%s: rope_dim: 2 leaves rope_scaling %s no exponent, r/(r-2)",
                          source,
                          plumb_list_of(PLUMB_LIST_ROPE_SCALINGS)->entry[rope->scaling].name);
    return 0;
}

/* What the scalings' formulas divide by must not be 0, nor their roots be of negative numbers. */
static int check_rope_domain(const plumb_rope *rope, const char *source, plumb_error *error) {
    if (rope->scaling == PLUMB_ROPE_YARN && rope->base <= 1)
        return plumb_fail(error, "%s: rope_base: %.17g is not above 1, as rope_scaling yarn needs",
                          source, rope->base);
    if (rope->scaling == PLUMB_ROPE_LONGROPE && rope->original <= 1)
        return plumb_fail(error,
                          "%s: rope_original: %.17g is not above 1, as rope_scaling longrope needs",
                          source, rope->original);
    if (rope->scaling == PLUMB_ROPE_LLAMA3 && rope->high_frequency <= rope->low_frequency)
        return plumb_fail(error,
                          "%s: rope_high_frequency: %.17g is not above rope_low_frequency, %.17g",
                          source, rope->high_frequency, rope->low_frequency);
    return 0;
}

static int assemble_rope(const plumb_description *description, const char *source,
                         plumb_problem *problem, plumb_error *error) {
    plumb_rope *rope = &problem->position.rope;
    plumb_input_set stated = description->stated;
    if (!has(stated, PLUMB_INPUT_ROPE_DIM))
        rope->dim = problem->head_dim;
    set_default(&rope->base, 10000, PLUMB_INPUT_ROPE_BASE, stated);
    set_default(&rope->beta_fast, 32, PLUMB_INPUT_ROPE_BETA_FAST, stated);
    set_default(&rope->beta_slow, 1, PLUMB_INPUT_ROPE_BETA_SLOW, stated);
    set_default(&rope->low_frequency, 1, PLUMB_INPUT_ROPE_LOW_FREQUENCY, stated);
    set_default(&rope->high_frequency, 4, PLUMB_INPUT_ROPE_HIGH_FREQUENCY, stated);
    if (check_rope_dim(problem, source, error) != 0)
        return -1;
    return check_rope_domain(rope, source, error);
}

static int assemble_buckets(const plumb_description *description, const char *source,
                            plumb_problem *problem, plumb_error *error) {
    plumb_position *position = &problem->position;
    if (!has(description->stated, PLUMB_INPUT_BUCKETS))
        position->buckets = 32;
    if (!has(description->stated, PLUMB_INPUT_MAX_DISTANCE))
        position->max_distance = 128;
    if (position->bidirectional && (position->buckets < 4 || position->buckets % 2 != 0))
        return plumb_fail(
            error, "%s: buckets: %zu is not an even number of at least 4, as direction both needs",
            source, position->buckets);
    size_t linear = (position->bidirectional ? position->buckets / 2 : position->buckets) / 2;
    if (position->max_distance <= linear)
        return plumb_fail(
            error, "%s: max_distance: %zu is not above %zu, half of the buckets of one direction",
            source, position->max_distance, linear);
    return 0;
}

int plumb_positions_assemble(const plumb_description *description, const char *source,
                             plumb_problem *problem, plumb_error *error) {
    problem->position = description->position;
    switch (problem->position.kind) {
    case PLUMB_POSITION_SINUSOIDAL:
        return assemble_sinusoidal(description, source, problem, error);
    case PLUMB_POSITION_ROPE:
        return assemble_rope(description, source, problem, error);
    case PLUMB_POSITION_T5:
    case PLUMB_POSITION_BUCKET_INDEX:
        return assemble_buckets(description, source, problem, error);
    default:
        return 0;
    }
}
