#include "cli/case_arguments.h"
#include "case/read.h"
#include <errno.h>
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
    BFLOAT16,
    MASK,
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
    [BFLOAT16] = {.name = "--bf16", .kind = PLUMB_NO_VALUE_TAKEN},
    [MASK] = {.name = "--mask", .kind = PLUMB_VALUE_TAKEN},
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
    } setters[] = {{MASK, plumb_description_mask},
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
    for (int i = QUERY; i <= VALUE; i++)
        if (!options[i].given)
            return plumb_fail(error, "%s: missing beside the other flags of a case",
                              options[i].name);
    if (describe(options, &files.description, error) != 0)
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
