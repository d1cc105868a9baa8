#include "cli/case_arguments.h"
#include "case/choices.h"
#include "case/masks.h"
#include "case/parameters.h"
#include "case/positions.h"
#include "case/read.h"
#include "case/values.h"
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUERY,
    KEY,
    VALUE,
    OUT,
    WEIGHTS,
    SCORES,
    LSE,
    INPUTS, /* what operators and positions take, in the order of plumb_input */
    QUERY_SEGMENTS = INPUTS + PLUMB_INPUTS, /* the tensors in the order of plumb_mask_tensor */
    KEY_SEGMENTS,
    ALLOWED,
    BFLOAT16,
    OPERATOR,
    SINK,
    POSITION,
    MASK,
    PREFIX,
    WINDOW,
    STREAMING,
    CHUNK,
    STREAMING_POSITIONS,
    POLARITY,
    ALIGNMENT,
    SCALE,
    SCALE_SITE,
    GQA,
    EMPTY_ROW,
    EMPTY_LSE,
    ENGINE,
    PRECISION,
    OPTIONS
};

_Static_assert((int)OPTIONS == (int)PLUMB_CASE_OPTIONS, "every option has its place");

#define OF_INPUT(input, flag) [INPUTS + (input)] = {.name = (flag), .kind = PLUMB_VALUE_TAKEN}

