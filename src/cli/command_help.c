/* command_help.c - plumb help, plumb COMMAND --help, and what shells complete, from the tables of flags. */
#include "cli/commands.h"
#include "cli/flags.h"
#include "schema/hint.h"
#include "schema/other_names.h"
#include "schema/schema.h"
#include "schema/text.h"
#include <stdio.h>
#include <string.h>

#define add(text, ...) plumb_text_add(text, TEXT, __VA_ARGS__)

enum { MARGIN = 33, WIDTH = 88, TEXT = 600 };

/* Words in lines that begin at the margin; column: where the first begins. */
static void print_wrapped(const char *text, int margin, int column) {
    while (*text != 0) {
        int length = (int)strcspn(text, " ");
        if (column > margin && column + 1 + length > WIDTH) {
            printf("\n%*s", margin, "");
            column = margin;
        } else if (column > margin) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static void print_flag(const char *name, const char *value, const char *meaning) {
    int length = printf("  %s%s%s", name, value[0] != 0 ? " " : "", value);
    if (length >= MARGIN)
        printf("\n%*s", MARGIN, "");
    else
        printf("%*s", MARGIN - length, "");
    print_wrapped(meaning, MARGIN, MARGIN);
}

/* ---- the flags of a case ---- */

/* "; with position t5, bucket-index": the words that need or take the member. */
static void add_takers(char text[TEXT], const char *name) {
    const plumb_value *value = NULL;
    plumb_member last = PLUMB_MEMBERS;
    while ((value = plumb_next_taker(name, value)) != NULL) {
        if (!value->is_word)
            continue;
        if (value->member == last)
            add(text, ", %s", value->word);
        else
            add(text, "; %s %s %s", last == PLUMB_MEMBERS ? "with" : "or", plumb_member_name(value->member),
                value->word);
        last = value->member;
    }
}

static void add_words(char text[TEXT], plumb_member member, char separator) {
    char between[] = {separator, separator == ',' ? ' ' : 0, 0};
    for (const plumb_value *word = NULL; (word = plumb_next_word(member, word)) != NULL;)
        add(text, "%s%s", text[0] != 0 ? between : "", word->word);
}

/* "half|interleaved", "top-left|bottom-right|N", "FILE" */
static void write_flag_value(plumb_member member, char text[TEXT]) {
    const char *value = plumb_member_at(member)->flag_value;
    text[0] = 0;
    add_words(text, member, '|');
    if (value != NULL)
        add(text, "%s%s", text[0] != 0 ? "|" : "", value);
}

/* with_words: they do not stand behind the flag. */
static void write_meaning(plumb_member member, bool with_words, char text[TEXT]) {
    static const char finite[] = "a finite ";
    const plumb_member_row *row = plumb_member_at(member);
    const plumb_value *usual = plumb_word_of(member, 0);
    char expected[PLUMB_EXPECTED_TEXT];
    text[0] = 0;
    if (with_words)
        add_words(text, member, ',');
    if (row->kind == PLUMB_KIND_TENSOR)
        add(text, "%s: ", row->shape);
    if (row->kind == PLUMB_KIND_REAL)
        add(text, "a %s", plumb_expected(member, true, expected) + sizeof finite - 1);
    if (row->kind == PLUMB_KIND_INTEGER)
        add(text, "%s", plumb_expected(member, true, expected));
    if (row->meaning != NULL)
        add(text, "%s%s", text[0] == 0 || row->kind == PLUMB_KIND_TENSOR ? "" : "; ", row->meaning);
    add_takers(text, row->name);
    if (row->standard != NULL || usual != NULL)
        add(text, "; default: %s", row->standard != NULL ? row->standard : usual->word);
}

static void print_case_flags(void) {
    puts("\nA case in flags, without a .safetensors file; FILE is a .npy array. Shapes: B batch,\n"
         "Hq and Hkv heads, Sq and Sk lengths, D and Dv dimensions of queries and keys, and of values:");
    print_flag("--bf16", "", "u2 arrays hold bfloat16 bit patterns");
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        char value[TEXT], meaning[TEXT], flag[PLUMB_FLAG_TEXT];
        const char *name = plumb_flag_of((plumb_member)i, flag);
        write_flag_value((plumb_member)i, value);
        write_meaning((plumb_member)i, strlen(value) > WIDTH, meaning);
        if (name[0] != 0)
            print_flag(name, strlen(value) > WIDTH ? "WORD" : value, meaning);
    }
}

/* ---- a command ---- */

static void print_command(const plumb_subcommand *command) {
    const plumb_flag *flag;
    int column = printf("  plumb %s", command->name);
    char usage[TEXT] = "";
    add(usage, "%s", command->operands != NULL ? command->operands : "");
    for (size_t i = 0; (flag = plumb_flag_at(command->name, i)) != NULL; i++)
        add(usage, "%s%s%s%s%s%s", usage[0] != 0 ? " " : "", flag->needed ? "" : "[", flag->name,
            flag->value != NULL ? " " : "", flag->value != NULL ? flag->value : "", flag->needed ? "" : "]");
    putchar(' ');
    print_wrapped(usage, column + 1, column + 1);
    printf("      ");
    print_wrapped(command->meaning, 6, 6);
}

/* Of one command, or with the names of their commands those of all. */
static void print_flags(const plumb_subcommand *command) {
    const plumb_flag *flag;
    for (size_t i = 0; (flag = plumb_flag_at(command != NULL ? command->name : NULL, i)) != NULL; i++) {
        char meaning[TEXT] = "";
        if (command == NULL)
            add(meaning, "%s: ", flag->commands);
        add(meaning, "%s", flag->meaning);
        print_flag(flag->name, flag->value != NULL ? flag->value : "", meaning);
    }
}

static const char closing[] =
    "\nCASE is a .safetensors file with tensors q [B,Hq,Sq,D], k [B,Hkv,Sk,D] and v [B,Hkv,Sk,Dv],\n"
    "those that its operator takes, optionally out, weights, scores and lse, and a JSON text under\n"
    "the metadata key plumbline (`plumb conventions`).\n"
    "\n"
    "Every exact value lies within its radius of its middle; an infinite radius says nothing; NaN or\n"
    "an infinity with radius 0 is so by convention. A FILE that is written is none that is read, and\n"
    "no other that is written; it appears when it is complete, through a symbolic link where there\n"
    "is one.\n"
    "\n"
    "Exit code: 0 PASS or done, 1 FAIL, 2 bad input (nothing written), 3 SUSPECT, 4 PASS but blind:\n"
    "the inputs do not reveal what --must-notice demands. Of several cases the first that applies of\n"
    "2, 1, 3, 4, 0. Of same: 0 every bit agrees, 1 a run FAILs, 2 bad input, 3 runs differ, none FAILs.\n";

static void print_help_of(const plumb_subcommand *command) {
    print_command(command);
    print_flags(command);
    if (command->flags_of_case)
        print_case_flags();
    if (command->operands != NULL)
        fputs(closing, stdout);
}

static void print_help(void) {
    const plumb_subcommand *command;
    puts("plumb - a reference that attention engines are held against\n");
    for (size_t i = 0; (command = plumb_subcommand_at(i)) != NULL; i++)
        print_command(command);
    puts("  plumb --help | --version");
    puts("\nFlags of these commands:");
    print_flags(NULL);
    print_case_flags();
    fputs(closing, stdout);
}

/* ---- completion ---- */

/* "f64|f32" line by line, without what only stands for a value. */
static void print_words(const char *words) {
    for (; words != NULL && *words != 0; words += strspn(words, "|")) {
        int length = (int)strcspn(words, "|");
        if (words[0] >= 'a' && words[0] <= 'z')
            printf("%.*s\n", length, words);
        words += length;
    }
}

static void complete_value(const char *command, const char *name) {
    const plumb_flag *flag;
    for (size_t i = 0; (flag = plumb_flag_at(command, i)) != NULL; i++)
        if (strcmp(flag->name, name) == 0)
            print_words(flag->value);
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        char value[TEXT], text[PLUMB_FLAG_TEXT];
        write_flag_value((plumb_member)i, value);
        if (strcmp(plumb_flag_of((plumb_member)i, text), name) == 0)
            print_words(value);
    }
}

