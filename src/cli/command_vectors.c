#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "vectors/vectors.h"
#include <stdio.h>

/* In the order of cli/flags.c. */
enum { TARGET, FAMILY, SEED, SCHEMA, OPTIONS };

static int refuse_family(const char *name, plumb_error *error) {
    char list[512] = "";
    const plumb_family *family;
    for (size_t i = 0, length = 0; (family = plumb_family_at(i)) != NULL && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i == 0 ? "" : ", ", family->name);
    return plumb_fail(error, "--family: '%s' is not a family; expected one of %s", name, list);
}

static int read_options(const char *operand, const plumb_option *options, const plumb_family **family, size_t *seed,
                        plumb_error *error) {
    if (operand != NULL)
        return plumb_fail(error, "vectors: '%s': unexpected argument; the folder comes after -o", operand);
    if (!options[TARGET].given)
        return plumb_fail(error, "-o: missing; expected a folder to write to");
    *family = options[FAMILY].given ? plumb_family_find(options[FAMILY].value) : NULL;
    if (options[FAMILY].given && *family == NULL)
        return refuse_family(options[FAMILY].value, error);
    return plumb_count_of(&options[SEED], 0, seed, error);
}

static int write_all(const plumb_family *family, size_t seed, const char *folder, plumb_error *error) {
    plumb_vectors vectors;
    if (plumb_vectors_make(family, seed, 0, &vectors, error) != 0)
        return -1;
    int result = plumb_vectors_write(&vectors, folder, error);
    if (result == 0 && plumb_vectors_table(&vectors, stdout) != 0)
        result = plumb_fail(error, "vectors: the tables cannot be written");
    plumb_vectors_free(&vectors);
    return result;
}

int plumb_command_vectors(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_error error;
    const char *operand;
    const plumb_family *family = NULL;
    size_t seed = 1;
    plumb_flags_of("vectors", options);
    if (plumb_arguments_parse(count, words, options, OPTIONS, &operand, &error) != 0 ||
        read_options(operand, options, &family, &seed, &error) != 0 ||
        write_all(family, seed, options[TARGET].value, &error) != 0)
        return plumb_refuse(&error);
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
