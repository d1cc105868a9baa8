#include "cli/case_arguments.h"
#include "case/masks.h"
#include "case/parameters.h"
#include "case/read.h"
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
    BIAS, /* the tensors in the order of plumb_input */
    SINKS,
    K_STAR,
    V_STAR,
    KEY0_BIAS,
    V_BIAS,
    GATE,
    W1,
    W2,
    QUERY_SEGMENTS, /* the tensors in the order of plumb_mask_tensor */
    KEY_SEGMENTS,
    ALLOWED,
    BFLOAT16,
    OPERATOR,
    ALPHA,
    POWER,
    GAMMA,
    ZETA,
    EPSILON,
    NORMALISATION,
    SINK,
    SINK_KEYS,
    LSE_SINK,
    SOFTCAP,
    SOFTCAP_ORDER,
    MASK,
    PREFIX,
    WINDOW,
    STREAMING,
    CHUNK,
    ALIGNMENT,
    SCALE,
    EMPTY_ROW,
    ENGINE,
    PRECISION
};

static const plumb_option descriptions[PLUMB_CASE_OPTIONS] = {
    [QUERY] = {.name = "--q", .kind = PLUMB_VALUE_TAKEN},
    [KEY] = {.name = "--k", .kind = PLUMB_VALUE_TAKEN},
    [VALUE] = {.name = "--v", .kind = PLUMB_VALUE_TAKEN},
    [OUT] = {.name = "--out", .kind = PLUMB_VALUE_TAKEN},
    [WEIGHTS] = {.name = "--weights", .kind = PLUMB_VALUE_TAKEN},
    [SCORES] = {.name = "--scores", .kind = PLUMB_VALUE_TAKEN},
    [LSE] = {.name = "--lse", .kind = PLUMB_VALUE_TAKEN},
    [BIAS] = {.name = "--bias", .kind = PLUMB_VALUE_TAKEN},
    [SINKS] = {.name = "--sinks", .kind = PLUMB_VALUE_TAKEN},
    [K_STAR] = {.name = "--k-star", .kind = PLUMB_VALUE_TAKEN},
    [V_STAR] = {.name = "--v-star", .kind = PLUMB_VALUE_TAKEN},
    [KEY0_BIAS] = {.name = "--key0-bias", .kind = PLUMB_VALUE_TAKEN},
    [V_BIAS] = {.name = "--v-bias", .kind = PLUMB_VALUE_TAKEN},
    [GATE] = {.name = "--gate", .kind = PLUMB_VALUE_TAKEN},
    [W1] = {.name = "--w1", .kind = PLUMB_VALUE_TAKEN},
    [W2] = {.name = "--w2", .kind = PLUMB_VALUE_TAKEN},
    [QUERY_SEGMENTS] = {.name = "--query-segments", .kind = PLUMB_VALUE_TAKEN},
    [KEY_SEGMENTS] = {.name = "--key-segments", .kind = PLUMB_VALUE_TAKEN},
    [ALLOWED] = {.name = "--allowed", .kind = PLUMB_VALUE_TAKEN},
    [BFLOAT16] = {.name = "--bf16", .kind = PLUMB_NO_VALUE_TAKEN},
    [OPERATOR] = {.name = "--operator", .kind = PLUMB_VALUE_TAKEN},
    [ALPHA] = {.name = "--alpha", .kind = PLUMB_VALUE_TAKEN},
    [POWER] = {.name = "--power", .kind = PLUMB_VALUE_TAKEN},
    [GAMMA] = {.name = "--gamma", .kind = PLUMB_VALUE_TAKEN},
    [ZETA] = {.name = "--zeta", .kind = PLUMB_VALUE_TAKEN},
    [EPSILON] = {.name = "--epsilon", .kind = PLUMB_VALUE_TAKEN},
    [NORMALISATION] = {.name = "--normalisation", .kind = PLUMB_VALUE_TAKEN},
    [SINK] = {.name = "--sink", .kind = PLUMB_VALUE_TAKEN},
    [SINK_KEYS] = {.name = "--sink-keys", .kind = PLUMB_VALUE_TAKEN},
    [LSE_SINK] = {.name = "--lse-sink", .kind = PLUMB_VALUE_TAKEN},
    [SOFTCAP] = {.name = "--softcap", .kind = PLUMB_VALUE_TAKEN},
    [SOFTCAP_ORDER] = {.name = "--softcap-order", .kind = PLUMB_VALUE_TAKEN},
    [MASK] = {.name = "--mask", .kind = PLUMB_VALUE_TAKEN},
    [PREFIX] = {.name = "--prefix", .kind = PLUMB_VALUE_TAKEN},
    [WINDOW] = {.name = "--window", .kind = PLUMB_VALUE_TAKEN},
    [STREAMING] = {.name = "--streaming", .kind = PLUMB_VALUE_TAKEN},
    [CHUNK] = {.name = "--chunk", .kind = PLUMB_VALUE_TAKEN},
    [ALIGNMENT] = {.name = "--causal-alignment", .kind = PLUMB_VALUE_TAKEN},
    [SCALE] = {.name = "--scale", .kind = PLUMB_VALUE_TAKEN},
    [EMPTY_ROW] = {.name = "--empty-row", .kind = PLUMB_VALUE_TAKEN},
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
static int set_number(plumb_description *out, plumb_input input, const char *field,
                      const char *text, plumb_error *error) {
    char *end;
    double number = strtod(text, &end);
    if (strspn(text, "+-.0123456789eE") != strlen(text) || *end != 0)
        return plumb_fail(error, "%s: '%s' is not a number", field, text);
    return plumb_description_number(out, input, field, number, error);
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

static int set_sink_keys(plumb_description *out, const char *field, const char *text,
                         plumb_error *error) {
    return set_integer(out, field, text, plumb_description_sink_keys, error);
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
                   {NORMALISATION, plumb_description_normalisation},
                   {SINK, plumb_description_sink},
                   {SINK_KEYS, set_sink_keys},
                   {LSE_SINK, plumb_description_lse_sink},
                   {SOFTCAP_ORDER, plumb_description_softcap_order},
                   {MASK, plumb_description_mask},
                   {PREFIX, set_prefix},
                   {WINDOW, set_window},
                   {STREAMING, set_streaming},
                   {CHUNK, set_chunk},
                   {ALIGNMENT, set_alignment},
                   {SCALE, plumb_description_scale},
                   {EMPTY_ROW, plumb_description_empty_row},
                   {ENGINE, set_engine},
                   {PRECISION, set_precision}};
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
        const plumb_option *option = &options[setters[i].option];
        if (option->given && setters[i].set(out, option->name, option->value, error) != 0)
            return -1;
    }
    return 0;
}

static int describe_numbers(const plumb_option *options, plumb_description *out,
                            plumb_error *error) {
    static const struct {
        int option;
        plumb_input input;
    } numbers[] = {{ALPHA, PLUMB_INPUT_ALPHA},     {POWER, PLUMB_INPUT_POWER},
                   {GAMMA, PLUMB_INPUT_GAMMA},     {ZETA, PLUMB_INPUT_ZETA},
                   {EPSILON, PLUMB_INPUT_EPSILON}, {SOFTCAP, PLUMB_INPUT_SOFTCAP}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const plumb_option *option = &options[numbers[i].option];
        if (option->given &&
            set_number(out, numbers[i].input, option->name, option->value, error) != 0)
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
        files.extra[i] = options[BIAS + i].value;
    for (int i = 0; i < PLUMB_MASK_TENSORS; i++)
        files.mask[i] = options[QUERY_SEGMENTS + i].value;
    for (int i = QUERY; i <= VALUE; i++)
        if (!options[i].given)
            return plumb_fail(error, "%s: missing beside the other flags of a case",
                              options[i].name);
    if (describe(options, &files.description, error) != 0 ||
        describe_numbers(options, &files.description, error) != 0)
        return -1;
    return plumb_case_read_npy(&files, out, error);
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
