#include "cli/case_arguments.h"
#include "case/read.h"
#include "case/statement.h"
#include "cli/flags.h"

enum { BFLOAT16 = PLUMB_MEMBERS };

static void list_case_options(plumb_option options[PLUMB_CASE_OPTIONS]) {
    static char flags[PLUMB_MEMBERS][PLUMB_FLAG_TEXT];
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        options[i] = (plumb_option){.name = plumb_flag_of((plumb_member)i, flags[i]), .kind = PLUMB_VALUE_TAKEN};
    options[BFLOAT16] = (plumb_option){.name = "--bf16", .kind = PLUMB_NO_VALUE_TAKEN};
}

int plumb_case_command_parse(const char *command, int count, char **words, plumb_option *options, size_t option_count,
                             const char **operand, plumb_error *error) {
    list_case_options(options);
    plumb_flags_of(command, options + PLUMB_CASE_OPTIONS);
    return plumb_arguments_parse(count, words, options, option_count, operand, error);
}

int plumb_case_command_parse_all(const char *command, int count, char **words, plumb_option *options,
                                 size_t option_count, const char **operands, size_t *found, plumb_error *error) {
    list_case_options(options);
    plumb_flags_of(command, options + PLUMB_CASE_OPTIONS);
    return plumb_arguments_parse_all(count, words, options, option_count, operands, found, error);
}

/* Tensors are files; the rest is the description. */
static int read_npy(const plumb_option *options, bool lends, plumb_case *out, plumb_error *error) {
    plumb_npy_case files = {.bfloat16 = options[BFLOAT16].given, .lends = lends};
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const plumb_option *option = &options[i];
        plumb_member member = (plumb_member)i;
        if (plumb_is_tensor(member))
            files.file[member] = option->value;
        else if (option->given && plumb_state_text(&files.description, member, option->name, option->value, error) != 0)
            return -1;
    }
    for (int i = PLUMB_MEMBER_Q; i <= PLUMB_MEMBER_V; i++)
        if (!options[i].given)
            return plumb_fail(error, "%s: missing; the other flags of a case need it", options[i].name);
    return plumb_case_read_npy(&files, out, error);
}

void plumb_case_files(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS],
                      const char *files[PLUMB_CASE_FILES]) {
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        files[i] = plumb_is_tensor((plumb_member)i) ? options[i].value : NULL;
    files[PLUMB_MEMBERS] = operand;
}

static const plumb_option *first_given(const plumb_option *options) {
    for (int i = 0; i < PLUMB_CASE_OPTIONS; i++)
        if (options[i].given)
            return &options[i];
    return NULL;
}

int plumb_case_flags_absent(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS], plumb_error *error) {
    const plumb_option *given = first_given(options);
    return given == NULL ? 0
                         : plumb_fail(error,
                                      "%s: cannot be combined with '%s', which states its own", given->name, operand);
}

int plumb_case_from_arguments(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS], bool lends,
                              plumb_case *out, plumb_error *error) {
    const plumb_option *given = first_given(options);
    if (operand == NULL && given == NULL)
        return plumb_fail(error, "no case given; expected a .safetensors file, or --q, --k and --v");
    if (operand == NULL)
        return read_npy(options, lends, out, error);
    if (plumb_case_flags_absent(operand, options, error) != 0)
        return -1;
    return lends ? plumb_case_read_borrowed(operand, out, error) : plumb_case_read(operand, out, error);
}