static const plumb_option descriptions[PLUMB_CASE_OPTIONS] = {
    OF_INPUT(PLUMB_INPUT_BIAS, "--bias"),
    OF_INPUT(PLUMB_INPUT_SINKS, "--sinks"),
    OF_INPUT(PLUMB_INPUT_K_STAR, "--k-star"),
    OF_INPUT(PLUMB_INPUT_V_STAR, "--v-star"),
    OF_INPUT(PLUMB_INPUT_KEY0_BIAS, "--key0-bias"),
    OF_INPUT(PLUMB_INPUT_V_BIAS, "--v-bias"),
    OF_INPUT(PLUMB_INPUT_GATE, "--gate"),
    OF_INPUT(PLUMB_INPUT_W1, "--w1"),
    OF_INPUT(PLUMB_INPUT_W2, "--w2"),
    OF_INPUT(PLUMB_INPUT_QUERY_POSITIONS, "--query-positions"),
    OF_INPUT(PLUMB_INPUT_KEY_POSITIONS, "--key-positions"),
    OF_INPUT(PLUMB_INPUT_POSITION_TABLE, "--position-table"),
    OF_INPUT(PLUMB_INPUT_POSITION_VALUES, "--position-values"),
    OF_INPUT(PLUMB_INPUT_SLOPES, "--slopes"),
    OF_INPUT(PLUMB_INPUT_ROPE_COS, "--rope-cos"),
    OF_INPUT(PLUMB_INPUT_ROPE_SIN, "--rope-sin"),
    OF_INPUT(PLUMB_INPUT_ROPE_LONG, "--rope-long"),
    OF_INPUT(PLUMB_INPUT_ROPE_SHORT, "--rope-short"),
    OF_INPUT(PLUMB_INPUT_ALPHA, "--alpha"),
    OF_INPUT(PLUMB_INPUT_POWER, "--power"),
    OF_INPUT(PLUMB_INPUT_GAMMA, "--gamma"),
    OF_INPUT(PLUMB_INPUT_ZETA, "--zeta"),
    OF_INPUT(PLUMB_INPUT_EPSILON, "--epsilon"),
    OF_INPUT(PLUMB_INPUT_SOFTCAP, "--softcap"),
    OF_INPUT(PLUMB_INPUT_SOFTCAP_ORDER, "--softcap-order"),
    OF_INPUT(PLUMB_INPUT_NORMALISATION, "--normalisation"),
    OF_INPUT(PLUMB_INPUT_SINK_KEYS, "--sink-keys"),
    OF_INPUT(PLUMB_INPUT_LSE_SINK, "--lse-sink"),
    OF_INPUT(PLUMB_INPUT_POSITION_OFFSET, "--position-offset"),
    OF_INPUT(PLUMB_INPUT_SINUSOIDAL_LAYOUT, "--sinusoidal-layout"),
    OF_INPUT(PLUMB_INPUT_SINUSOIDAL_DENOMINATOR, "--sinusoidal-denominator"),
    OF_INPUT(PLUMB_INPUT_SINUSOIDAL_BASE, "--sinusoidal-base"),
    OF_INPUT(PLUMB_INPUT_ROPE_LAYOUT, "--rope-layout"),
    OF_INPUT(PLUMB_INPUT_ROPE_DIM, "--rope-dim"),
    OF_INPUT(PLUMB_INPUT_ROPE_BASE, "--rope-base"),
    OF_INPUT(PLUMB_INPUT_ROPE_SCALING, "--rope-scaling"),
    OF_INPUT(PLUMB_INPUT_ROPE_FACTOR, "--rope-factor"),
    OF_INPUT(PLUMB_INPUT_ROPE_ORIGINAL, "--rope-original"),
    OF_INPUT(PLUMB_INPUT_ROPE_LENGTH, "--rope-length"),
    OF_INPUT(PLUMB_INPUT_ROPE_LENGTH_RULE, "--rope-length-rule"),
    OF_INPUT(PLUMB_INPUT_ROPE_MULTIPLIER, "--rope-multiplier"),
    OF_INPUT(PLUMB_INPUT_ROPE_BETA_FAST, "--rope-beta-fast"),
    OF_INPUT(PLUMB_INPUT_ROPE_BETA_SLOW, "--rope-beta-slow"),
    OF_INPUT(PLUMB_INPUT_ROPE_TRUNCATE, "--rope-truncate"),
    OF_INPUT(PLUMB_INPUT_ROPE_MSCALE, "--rope-mscale"),
    OF_INPUT(PLUMB_INPUT_ROPE_MSCALE_ALL, "--rope-mscale-all"),
    OF_INPUT(PLUMB_INPUT_ROPE_LOW_FREQUENCY, "--rope-low-frequency"),
    OF_INPUT(PLUMB_INPUT_ROPE_HIGH_FREQUENCY, "--rope-high-frequency"),
    OF_INPUT(PLUMB_INPUT_ALIBI_FORM, "--alibi-form"),
    OF_INPUT(PLUMB_INPUT_DIRECTION, "--direction"),
    OF_INPUT(PLUMB_INPUT_BUCKETS, "--buckets"),
    OF_INPUT(PLUMB_INPUT_MAX_DISTANCE, "--max-distance"),
    [QUERY] = {.name = "--q", .kind = PLUMB_VALUE_TAKEN},
    [KEY] = {.name = "--k", .kind = PLUMB_VALUE_TAKEN},
    [VALUE] = {.name = "--v", .kind = PLUMB_VALUE_TAKEN},
    [OUT] = {.name = "--out", .kind = PLUMB_VALUE_TAKEN},
    [WEIGHTS] = {.name = "--weights", .kind = PLUMB_VALUE_TAKEN},
    [SCORES] = {.name = "--scores", .kind = PLUMB_VALUE_TAKEN},
    [LSE] = {.name = "--lse", .kind = PLUMB_VALUE_TAKEN},
    [QUERY_SEGMENTS] = {.name = "--query-segments", .kind = PLUMB_VALUE_TAKEN},
    [KEY_SEGMENTS] = {.name = "--key-segments", .kind = PLUMB_VALUE_TAKEN},
    [ALLOWED] = {.name = "--allowed", .kind = PLUMB_VALUE_TAKEN},
    [BFLOAT16] = {.name = "--bf16", .kind = PLUMB_NO_VALUE_TAKEN},
    [OPERATOR] = {.name = "--operator", .kind = PLUMB_VALUE_TAKEN},
    [SINK] = {.name = "--sink", .kind = PLUMB_VALUE_TAKEN},
    [POSITION] = {.name = "--position", .kind = PLUMB_VALUE_TAKEN},
    [MASK] = {.name = "--mask", .kind = PLUMB_VALUE_TAKEN},
    [PREFIX] = {.name = "--prefix", .kind = PLUMB_VALUE_TAKEN},
    [WINDOW] = {.name = "--window", .kind = PLUMB_VALUE_TAKEN},
    [STREAMING] = {.name = "--streaming", .kind = PLUMB_VALUE_TAKEN},
    [CHUNK] = {.name = "--chunk", .kind = PLUMB_VALUE_TAKEN},
    [STREAMING_POSITIONS] = {.name = "--streaming-positions", .kind = PLUMB_VALUE_TAKEN},
    [POLARITY] = {.name = "--mask-polarity", .kind = PLUMB_VALUE_TAKEN},
    [ALIGNMENT] = {.name = "--causal-alignment", .kind = PLUMB_VALUE_TAKEN},
    [SCALE] = {.name = "--scale", .kind = PLUMB_VALUE_TAKEN},
    [SCALE_SITE] = {.name = "--scale-site", .kind = PLUMB_VALUE_TAKEN},
    [GQA] = {.name = "--gqa", .kind = PLUMB_VALUE_TAKEN},
    [EMPTY_ROW] = {.name = "--empty-row", .kind = PLUMB_VALUE_TAKEN},
    [EMPTY_LSE] = {.name = "--empty-lse", .kind = PLUMB_VALUE_TAKEN},
    [ENGINE] = {.name = "--engine", .kind = PLUMB_VALUE_TAKEN},
    [PRECISION] = {.name = "--precision", .kind = PLUMB_VALUE_TAKEN},
};

