#include "base/file.h"
#include "challenge/challenge.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/reports.h"
#include <stdlib.h>
#include <string.h>

/* In the order of cli/flags.c. */
enum { JSON, TARGET, SEED, SCHEMA, OPTIONS };

static int write_text(const void *challenge, FILE *stream) {
    return plumb_challenge_text(challenge, stream);
}

static int write_json(const void *challenge, FILE *stream) {
    return plumb_challenge_json(challenge, stream);
}

static const plumb_reports reports = {write_text, "description", 0, {{JSON, write_json}}};

/* The description itself, or the file that holds it; to be freed. */
static char *read_description(const char *operand, plumb_error *error) {
    plumb_bytes bytes = {NULL, 0};
    bool itself = operand[0] == '{';
    if (!itself && plumb_file_read(operand, &bytes, error) != 0)
        return NULL;
    size_t length = itself ? strlen(operand) : bytes.size;
    char *text = malloc(length + 1);
    if (text != NULL) {
        memcpy(text, itself ? operand : (const char *)bytes.data, length);
        text[length] = 0;
    } else {
        plumb_fail(error, "%s: not enough memory", operand);
    }
    free(bytes.data);
    return text;
}

static int write_inputs(const void *inputs, size_t i, plumb_new_file *file, plumb_error *error) {
    (void)i;
    return plumb_drawn_write(inputs, file, error);
}

static int check(const char *operand, const plumb_option *options, plumb_error *error) {
    if (operand == NULL)
        return plumb_fail(error,
                          "challenge: no description given; expected a JSON file or a JSON text, such as "
                          "'{\"shape\":{\"query_heads\":4,\"query_length\":24,\"head_dim\":64},\"dtype\":\"bf16\"}'");
    if (!options[TARGET].given)
        return plumb_fail(error, "-o: missing; expected a .safetensors file to write");
    if (!plumb_ends_in(options[TARGET].value, ".safetensors"))
        return plumb_fail(error, "-o: '%s' does not end in .safetensors", options[TARGET].value);
    const char *description = operand[0] == '{' ? NULL : operand;
    return plumb_reports_check(&reports, options, &description, 1, error);
}

static int challenge(const char *text, const char *where, const plumb_option *options, plumb_error *error) {
    plumb_drawn drawn;
    plumb_challenge found;
    size_t number = 0;
    if (plumb_count_of(&options[SEED], 0, &number, error) != 0)
        return -1;
    const uint64_t seed = number;
    if (plumb_draw(text, where, options[SEED].given ? &seed : NULL, &drawn, error) != 0)
        return -1;
    int result = plumb_challenge_try(&drawn, text, where, false, 0, &found, error);
    if (result == 0) {
        result = plumb_new_files_write(&options[TARGET].value, 1, write_inputs, &drawn.inputs, error);
        if (result == 0)
            result = plumb_reports_write(&reports, options, &found, error);
        plumb_challenge_free(&found);
    }
    plumb_drawn_free(&drawn);
    return result;
}

int plumb_command_challenge(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_error error;
    const char *operand;
    plumb_flags_of("challenge", options);
    if (plumb_arguments_parse(count, words, options, OPTIONS, &operand, &error) != 0 ||
        check(operand, options, &error) != 0)
        return plumb_refuse(&error);
    char *text = read_description(operand, &error);
    const char *where = operand[0] == '{' ? "description" : operand;
    int result = text == NULL ? -1 : challenge(text, where, options, &error);
    free(text);
    return result == 0 ? plumb_finish_output(PLUMB_EXIT_DONE) : plumb_refuse(&error);
}
