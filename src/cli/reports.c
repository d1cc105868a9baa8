#include "cli/reports.h"
#include "base/new_file.h"
#include "cli/case_arguments.h"
#include "cli/color.h"
#include "cli/places.h"
#include <string.h>

/* Where each goes, NULL where it is not to a file; how many there can be. */
static size_t list_files(const plumb_reports *reports, const plumb_option *options, const char *paths[]) {
    size_t i = 0;
    for (; i < PLUMB_REPORTS_MOST && reports->format[i].write != NULL; i++) {
        const plumb_option *option = &options[reports->format[i].option];
        paths[i] = plumb_to_standard_output(option) ? NULL : option->value;
    }
    return i;
}

/* `diff --json CASE` would take the case for the place of the report. */
static int check_name(const plumb_reports *reports, const plumb_option *option, plumb_error *error) {
    if (option->value == NULL || !plumb_ends_in(option->value, ".safetensors"))
        return 0;
    return plumb_fail(error, "%s: '%s' is named like a case; put the %s before %s", option->name, option->value,
                      reports->operands, option->name);
}

int plumb_reports_check(const plumb_reports *reports, const plumb_option *options, const char *const *inputs,
                        size_t input_count, plumb_error *error) {
    const char *paths[PLUMB_REPORTS_MOST], *first = NULL;
    plumb_place outputs[PLUMB_REPORTS_MOST];
    size_t count = list_files(reports, options, paths);
    bool colored;
    if (reports->color != 0 && plumb_color_choose(&options[reports->color], &colored, error) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const plumb_option *option = &options[reports->format[i].option];
        bool to_standard_output = plumb_to_standard_output(option);
        if (check_name(reports, option, error) != 0)
            return -1;
        if (first != NULL && to_standard_output)
            return plumb_fail(error, "%s: %s goes to standard output already; name a file", option->name, first);
        first = to_standard_output ? option->name : first;
        outputs[i] = (plumb_place){option->name, paths[i]};
    }
    return plumb_places_check(outputs, count, inputs, input_count, error);
}

int plumb_reports_check_case(const plumb_reports *reports, const char *operand, const plumb_option *options,
                             plumb_error *error) {
    const char *inputs[PLUMB_CASE_FILES];
    plumb_case_files(operand, options, inputs);
    return plumb_reports_check(reports, options, inputs, PLUMB_CASE_FILES, error);
}

/* Reports for programs are never coloured. */
static int write_to_standard_output(const plumb_reports *reports, const plumb_option *options,
                                    plumb_report_writer *write, const void *found, plumb_error *error) {
    bool colored = false;
    plumb_colors colors;
    if (write == reports->text && reports->color != 0 &&
        plumb_color_choose(&options[reports->color], &colored, error) != 0)
        return -1;
    int result = write(found, plumb_colors_begin(&colors, colored));
    plumb_colors_end(&colors);
    return result == 0 ? 0 : plumb_fail(error, "standard output: cannot be written");
}

typedef struct {
    const plumb_reports *reports;
    const void *found;
} writing;

static int write_file(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const writing *w = context;
    return w->reports->format[i].write(w->found, file->stream) == 0
               ? 0
               : plumb_fail(error, "%s: cannot be written", file->path);
}

int plumb_reports_write(const plumb_reports *reports, const plumb_option *options, const void *found,
                        plumb_error *error) {
    const char *paths[PLUMB_REPORTS_MOST];
    const writing w = {reports, found};
    plumb_report_writer *write = reports->text;
    size_t count = list_files(reports, options, paths);
    for (size_t i = 0; i < count; i++)
        if (plumb_to_standard_output(&options[reports->format[i].option]))
            write = reports->format[i].write;
    if (plumb_new_files_write(paths, count, write_file, &w, error) != 0)
        return -1;
    return write_to_standard_output(reports, options, write, found, error);
}
