/* command_conventions.c - plumb conventions: the table of schema/conventions.h. */
#include "case/json_schema.h"
#include "cli/commands.h"
#include "schema/conventions.h"
#include <stdio.h>
#include <string.h>

/* around: what stands on both sides of members and flags; separator: between the two. */
static void print_saying(const plumb_convention *c, const char *around, const char *separator) {
    if (c->otherwise != NULL)
        printf("%s%s", c->otherwise, c->flag[0] != 0 ? separator : "");
    if (c->member[0] != 0)
        printf("%s%s%s%s", around, c->member, around, c->flag[0] != 0 ? separator : "");
    if (c->flag[0] != 0)
        printf("%s%s%s", around, c->flag, around);
}

static void print_markdown(void) {
    puts("| axis | value | in a case, and as a flag | who |\n|---|---|---|---|");
    plumb_convention row, *c = &row;
    for (size_t i = 0; plumb_convention_at(i, c); i++) {
        printf("| `%s` | %s%s | ", c->axis, c->value, c->usual ? " (default)" : "");
        print_saying(c, "`", ", ");
        printf(" | %s |\n", c->engines);
    }
}

static void print_text(void) {
    const char *axis = "";
    puts("Where engines differ: each axis, its values, how a case states each (a member of the JSON\n"
         "description, and the flag for .npy files), and which engines use it.  See spec/choices.md.");
    plumb_convention row, *c = &row;
    for (size_t i = 0; plumb_convention_at(i, c); i++) {
        if (strcmp(axis, c->axis) != 0)
            printf("\n%s\n", c->axis);
        axis = c->axis;
        printf("  %s%s\n      state: ", c->value, c->usual ? " (default)" : "");
        print_saying(c, "", " or ");
        printf("\n      who: %s\n", c->engines);
    }
}

static int print_schema(void) {
    return plumb_json_schema_write(stdout);
}

int plumb_command_conventions(int count, char **words) {
    return plumb_print_table("conventions", count, words, print_text, print_markdown, print_schema);
}
