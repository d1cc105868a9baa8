/* command_precisions.c - plumb precisions: the models of precision/precision.h. */
#include "cli/commands.h"
#include "precision/precision_text.h"
#include <stdio.h>

enum { VALUE = 32 };

static void print_models(void print(const plumb_precision *)) {
    const plumb_precision *model;
    for (size_t i = 0; (model = plumb_precision_at(i)) != NULL; i++)
        print(model);
}

static void print_model(const plumb_precision *model) {
    char value[VALUE];
    printf("\n%s\n    %s\n   ", model->name, model->summary);
    for (size_t field = 0; plumb_precision_field(field) != NULL; field++) {
        plumb_precision_value(model, field, value, sizeof value);
        printf("%s%s=%s", field > 0 && field % 4 == 0 ? "\n    " : " ", plumb_precision_field(field), value);
    }
    putchar('\n');
}

static void print_text(void) {
    puts("What an engine rounds, and to which formats.  A case names a model, such as \"f32\", or states\n"
         "the fields that differ from one: \"f32,probability=bf16,exponential_ulp=2\".  Formats round to\n"
         "nearest; formats with -cut truncate.  src/precision/precision_text.h defines each field, and\n"
         "spec/budget.md its contribution to an error.");
    print_models(print_model);
}

static void print_row(const plumb_precision *model) {
    char value[VALUE];
    printf("| `%s` | %s |", model->name, model->summary);
    for (size_t field = 0; plumb_precision_field(field) != NULL; field++) {
        plumb_precision_value(model, field, value, sizeof value);
        printf(" %s |", value);
    }
    putchar('\n');
}

static void print_markdown(void) {
    printf("| name | what |");
    for (size_t field = 0; plumb_precision_field(field) != NULL; field++)
        printf(" %s |", plumb_precision_field(field));
    printf("\n|---|---|");
    for (size_t field = 0; plumb_precision_field(field) != NULL; field++)
        printf("---|");
    putchar('\n');
    print_models(print_row);
}

int plumb_command_precisions(int count, char **words) {
    return plumb_print_table("precisions", count, words, print_text, print_markdown, NULL);
}
