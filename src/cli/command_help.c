/* command_help.c - what --help prints (a page), what --help-all prints (everything), and what shells complete, from the
   tables of flags. */
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

typedef enum { SHORT, ALL } plumb_help_length;

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
    if (row->kind == PLUMB_KIND_INTEGER || row->kind == PLUMB_KIND_SECTIONS)
        add(text, "%s", plumb_expected(member, true, expected));
    if (row->meaning != NULL)
        add(text, "%s%s", text[0] == 0 || row->kind == PLUMB_KIND_TENSOR ? "" : "; ", row->meaning);
    add_takers(text, row->name);
    if (row->standard != NULL || usual != NULL)
        add(text, "; default: %s", row->standard != NULL ? row->standard : usual->word);
}

/* What most cases state: --help shows only these. */
static const plumb_member usual_members[] = {
    PLUMB_MEMBER_Q,        PLUMB_MEMBER_K,
    PLUMB_MEMBER_V,        PLUMB_MEMBER_OUT,
    PLUMB_MEMBER_LSE,      PLUMB_MEMBER_OPERATOR,
    PLUMB_MEMBER_SINK,     PLUMB_MEMBER_SINKS,
    PLUMB_MEMBER_SOFTCAP,  PLUMB_MEMBER_BIAS,
    PLUMB_MEMBER_POSITION, PLUMB_MEMBER_ROPE_BASE,
    PLUMB_MEMBER_MASK,     PLUMB_MEMBER_WINDOW,
    PLUMB_MEMBER_ALLOWED,  PLUMB_MEMBER_CAUSAL_ALIGNMENT,
    PLUMB_MEMBER_SCALE,    PLUMB_MEMBER_GQA,
    PLUMB_MEMBER_PRECISION,
};

static bool is_usual(plumb_member member) {
    for (size_t i = 0; i < sizeof usual_members / sizeof *usual_members; i++)
        if (usual_members[i] == member)
            return true;
    return false;
}

static void print_case_flags(plumb_help_length length) {
    puts(length == ALL ? "\nFlags that state a case without a .safetensors file. FILE is a .npy array. B is the\n"
                         "batch; Hq, Hkv are heads, Sq, Sk lengths, D, Dv dimensions of keys and of values."
                       : "\nThe usual flags that state a case without a .safetensors file. FILE is a .npy array.");
    print_flag("--bf16", "", "u2 arrays hold bfloat16 bit patterns");
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        char value[TEXT], meaning[TEXT], flag[PLUMB_FLAG_TEXT];
        const char *name = plumb_flag_of((plumb_member)i, flag);
        if (name[0] == 0 || (length == SHORT && !is_usual((plumb_member)i)))
            continue;
        write_flag_value((plumb_member)i, value);
        write_meaning((plumb_member)i, strlen(value) > WIDTH, meaning);
        print_flag(name, strlen(value) > WIDTH ? "WORD" : value, meaning);
    }
}

/* ---- a command ---- */

static bool judges(const plumb_subcommand *command) {
    return strcmp(command->name, "diff") == 0 || strcmp(command->name, "diagnose") == 0;
}

