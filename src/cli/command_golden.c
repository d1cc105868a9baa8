/* command_golden.c - plumb golden: writes the numbers from which to derive a tolerance, as a file of tensors. */
#include "base/new_file.h"
#include "case/read.h"
#include "case/write.h"
#include "cli/arguments.h"
#include "cli/case_arguments.h"
#include "cli/commands.h"
#include "cli/evaluation_arguments.h"
#include "cli/places.h"
#include "cli/progress.h"
#include "library/golden.h"

enum { HOW = PLUMB_CASE_OPTIONS, ROUND = HOW + PLUMB_EVALUATION_OPTIONS, TARGET, OPTIONS };

typedef struct {
    plumb_evaluation_request how;
    const char *target;
} request;

static int read_target(const char *operand, const plumb_option *options, request *r, plumb_error *error) {
    const char *inputs[PLUMB_CASE_FILES];
    if (!options[TARGET].given)
        return plumb_fail(error, "-o: missing; expected a .safetensors file to write");
    r->target = options[TARGET].value;
    if (!plumb_ends_in(r->target, ".safetensors"))
        return plumb_fail(error, "-o: '%s' does not end in .safetensors", r->target);
    const plumb_place output = {"-o", r->target};
    plumb_case_files(operand, options, inputs);
    return plumb_places_check(&output, 1, inputs, PLUMB_CASE_FILES, error);
}

static int choose_format(const plumb_option *option, const plumb_case *c, plumb_format *format, plumb_error *error) {
    *format = c->input_format;
    return option->given ? plumb_rounding_choose("--round", option->value, format, error) : 0;
}

typedef struct {
    plumb_answer answer[PLUMB_GOLDEN_PARTS];
    char name[PLUMB_GOLDEN_PARTS][32];
    size_t count;
} tensors;

/* The value is `output`, in its format; the others are `output_NAME`, in binary64. */
static void name_tensors(const plumb_golden *golden, const request *r, const plumb_problem *p, tensors *all) {
    all->count = 0;
    for (int i = 0; i < PLUMB_GOLDEN_PARTS; i++) {
        char text[32];
        plumb_golden_part part = (plumb_golden_part)i;
        if (golden->part[part] == NULL)
            continue;
        bool value = part == PLUMB_GOLDEN_VALUE;
        snprintf(all->name[i], sizeof all->name[i], "output%s%s", value ? "" : "_",
                 value ? "" : plumb_golden_name(part, text));
        all->answer[all->count++] = (plumb_answer){
            .name = all->name[i],
            .format = value ? golden->format : PLUMB_F64,
            .rank = 4,
            .shape = {p->batch, p->query_heads, r->how.to - r->how.from, p->value_dim},
            .value = golden->part[part]};
    }
}

static int write_tensors(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const tensors *all = context;
    (void)i;
    return plumb_write_safetensors(file, all->answer, all->count, error);
}

static int golden(const request *r, const plumb_case *c, plumb_format format, plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    plumb_evaluation how = {.from = r->how.from,
                            .to = r->how.to,
                            .minimal = r->how.minimal,
                            .counter = {plumb_progress_tell, &progress}};
    plumb_golden found;
    tensors all;
    int result = plumb_golden_find(c, format, &how, &found, error);
    plumb_progress_end(&progress);
    if (result == 0) {
        name_tensors(&found, r, &c->problem, &all);
        result = plumb_new_files_write(&r->target, 1, write_tensors, &all, error);
    }
    if (result == 0)
        plumb_golden_text(&found, stdout);
    plumb_golden_free(&found);
    return result;
}

static int find_golden(const plumb_option *options, request *r, const plumb_case *c, plumb_error *error) {
    plumb_format format;
    return plumb_evaluation_from_arguments(options + HOW, c, &r->how, error) != 0 ||
                   choose_format(&options[ROUND], c, &format, error) != 0 || golden(r, c, format, error) != 0
               ? -1
               : 0;
}

int plumb_command_golden(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_error error;
    const char *operand;
    request r;
    plumb_case c;
    if (plumb_case_command_parse("golden", count, words, options, OPTIONS, &operand, &error) != 0 ||
        read_target(operand, options, &r, &error) != 0 ||
        plumb_case_from_arguments(operand, options, false, &c, &error) != 0)
        return plumb_refuse(&error);
    int result = find_golden(options, &r, &c, &error);
    plumb_case_free(&c);
    return result == 0 ? plumb_finish_output(PLUMB_EXIT_DONE) : plumb_refuse(&error);
}
