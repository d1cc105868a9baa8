#include "cli/table.h"
#include "cli/arguments.h"
#include "cli/commands.h"

enum { MARKDOWN, OPTIONS };

int plumb_print_table(const char *name, int count, char **words, void print_text(void),
                      void print_markdown(void)) {
    plumb_option options[OPTIONS] = {
        [MARKDOWN] = {.name = "--markdown", .kind = PLUMB_NO_VALUE_TAKEN},
    };
    plumb_error error;
    const char *operand;
    if (plumb_arguments_parse(count, words, options, OPTIONS, &operand, &error) != 0)
        return plumb_refuse(&error);
    if (operand != NULL) {
        plumb_fail(&error, "%s: '%s': takes no operand", name, operand);
        return plumb_refuse(&error);
    }
    if (options[MARKDOWN].given)
        print_markdown();
    else
        print_text();
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