void plumb_case_options(plumb_option options[PLUMB_CASE_OPTIONS]) {
    memcpy(options, descriptions, sizeof descriptions);
}

/* An alignment is a name or an integer offset. */
static int set_alignment(plumb_description *out, const char *field, const char *text,
                         plumb_error *error) {
    char *end;
    errno = 0;
    long long offset = strtoll(text, &end, 10);
    if (strspn(text, "+-0123456789") != strlen(text) || *end != 0)
        return plumb_description_alignment(out, field, text, error);
    if (errno == ERANGE)
        return plumb_fail(error, "%s: offset %s is beyond +-2^53", field, text);
    return plumb_description_offset(out, field, offset, error);
}

/* The binary64 number that a decimal denotes. */
static bool read_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return strspn(text, "+-.0123456789eE") == strlen(text) && *end == 0 && end != text;
}

/* The integer in front of end, which is the only character that may follow it. */
static bool read_integer(const char **text, char end, int64_t *number) {
    char *next;
    errno = 0;
    long long value = strtoll(*text, &next, 10);
    if (next == *text || strspn(*text, "+-0123456789") != (size_t)(next - *text) || *next != end ||
        errno == ERANGE)
        return false;
    *number = value;
    *text = next + (end != 0);
    return true;
}

static int set_integer(plumb_description *out, const char *field, const char *text,
                       int set(plumb_description *, const char *field, int64_t number,
                               plumb_error *),
                       plumb_error *error) {
    const char *next = text;
    int64_t number;
    if (!read_integer(&next, 0, &number))
        return plumb_fail(error, "%s: '%s' is not an integer", field, text);
    return set(out, field, number, error);
}

static int set_pair(plumb_description *out, const char *field, const char *text,
                    int set(plumb_description *, const char *field, int64_t one, int64_t other,
                            plumb_error *),
                    plumb_error *error) {
    const char *next = text;
    int64_t one, other;
    if (!read_integer(&next, ',', &one) || !read_integer(&next, 0, &other))
        return plumb_fail(error, "%s: '%s' is not two integers with a comma between them", field,
                          text);
    return set(out, field, one, other, error);
}

static int set_prefix(plumb_description *out, const char *field, const char *text,
                      plumb_error *error) {
    return set_integer(out, field, text, plumb_description_prefix, error);
}

static int set_chunk(plumb_description *out, const char *field, const char *text,
                     plumb_error *error) {
    return set_integer(out, field, text, plumb_description_chunk, error);
}

static int set_window(plumb_description *out, const char *field, const char *text,
                      plumb_error *error) {
    return set_pair(out, field, text, plumb_description_window, error);
}

static int set_streaming(plumb_description *out, const char *field, const char *text,
                         plumb_error *error) {
    return set_pair(out, field, text, plumb_description_streaming, error);
}

static int set_engine(plumb_description *out, const char *field, const char *text,
                      plumb_error *error) {
    return plumb_description_line(&out->engine_name, field, text, error);
}

static int set_precision(plumb_description *out, const char *field, const char *text,
                         plumb_error *error) {
    return plumb_description_line(&out->precision, field, text, error);
}

