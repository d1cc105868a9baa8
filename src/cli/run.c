/* run.c - plumb: the first word names the subcommand. */
#include "cli/run.h"
#include "base/temporary.h"
#include "case/format_schema.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "library/version.h"
#include "thread/settings.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int version(int count, char **words) {
    (void)words;
    if (count != 0) {
        plumb_error error;
        plumb_fail(&error, "--version: takes no arguments");
        return plumb_refuse(&error);
    }
    puts("plumb " PLUMB_VERSION);
    return plumb_finish_output(PLUMB_EXIT_DONE);
}

static bool asks_for(const char *flag, int count, char **words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], flag) == 0)
            return true;
    return false;
}

/* What the command writes as JSON, which needs no case. */
static int print_schema(const plumb_json_format *format, int count, plumb_error *error) {
    if (count != 1)
        return plumb_fail(error, "--json-schema: takes no other arguments");
    if (plumb_format_schema_write(format, stdout) != 0)
        return plumb_fail(error, "standard output: cannot be written");
    return plumb_finish_output(PLUMB_EXIT_DONE);
}

static int run_command(const plumb_subcommand *command, int count, char **words, plumb_error *error) {
    const plumb_json_format *format = plumb_json_format_find(command->name);
    return format != NULL && asks_for("--json-schema", count, words) ? print_schema(format, count, error)
                                                                                    : command->run(count, words);
}

static int run(int count, char **words, plumb_error *error) {
    if (count == 0)
        return plumb_fail(error, "no command given; `plumb help` lists the commands");
    if (strcmp(words[0], "--version") == 0)
        return version(count - 1, words + 1);
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        return plumb_command_help(count - 1, words + 1);
    if (strcmp(words[0], "--help-all") == 0)
        return plumb_command_help(count, words);
    const plumb_subcommand *command = plumb_subcommand_find(words[0]);
    if (command == NULL || asks_for("--help", count - 1, words + 1))
        return plumb_command_help(1, words);
    if (asks_for("--help-all", count - 1, words + 1))
        return plumb_command_help(2, (char *[]){"--help-all", words[0]});
    return run_command(command, count - 1, words + 1, error);
}

int plumb_run(int argc, char **argv) {
    plumb_error error;
    plumb_settings kept;
    if (plumb_settings_hold(&kept, &error) != 0)
        return plumb_refuse(&error);
    plumb_temporary_watch();
    int exit_code = run(argc > 0 ? argc - 1 : 0, argv + 1, &error);
    plumb_settings_restore(&kept);
    return exit_code < 0 ? plumb_refuse(&error) : exit_code;
}