/* Its operands and flags, in a page those alone that it needs. */
static void print_usage(const plumb_subcommand *command, plumb_help_length length) {
    const plumb_flag *flag;
    int column = printf("  plumb %s", command->name);
    char usage[TEXT] = "";
    add(usage, "%s", command->operands != NULL ? command->operands : "");
    for (size_t i = 0; (flag = plumb_flag_at(command->name, i)) != NULL; i++)
        if (length == ALL || flag->needed)
            add(usage, "%s%s%s%s%s%s", usage[0] != 0 ? " " : "", flag->needed ? "" : "[", flag->name,
                flag->value != NULL ? " " : "", flag->value != NULL ? flag->value : "", flag->needed ? "" : "]");
    if (length == SHORT && plumb_flag_at(command->name, 0) != NULL)
        add(usage, "%s[FLAG...]", usage[0] != 0 ? " " : "");
    putchar(' ');
    print_wrapped(usage, column + 1, column + 1);
    printf("      ");
    print_wrapped(command->summary, 6, 6);
    if (command->details != NULL) {
        printf("      ");
        print_wrapped(command->details, 6, 6);
    }
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

static const char about_cases[] =
    "\n"
    "CASE is a .safetensors file with tensors q [B,Hq,Sq,D], k [B,Hkv,Sk,D], v [B,Hkv,Sk,Dv],\n"
    "outputs of the engine (out [B,Hq,Sq,Dv], weights, scores, lse, gradients dq, dk, dv), and the\n"
    "tensors that its conventions need. Its metadata key plumbline holds a JSON text, such as\n"
    "{\"version\": 1, \"mask\": \"causal\"}; `plumb conventions` lists what the text can state.\n";
static const char about_results[] =
    "\n"
    "Each exact value is within its radius of its middle; an infinite radius means that no bound\n"
    "is known. NaN or an infinity with radius 0 is the value that the case's conventions define.\n";
static const char about_files[] =
    "\n"
    "Output files must differ from the inputs and from each other. A file appears only\n"
    "when it is complete. Symbolic links are followed.\n";
static const char exit_codes[] =
    "\n"
    "Exit code: 0 PASS or done; 1 FAIL; 2 bad input, nothing written; 3 SUSPECT; 4 PASS, but\n"
    "the inputs do not reveal what --must-notice demands. For several cases, the\n"
    "first of 2, 1, 3, 4, 0 that applies.\n";
static const char exit_codes_of_same[] =
    "\nExit code of same: 0 every bit agrees; 1 runs differ and one FAILs; 2 bad input; 3 runs\n"
    "differ and none FAILs.\n";

static void print_help_of(const plumb_subcommand *command, plumb_help_length length) {
    print_usage(command, length);
    if (plumb_flag_at(command->name, 0) != NULL)
        puts("\nFlags:");
    print_flags(command);
    if (command->flags_of_case)
        print_case_flags(length);
    if (command->operands != NULL && strncmp(command->operands, "CASE", 4) == 0)
        fputs(about_cases, stdout);
    if (strcmp(command->name, "eval") == 0 || (length == ALL && command->flags_of_case))
        fputs(about_results, stdout);
    if (length == ALL)
        fputs(about_files, stdout);
    if (judges(command))
        fputs(exit_codes, stdout);
    if (strcmp(command->name, "same") == 0)
        fputs(exit_codes_of_same, stdout);
    if (length == SHORT && command->flags_of_case)
        printf("\nEverything: plumb %s --help-all\n", command->name);
}

static void print_everything(void) {
    const plumb_subcommand *command;
    puts("plumb - tell whether an attention kernel is right, and if not, what it computes\n");
    for (size_t i = 0; (command = plumb_subcommand_at(i)) != NULL; i++)
        print_usage(command, ALL);
    puts("  plumb [COMMAND] --help | --help-all\n  plumb --version");
    puts("\nFlags of these commands:");
    print_flags(NULL);
    print_case_flags(ALL);
    fputs(about_cases, stdout);
    fputs(about_results, stdout);
    fputs(about_files, stdout);
    fputs(exit_codes, stdout);
    fputs(exit_codes_of_same, stdout);
}

static void print_page(void) {
    const plumb_subcommand *command;
    puts("plumb - tell whether an attention kernel is right, and if not, what it computes\n\n"
         "  plumb COMMAND [CASE...] [FLAG...]\n\n"
         "Commands:");
    for (size_t i = 0; (command = plumb_subcommand_at(i)) != NULL; i++)
        print_flag(command->name, command->operands != NULL ? command->operands : "", command->summary);
    fputs(about_cases, stdout);
    puts("\nExamples:\n"
         "  plumb diff case.safetensors                     judge a saved case\n"
         "  plumb diff cases --junit report.xml             judge a folder, with a report for CI\n"
         "  plumb diagnose case.safetensors                 find what a wrong engine computes instead\n"
         "  plumb eval case.safetensors --emit output --round bf16 -o right.safetensors\n"
         "  plumb diff --q q.npy --k k.npy --v v.npy --out out.npy --mask causal --precision f32");
    fputs(exit_codes, stdout);
    puts("\nMore:\n"
         "  plumb COMMAND --help        one command: its flags, and the usual flags of a case\n"
         "  plumb COMMAND --help-all    one command: every flag\n"
         "  plumb --help-all            every command and flag\n"
         "  plumb --version             the version");
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
    puts(command->flags_of_case ? "--bf16\n--help\n--help-all" : "--help\n--help-all");
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
        puts("--help\n--help-all\n--version");
}

static int refuse_command(const char *name) {
    plumb_error error;
    char near[PLUMB_HINT_TEXT], other[PLUMB_OTHER_NAME_TEXT];
    plumb_hint hint = {.text = name};
    const plumb_subcommand *command;
    for (size_t i = 0; (command = plumb_subcommand_at(i)) != NULL; i++)
        plumb_hint_try(&hint, command->name);
    plumb_fail(&error, "'%s': unknown command; `plumb help` lists the commands%s", name,
               plumb_other_name(name, true, other)[0] != 0 ? other : plumb_hint_text(&hint, near));
    return plumb_refuse(&error);
}

int plumb_command_help(int count, char **words) {
    plumb_help_length length = count > 0 && strcmp(words[0], "--help-all") == 0 ? ALL : SHORT;
    count -= length == ALL;
    words += length == ALL;
    const plumb_subcommand *command = count > 0 ? plumb_subcommand_find(words[0]) : NULL;
    if (count > 0 && strcmp(words[0], "--complete") == 0)
        complete(count - 1, words + 1);
    else if (count > 0 && command == NULL)
        return refuse_command(words[0]);
    else if (command != NULL)
        print_help_of(command, length);
    else if (length == ALL)
        print_everything();
    else
        print_page();
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
