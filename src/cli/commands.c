#include "cli/commands.h"
#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/team.h"
#include <stdio.h>

int plumb_refuse(const plumb_error *error) {
    if (plumb_is_speaker())
        fprintf(stderr, "plumb: %s\n", error->text);
    return PLUMB_EXIT_BAD_INPUT;
}

int plumb_finish_output(int exit_code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return exit_code;
    fputs("plumb: standard output: cannot be written\n", stderr);
    return PLUMB_EXIT_BAD_INPUT;
}

enum { MARKDOWN, SCHEMA, OPTIONS };

int plumb_print_table(const char *name, int count, char **words, void print_text(void), void print_markdown(void),
                      int print_schema(void)) {
    plumb_option options[OPTIONS] = {{.name = ""}, {.name = ""}};
    plumb_error error;
    const char *operand;
    plumb_flags_of(name, options);
    if (plumb_arguments_parse(count, words, options, OPTIONS, &operand, &error) != 0)
        return plumb_refuse(&error);
    if (operand != NULL) {
        plumb_fail(&error, "%s: '%s': takes no arguments", name, operand);
        return plumb_refuse(&error);
    }
    if (options[MARKDOWN].given && options[SCHEMA].given) {
        plumb_fail(&error, "--markdown: cannot be combined with --json-schema");
        return plumb_refuse(&error);
    }
    int result = 0;
    if (options[SCHEMA].given)
        result = print_schema();
    else if (options[MARKDOWN].given)
        print_markdown();
    else
        print_text();
    if (result != 0) {
        plumb_fail(&error, "standard output: cannot be written");
        return plumb_refuse(&error);
    }
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
