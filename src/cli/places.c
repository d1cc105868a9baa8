#include "cli/places.h"
#include "base/new_file.h"
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool plumb_to_standard_output(const plumb_option *option) {
    return option->kind == PLUMB_VALUE_OPTIONAL && option->given &&
           (option->value == NULL || strcmp(option->value, "-") == 0);
}

static bool is_standard_output(const char *path) {
    struct stat file, output;
    return fstat(STDOUT_FILENO, &output) == 0 && S_ISREG(output.st_mode) && stat(path, &file) == 0 &&
           file.st_dev == output.st_dev && file.st_ino == output.st_ino;
}

static int check_inputs(const plumb_place *output, const char *const *inputs, size_t count, plumb_error *error) {
    for (size_t i = 0; i < count; i++)
        if (inputs[i] != NULL && plumb_same_file(output->path, inputs[i]))
            return plumb_fail(error, "%s: '%s' is the input '%s'; name another file", output->option, output->path,
                              inputs[i]);
    return 0;
}

static int check_outputs(const plumb_place *output, const plumb_place *before, size_t count, plumb_error *error) {
    for (size_t i = 0; i < count; i++)
        if (before[i].path != NULL && plumb_same_file(output->path, before[i].path))
            return plumb_fail(error, "%s: '%s' is where %s goes; name another file", output->option, output->path,
                              before[i].option);
    return is_standard_output(output->path)
               ? plumb_fail(error, "%s: '%s' is where standard output goes; name another file", output->option,
                            output->path)
               : 0;
}

int plumb_places_check(const plumb_place *outputs, size_t output_count, const char *const *inputs, size_t input_count,
                       plumb_error *error) {
    for (size_t i = 0; i < output_count; i++)
        if (outputs[i].path != NULL && (check_inputs(&outputs[i], inputs, input_count, error) != 0 ||
                                        check_outputs(&outputs[i], outputs, i, error) != 0))
            return -1;
    return 0;
}
