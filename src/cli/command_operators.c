/* command_operators.c - plumb operators: the table of case/operators.h. */
#include "case/operators.h"
#include "cli/commands.h"
#include "cli/table.h"
#include <stdio.h>
#include <string.h>

/* "needs: alpha", a comma before every name but the first. */
static void print_inputs(const char *title, plumb_input_set inputs) {
    const char *before = title;
    for (int i = 0; i < PLUMB_INPUTS; i++)
        if ((inputs & PLUMB_INPUT_SET(i)) != 0) {
            printf("%s%s", before, plumb_input_name((plumb_input)i));
            before = ", ";
        }
    if (before != title)
        putchar('\n');
}

static void print_list(const plumb_list *list) {
    printf("%s: %s\n", list->kind, list->about);
    for (size_t i = 0; i < list->count; i++) {
        const plumb_entry *entry = &list->entry[i];
        printf("  %s\n      %s\n", entry->name, entry->formula);
        print_inputs("      needs: ", entry->needs);
        print_inputs("      may take: ", entry->takes);
        printf("      source: %s\n", entry->source);
    }
    putchar('\n');
}

/* One row of a Markdown table for each entry; a row names its kernels by their files. */
static void print_rows(const plumb_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const plumb_entry *entry = &list->entry[i];
        const char *before = "";
        printf("| %s | `%s` | `%s` | %s | ", list->kind, entry->name, entry->formula,
               entry->source);
        for (const char *stem = entry->kernels; *stem != 0; stem += strspn(stem, " ")) {
            int length = (int)strcspn(stem, " ");
            printf("%s[%.*s](src/%.*s.c)", before, length, stem, length, stem);
            before = ", ";
            stem += length;
        }
        puts(" |");
    }
}

static void print_markdown(void) {
    puts("| what | name | formula | source | kernel |\n|---|---|---|---|---|");
    for (int i = 0; i < PLUMB_LISTS; i++)
        print_rows(plumb_list_of((plumb_list_name)i));
}

static void print_text(void) {
    puts("x_j is the score of key j: scale q.k_j unless the operator says otherwise.  Sums run "
         "over\n"
         "the visible keys.  Names in needs and may take are keys of the description (flags "
         "--name)\n"
         "and tensors (flags --name FILE).  spec/operators.md, spec/positions.md and\n"
         "spec/masks.md have every detail.\n");
    for (int i = 0; i < PLUMB_LISTS; i++)
        print_list(plumb_list_of((plumb_list_name)i));
}

int plumb_command_operators(int count, char **words) {
    return plumb_print_table("operators", count, words, print_text, print_markdown);
}