static void complete_flag(const plumb_subcommand *command) {
    const plumb_flag *flag;
    for (size_t i = 0; (flag = plumb_flag_at(command->name, i)) != NULL; i++)
        puts(flag->name);
    for (int i = 0; command->flags_of_case && i < PLUMB_MEMBERS; i++) {
        char text[PLUMB_FLAG_TEXT];
        const char *name = plumb_flag_of((plumb_member)i, text);
        if (name[0] != 0)
            puts(name);
    }
    puts(command->flags_of_case ? "--bf16\n--help" : "--help");
}

/* For shells: the commands; the flags of one; the words of one of its flags, of which a file has none. */
static void complete(int count, char **words) {
    const plumb_subcommand *command = count > 0 ? plumb_subcommand_find(words[0]) : NULL;
    if (count > 1)
        complete_value(words[0], words[1]);
    else if (command != NULL)
        complete_flag(command);
    for (size_t i = 0; count == 0 && (command = plumb_subcommand_at(i)) != NULL; i++)
        puts(command->name);
    if (count == 0)
        puts("--version");
}

static int refuse_command(const char *name) {
    plumb_error error;
    char near[PLUMB_HINT_TEXT], other[PLUMB_OTHER_NAME_TEXT];
    plumb_hint hint = {.text = name};
    const plumb_subcommand *command;
    for (size_t i = 0; (command = plumb_subcommand_at(i)) != NULL; i++)
        plumb_hint_try(&hint, command->name);
    plumb_fail(&error, "'%s': unknown subcommand; `plumb help` lists them%s", name,
               plumb_other_name(name, true, other)[0] != 0 ? other : plumb_hint_text(&hint, near));
    return plumb_refuse(&error);
}

int plumb_command_help(int count, char **words) {
    const plumb_subcommand *command = count > 0 ? plumb_subcommand_find(words[0]) : NULL;
    if (count > 0 && strcmp(words[0], "--complete") == 0)
        complete(count - 1, words + 1);
    else if (count > 0 && command == NULL)
        return refuse_command(words[0]);
    else if (command != NULL)
        print_help_of(command);
    else
        print_help();
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
