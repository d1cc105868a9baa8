#include "cli/flags.h"
#include "cli/commands.h"
#include "schema/schema.h"
#include <string.h>

static const plumb_subcommand subcommands[] = {
    {"diff", plumb_command_diff, "CASE...", true, "Judge the outputs of engines: PASS, SUSPECT or FAIL.",
     "A CASE is a .safetensors file, a folder of them, or - for a list of names on standard input. Each of several "
     "cases gets a line."},
    {"diagnose", plumb_command_diagnose, "CASE", true,
     "Find what a wrong engine computes instead: another convention, a known fault, a coarser precision.",
     "If the output is correct, list the conventions that this case cannot distinguish."},
    {"eval", plumb_command_eval, "CASE", true, "Write the exact values as intervals, or correctly rounded.", NULL},
    {"golden", plumb_command_golden, "CASE", true, "Write the numbers from which to derive a tolerance of your own.",
     "The file contains the correctly rounded output, its interval, the rounding floor, the expected error and "
     "condition numbers."},
    {"challenge", plumb_command_challenge, "DESCRIPTION", false,
     "Draw inputs that reveal faults, and list the faults that they reveal.",
     "DESCRIPTION is a JSON file or a JSON text with shape, dtype, seed, tensors, and the conventions of a case."},
    {"vectors", plumb_command_vectors, NULL, false,
     "Write small cases with exact answers, each of which reveals a fault.", NULL},
    {"same", plumb_command_same, "CASE CASE...", false, "Compare runs of one problem bit by bit.",
     "Where bits differ, report which run is nearer to the exact value. Each CASE is one run."},
    {"merge", plumb_command_merge, "FILE...", false,
     "Merge results of parts of the keys exactly: as intervals, or correctly rounded.",
     "A FILE is a .safetensors file with the tensors part_out and part_lse, or with out and lse of one part; other "
     "tensors are ignored."},
    {"sink", plumb_command_sink, "CASE...", false, "Measure attention sinks.",
     "List the heads that give one key more than a threshold share of their attention. Each CASE is one layer."},
    {"operators", plumb_command_operators, NULL, false,
     "List operators, sinks, positions and masks, with formulas and sources.",
     "Also list normalisations, softcap orders and modifiers, and the parameters of each entry."},
    {"conventions", plumb_command_conventions, NULL, false,
     "List the conventions on which engines differ: how a case states each, and who uses it.", NULL},
    {"precisions", plumb_command_precisions, NULL, false,
     "List precision models: what an engine rounds, and how coarsely.", NULL},
    {"help", plumb_command_help, "[COMMAND]", false, "List the commands, or print the help of one.", NULL},
};