static int describe(const plumb_option *options, plumb_description *out, plumb_error *error) {
    static const struct {
        int option;
        int (*set)(plumb_description *, const char *field, const char *text, plumb_error *);
    } setters[] = {{OPERATOR, plumb_description_operator},
                   {SINK, plumb_description_sink},
                   {POSITION, plumb_description_position},
                   {MASK, plumb_description_mask},
                   {PREFIX, set_prefix},
                   {WINDOW, set_window},
                   {STREAMING, set_streaming},
                   {CHUNK, set_chunk},
                   {STREAMING_POSITIONS, plumb_description_streaming_positions},
                   {POLARITY, plumb_description_polarity},
                   {ALIGNMENT, set_alignment},
                   {SCALE, plumb_description_scale},
                   {SCALE_SITE, plumb_description_scale_site},
                   {GQA, plumb_description_gqa},
                   {EMPTY_ROW, plumb_description_empty_row},
                   {EMPTY_LSE, plumb_description_empty_lse},
                   {ENGINE, set_engine},
                   {PRECISION, set_precision}};
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
        const plumb_option *option = &options[setters[i].option];
        if (option->given && setters[i].set(out, option->name, option->value, error) != 0)
            return -1;
    }
    return 0;
}

static int describe_input(plumb_input input, const plumb_option *option, plumb_description *out,
                          plumb_error *error) {
    const char *field = option->name, *text = option->value, *next = text;
    static const char *const truths[] = {"true", "false", NULL};
    size_t truth = 0;
    double number;
    int64_t integer;
    switch (plumb_input_kind(input)) {
    case PLUMB_VALUE_NUMBER:
        if (!read_number(text, &number))
            return plumb_fail(error, "%s: '%s' is not a number", field, text);
        return plumb_value_number(out, input, field, number, error);
    case PLUMB_VALUE_INTEGER:
        if (!read_integer(&next, 0, &integer))
            return plumb_fail(error, "%s: '%s' is not an integer", field, text);
        return plumb_value_integer(out, input, field, integer, error);
    case PLUMB_VALUE_TRUTH:
        if (plumb_choose_word(truths, field, text, &truth, error) != 0)
            return -1;
        return plumb_value_truth(out, input, field, truth == 0, error);
    case PLUMB_VALUE_WORD:
    default:
        return plumb_value_word(out, input, field, text, error);
    }
}

static int describe_inputs(const plumb_option *options, plumb_description *out,
                           plumb_error *error) {
    for (int input = PLUMB_INPUT_TENSORS; input < PLUMB_INPUTS; input++) {
        const plumb_option *option = &options[INPUTS + input];
        if (option->given && describe_input((plumb_input)input, option, out, error) != 0)
            return -1;
    }
    return 0;
}

static int read_npy(const plumb_option *options, plumb_case *out, plumb_error *error) {
    plumb_npy_case files = {
        .query = options[QUERY].value,
        .key = options[KEY].value,
        .value = options[VALUE].value,
        .output = options[OUT].value,
        .weights = options[WEIGHTS].value,
        .scores = options[SCORES].value,
        .lse = options[LSE].value,
        .bfloat16 = options[BFLOAT16].given,
    };
    for (int i = 0; i < PLUMB_INPUT_TENSORS; i++)
        files.extra[i] = options[INPUTS + i].value;
    for (int i = 0; i < PLUMB_MASK_TENSORS; i++)
        files.mask[i] = options[QUERY_SEGMENTS + i].value;
    if (describe(options, &files.description, error) != 0 ||
        describe_inputs(options, &files.description, error) != 0)
        return -1;
    for (int i = QUERY; i <= VALUE; i++)
        if (!options[i].given)
            return plumb_fail(error, "%s: missing beside the other flags of a case",
                              options[i].name);
    return plumb_case_read_npy(&files, out, error);
}

void plumb_case_files(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS],
                      const char *files[PLUMB_CASE_FILES]) {
    *files++ = operand;
    for (int i = QUERY; i <= LSE; i++)
        *files++ = options[i].value;
    for (int i = 0; i < PLUMB_INPUT_TENSORS; i++)
        *files++ = options[INPUTS + i].value;
    for (int i = 0; i < PLUMB_MASK_TENSORS; i++)
        *files++ = options[QUERY_SEGMENTS + i].value;
}

static const plumb_option *first_given(const plumb_option *options) {
    for (int i = 0; i < PLUMB_CASE_OPTIONS; i++)
        if (options[i].given)
            return &options[i];
    return NULL;
}

int plumb_case_from_arguments(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS],
                              plumb_case *out, plumb_error *error) {
    const plumb_option *given = first_given(options);
    if (operand == NULL && given == NULL)
        return plumb_fail(error, "no case; name a .safetensors file, or --q, --k and --v");
    if (operand == NULL)
        return read_npy(options, out, error);
    if (given != NULL)
        return plumb_fail(error, "%s: not allowed beside '%s', which states its own", given->name,
                          operand);
    return plumb_case_read(operand, out, error);
}
