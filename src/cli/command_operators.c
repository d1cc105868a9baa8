/* command_operators.c - plumb operators: the entries of schema/members.def that have a formula. */
#include "cli/commands.h"
#include "schema/schema.h"
#include <stdio.h>
#include <string.h>

static const char *list_of(const plumb_value *entry) {
    return entry->member == PLUMB_MEMBER_MODIFIER ? "modifier" : plumb_member_name(entry->member);
}

/* "needs: gamma, zeta" */
static void print_names(const char *title, const char *names) {
    if (names == NULL)
        return;
    printf("      %s: ", title);
    for (; *names != 0; names++)
        printf(*names == ' ' ? ", " : "%c", *names);
    putchar('\n');
}

/* One row of a Markdown table; it names the kernels by their files. */
static void print_row(const plumb_value *entry) {
    const char *before = "";
    printf("| %s | `%s` | `%s` | %s | ", list_of(entry), entry->word, entry->formula, entry->source);
    for (const char *stem = entry->kernels; *stem != 0; stem += strspn(stem, " ")) {
        int length = (int)strcspn(stem, " ");
        printf("%s[%.*s](src/%.*s.c)", before, length, stem, length, stem);
        before = ", ";
        stem += length;
    }
    puts(" |");
}

static void print_markdown(void) {
    const plumb_value *entry;
    puts("| what | name | formula | source | kernel |\n|---|---|---|---|---|");
    for (size_t i = 0; (entry = plumb_value_at(i)) != NULL; i++)
        if (entry->formula != NULL)
            print_row(entry);
}

static void print_text(void) {
    const plumb_value *entry;
    plumb_member last = PLUMB_MEMBERS + 1;
    puts("x_j is the score of key j: scale q.k_j unless the operator defines it otherwise.  Sums\n"
         "run over the visible keys.  Names after needs and may take are members of the description\n"
         "(flags --name) and tensors (flags --name FILE).  See spec/operators.md, spec/positions.md and\n"
         "spec/masks.md for the details.");
    for (size_t i = 0; (entry = plumb_value_at(i)) != NULL; i++) {
        if (entry->formula == NULL)
            continue;
        if (entry->member != last)
            printf("\n%s: %s\n", list_of(entry),
                   entry->member == PLUMB_MEMBER_MODIFIER ? "can be combined with every operator"
                                                          : plumb_member_at(entry->member)->meaning);
        last = entry->member;
        printf("  %s\n      %s\n", entry->word, entry->formula);
        print_names("needs", entry->needs);
        print_names("may take", entry->takes);
        printf("      source: %s\n", entry->source);
    }
}

int plumb_command_operators(int count, char **words) {
    return plumb_print_table("operators", count, words, print_text, print_markdown, NULL);
}
