/* merge: results of parts of the keys become the result of all, exactly. */
#include "base/new_file.h"
#include "case/write.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/places.h"
#include "cli/team.h"
#include "library/evaluation.h"
#include "merge/files.h"
#include "merge/merge.h"
#include <stdlib.h>
#include <string.h>

/* In the order of cli/flags.c. */
enum { ROUND, TARGET, BASE, OPTIONS };

typedef struct {
    plumb_answer answer[4];
    size_t count;
} answers;

static int write_answers(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const answers *all = context;
    (void)i;
    return plumb_write_safetensors(file, all->answer, all->count, error);
}

static plumb_answer answer_of(const plumb_merge_parts *parts, const char *name, bool lse, plumb_format format,
                              const double *value) {
    plumb_answer answer = {.name = name, .format = format, .rank = parts->rank - (lse ? 1 : 0), .value = value};
    memcpy(answer.shape, parts->shape, answer.rank * sizeof *answer.shape);
    return answer;
}

static int write(const plumb_merge_parts *parts, plumb_format format, bool rounded, const plumb_merge_answer *found,
                 const char *target, plumb_error *error) {
    plumb_format of_lse = rounded ? plumb_merge_lse_format(format) : PLUMB_F64;
    const answers all = {{answer_of(parts, "out", false, format, found->output),
                          answer_of(parts, "lse", true, of_lse, found->lse),
                          answer_of(parts, "out_radius", false, PLUMB_F64, found->output_radius),
                          answer_of(parts, "lse_radius", true, PLUMB_F64, found->lse_radius)},
                         rounded ? 2 : 4};
    return plumb_new_files_write(&target, 1, write_answers, &all, error);
}

static int check_target(const plumb_option *options, const char *const *paths, size_t count, plumb_error *error) {
    const plumb_place place = {"-o", options[TARGET].value};
    if (!options[TARGET].given)
        return plumb_fail(error, "-o: missing; expected a .safetensors file to write");
    if (!plumb_ends_in(options[TARGET].value, ".safetensors"))
        return plumb_fail(error, "-o: '%s' does not end in .safetensors", options[TARGET].value);
    return plumb_places_check(&place, 1, paths, count, error);
}

static int merge_files(const plumb_option *options, const char *const *paths, size_t count, plumb_storage *storage,
                       plumb_error *error) {
    plumb_format format = PLUMB_F64;
    plumb_merge_parts parts;
    bool rounded = options[ROUND].given;
    if ((rounded && plumb_rounding_choose("--round", options[ROUND].value, &format, error) != 0) ||
        check_target(options, paths, count, error) != 0 ||
        plumb_merge_read(paths, count, options[BASE].value, storage, &parts, error) != 0)
        return -1;
    size_t numbers = parts.rows * parts.width;
    plumb_merge_answer found = {.output = plumb_storage_take(storage, numbers, sizeof(double)),
                                .output_radius = plumb_storage_take(storage, numbers, sizeof(double)),
                                .lse = plumb_storage_take(storage, parts.rows, sizeof(double)),
                                .lse_radius = plumb_storage_take(storage, parts.rows, sizeof(double))};
    if (found.output == NULL || found.output_radius == NULL || found.lse == NULL || found.lse_radius == NULL)
        return plumb_fail(error, "%s: not enough memory for %zu values", paths[0], numbers);
    int result = rounded ? plumb_merge_rounded(&parts, format, &found, paths[0], error)
                         : plumb_merge_balls(&parts, &found, paths[0], error);
    return result == 0 ? write(&parts, format, rounded, &found, options[TARGET].value, error) : -1;
}

/* paths has room for all words. */
static int merge(int count, char **words, const char **paths, plumb_error *error) {
    plumb_option options[OPTIONS];
    plumb_storage storage = {0};
    size_t found;
    plumb_flags_of("merge", options);
    if (plumb_arguments_parse_all(count, words, options, OPTIONS, paths, &found, error) != 0)
        return -1;
    if (found == 0)
        return plumb_fail(error, "merge: no file given; expected .safetensors files with part_out and part_lse, or "
                                 "with out and lse");
    int result = plumb_is_speaker() ? merge_files(options, paths, found, &storage, error) : 0;
    plumb_storage_free(&storage);
    return plumb_team_agree(plumb_program_team, result, error);
}

int plumb_command_merge(int count, char **words) {
    plumb_error error;
    const char **paths = malloc(((size_t)count + 1) * sizeof *paths);
    int result = paths != NULL ? merge(count, words, paths, &error) : plumb_fail(&error, "not enough memory");
    free(paths);
    return result == 0 ? PLUMB_EXIT_DONE : plumb_refuse(&error);
}
