/* run.c - plumb: the first word names the subcommand. */
#include "cli/run.h"
#include "case/temporary.h"
#include "cli/commands.h"
#include "library/version.h"
#include "thread/settings.h"
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

static const struct {
    const char *name;
    int (*run)(int count, char **words);
} commands[] = {{"eval", plumb_command_eval},
                {"diff", plumb_command_diff},
                {"diagnose", plumb_command_diagnose},
                {"sink", plumb_command_sink},
                {"operators", plumb_command_operators},
                {"conventions", plumb_command_conventions},
                {"precisions", plumb_command_precisions},
                {"help", plumb_command_help},
                {"--help", plumb_command_help},
                {"-h", plumb_command_help},
                {"--version", version}};

static int run(int count, char **words, plumb_error *error) {
    if (count == 0)
        return plumb_fail(error, "no subcommand; `plumb help` lists them");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(words[0], commands[i].name) == 0)
            return commands[i].run(count - 1, words + 1);
    return plumb_fail(error, "'%s': unknown subcommand; `plumb help` lists them", words[0]);
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