static const plumb_flag flags[] = {
    {"diff eval golden", "--rows", PLUMB_VALUE_TAKEN, "A:B", "use only queries A to B - 1 of each head", false},
    {"diff eval golden", "--minimal", PLUMB_NO_VALUE_TAKEN, NULL, "use the minimal kernels: the same result, slower",
     false},
    {"diff", "--sample", PLUMB_VALUE_TAKEN, "N", "judge only N rows, drawn at random from all heads", false},
    {"diff", "--seed", PLUMB_VALUE_TAKEN, "S", "the seed of --sample; default: a new one, shown in the report",
     false},
    {"diff", "--all", PLUMB_NO_VALUE_TAKEN, NULL,
     "test every element beyond its expected error against the error bound, not only those with the "
     "largest errors",
     false},
    {"diff", "--must-notice", PLUMB_VALUE_TAKEN, "lost_keys=N,scale=X",
     "faults that the inputs must reveal: N neighbouring keys lost, scores off by a fraction X, or both; a PASS on "
     "inputs that would not reveal them exits with 4",
     false},
    {"diff", "--quiet", PLUMB_NO_VALUE_TAKEN, NULL, "print nothing for cases that pass", false},
    {"diff", "--fail-fast", PLUMB_NO_VALUE_TAKEN, NULL, "stop at the first case that does not pass",
     false},
    {"diff", "--threads", PLUMB_VALUE_TAKEN, "N", "at most N threads; default: one for each processor", false},
    {"diff diagnose challenge same sink", "--json", PLUMB_VALUE_OPTIONAL, "[FILE]",
     "write a complete report; without FILE, print it instead of the text", false},
    {"diff", "--junit", PLUMB_VALUE_OPTIONAL, "[FILE]", "write a report for continuous integration", false},
    {"diff", "--html", PLUMB_VALUE_OPTIONAL, "[FILE]", "write a page with maps of the errors", false},
    {"diff diagnose same", "--color", PLUMB_VALUE_TAKEN, "auto|always|never",
     "when to colour verdicts; default: auto, which means on a terminal, subject to NO_COLOR and CLICOLOR_FORCE",
     false},
    {"diagnose", "--no-pairs", PLUMB_NO_VALUE_TAKEN, NULL, "try single changes only", false},
    {"diagnose", "--seconds", PLUMB_VALUE_TAKEN, "S",
     "end the search S seconds after the verdict; default: 5",
     false},
    {"eval", "--emit", PLUMB_VALUE_TAKEN, "output|weights|scores|lse|dq|dk|dv|dsinks|dbias|dslopes|dtable",
     "what to write", true},
    {"eval", "--round", PLUMB_VALUE_TAKEN, "f64|f32|f16|bf16",
     "round correctly to this format; without it, write middles and radii in f64, as tensors WHAT and WHAT_radius or "
     "as FILE.npy and FILE_radius.npy",
     false},
    {"eval", "-o", PLUMB_VALUE_TAKEN, "FILE", "the file to write; ends in .safetensors or .npy", true},
    {"merge", "--round", PLUMB_VALUE_TAKEN, "f64|f32|f16|bf16",
     "round out correctly to this format, and lse to f32 (to f64 if the format is f64); without it, write middles and "
     "radii in f64, as tensors out, out_radius, lse and lse_radius",
     false},
    {"merge", "-o", PLUMB_VALUE_TAKEN, "FILE", "the file to write; ends in .safetensors", true},
    {"merge", "--lse-base", PLUMB_VALUE_TAKEN, "e|2",
     "the base of the logarithms; default: the base that the files state, else e", false},
    {"golden", "--round", PLUMB_VALUE_TAKEN, "f64|f32|f16|bf16",
     "the format of the output; default: that of the inputs", false},
    {"golden", "-o", PLUMB_VALUE_TAKEN, "FILE",
     "the file to write; ends in .safetensors; contains the tensor output, and in f64 output_low, output_floor and "
     "others", true},
    {"challenge", "-o", PLUMB_VALUE_TAKEN, "FILE",
     "the file to write: the inputs, a case without an output; ends in .safetensors", true},
    {"challenge", "--seed", PLUMB_VALUE_TAKEN, "N", "the seed; default: the description's", false},
    {"vectors", "-o", PLUMB_VALUE_TAKEN, "FOLDER", "the folder to create and fill", true},
    {"vectors", "--family", PLUMB_VALUE_TAKEN, "NAME", "only the vectors of this family", false},
    {"vectors", "--seed", PLUMB_VALUE_TAKEN, "N", "the seed of the numbers; default: 1", false},
    {"same", "--batch", PLUMB_VALUE_TAKEN, "B",
     "the first case is part of the others: their batch entries from B on, counted from 0", false},
    {"same", "--query", PLUMB_VALUE_TAKEN, "T",
     "the first case is part of the others: their queries from T on, counted from 0", false},
    {"sink", "--svg", PLUMB_VALUE_TAKEN, "FILE", "write a picture of the weights", false},
    {"sink", "--epsilon", PLUMB_VALUE_TAKEN, "X", "the threshold, a decimal or ratio; default: 0.3", false},
    {"sink", "--tokens", PLUMB_VALUE_TAKEN, "T", "measure the first T tokens; default: 64", false},
    {"sink", "--key", PLUMB_VALUE_TAKEN, "K|sink",
     "the key, counted from 1, or the extra logit of the case's sink; default: 1", false},
    {"sink", "--zero-query-row", PLUMB_NO_VALUE_TAKEN, NULL, "with --key sink: add a row whose weight is 1", false},
    {"sink", "--from", PLUMB_VALUE_TAKEN, "operator|weights",
     "measure the exact weights (operator) or the weights in the case (weights); default: operator", false},
    {"sink", "--proxy", PLUMB_VALUE_TAKEN, "none|sum|absolute-sum",
     "divide weights by their sum + 1e-8; default: sum for sigmoid and elu; absolute-sum for identity and the kernel "
     "operators, except a normalised elu-kernel; none for others",
     false},
    {"sink", "--head", PLUMB_VALUE_TAKEN, "H|all", "the head that --svg draws, counted from 0; default: 0", false},
    {"sink", "--hidden", PLUMB_VALUE_TAKEN, "FILE",
     "hidden states, to measure massive activations: a .npy array [layers,B,Sq,W]; for one CASE also [B,Sq,W] or "
     "[Sq,W]", false},
    {"sink", "--bf16", PLUMB_NO_VALUE_TAKEN, NULL, "'<u2' arrays of --hidden hold bfloat16", false},
    {"diff diagnose challenge vectors same sink", "--json-schema", PLUMB_NO_VALUE_TAKEN, NULL,
     "print the JSON Schema (draft 2020-12) of this command's JSON; takes no other arguments", false},
    {"operators conventions precisions", "--markdown", PLUMB_NO_VALUE_TAKEN, NULL, "print a table in Markdown", false},
    {"conventions", "--json-schema", PLUMB_NO_VALUE_TAKEN, NULL,
     "print the JSON Schema (draft 2020-12) of the JSON text of a case", false},
};

const plumb_subcommand *plumb_subcommand_at(size_t index) {
    return index < sizeof subcommands / sizeof *subcommands ? &subcommands[index] : NULL;
}

const plumb_subcommand *plumb_subcommand_find(const char *name) {
    const plumb_subcommand *found;
    size_t i = 0;
    while ((found = plumb_subcommand_at(i)) != NULL && strcmp(found->name, name) != 0)
        i++;
    return found;
}

const plumb_flag *plumb_flag_at(const char *command, size_t index) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if ((command == NULL || plumb_names_hold(flags[i].commands, command)) && index-- == 0)
            return &flags[i];
    return NULL;
}

void plumb_flags_of(const char *command, plumb_option *options) {
    const plumb_flag *flag;
    for (size_t i = 0; (flag = plumb_flag_at(command, i)) != NULL; i++)
        options[i] = (plumb_option){.name = flag->name, .kind = flag->kind};
}
