#include "cli/flags.h"
#include "cli/commands.h"
#include "schema/schema.h"
#include <string.h>

static const plumb_subcommand subcommands[] = {
    {"diff", plumb_command_diff, "CASE...", true,
     "Judge what engines answered. A CASE is a .safetensors file, a folder of them, or - for a list of names on "
     "standard "
     "input; of several each gets a line."},
    {"diagnose", plumb_command_diagnose, "CASE", true,
     "Say which neighbouring convention, known fault or coarser precision an answer is right under, or what a right "
     "answer does not tell apart."},
    {"eval", plumb_command_eval, "CASE", true, "Write what is right."},
    {"golden", plumb_command_golden, "CASE", true,
     "Write what tolerances of your own can be made of: the output correctly rounded, its interval, rounding floor, "
     "expected error and condition numbers."},
    {"challenge", plumb_command_challenge, "DESCRIPTION", false,
     "Draw inputs on which faults of engines show, and list which of them these inputs tell. DESCRIPTION is a JSON "
     "file or the JSON text: shape, dtype, seed, tensors, and the conventions of a case."},
    {"vectors", plumb_command_vectors, NULL, false,
     "Write small cases with their exact answers, each of which catches a fault, and say who catches which."},
    {"same", plumb_command_same, "CASE CASE...", false,
     "Say whether runs of one question agree bit for bit, and where they do not, which is nearer to the exact value. "
     "Each CASE is the .safetensors file of one run."},
    {"sink", plumb_command_sink, "CASE...", false,
     "Measure the attention sink: which heads give one key more than a threshold of their attention. Each CASE is the "
     ".safetensors file of one layer."},
    {"operators", plumb_command_operators, NULL, false,
     "List operators, normalisations, sinks, softcap orders, positions, masks and modifiers: names, formulas, what "
     "each takes, sources."},
    {"conventions", plumb_command_conventions, NULL, false,
     "List where engines differ: each axis, its values, how a case says them, who uses them."},
    {"precisions", plumb_command_precisions, NULL, false,
     "List precision models: what an engine rounds, and how coarsely."},
    {"help", plumb_command_help, "[COMMAND]", false, "Say all this, or what concerns one command, as its --help does."},
};

static const plumb_flag flags[] = {
    {"diff eval golden", "--rows", PLUMB_VALUE_TAKEN, "A:B", "the queries A to B - 1 of each head alone", false},
    {"diff eval golden", "--minimal", PLUMB_NO_VALUE_TAKEN, NULL,
     "the minimal kernels, for the same answer in more time", false},
    {"diff", "--sample", PLUMB_VALUE_TAKEN, "N", "of these, N rows drawn at random from all heads", false},
    {"diff", "--seed", PLUMB_VALUE_TAKEN, "S", "what they are drawn from; default: a new one, which the report says",
     false},
    {"diff", "--must-notice", PLUMB_VALUE_TAKEN, "lost_keys=N,scale=X",
     "faults that the inputs must reveal, either or both: N neighbouring keys lost, scores off by a part X of "
     "themselves; exit code 4 in place of 0 where they do not",
     false},
    {"diff", "--quiet", PLUMB_NO_VALUE_TAKEN, NULL, "say nothing of what passes", false},
    {"diff", "--fail-fast", PLUMB_NO_VALUE_TAKEN, NULL, "of several cases, stop at the first that does not pass",
     false},
    {"diff", "--threads", PLUMB_VALUE_TAKEN, "N", "at most N threads; default: one for each processor", false},
    {"diff diagnose challenge same sink", "--json", PLUMB_VALUE_OPTIONAL, "[FILE]",
     "everything that was found; a report without FILE takes the place of the text", false},
    {"diff", "--junit", PLUMB_VALUE_OPTIONAL, "[FILE]", "what continuous integration shows", false},
    {"diff", "--html", PLUMB_VALUE_OPTIONAL, "[FILE]", "one page with a map of the errors", false},
    {"diff diagnose same", "--color", PLUMB_VALUE_TAKEN, "auto|always|never",
     "verdicts in colours; auto, the default: on a terminal, unless NO_COLOR or CLICOLOR_FORCE say otherwise", false},
    {"diagnose", "--no-pairs", PLUMB_NO_VALUE_TAKEN, NULL, "single changes only", false},
    {"diagnose", "--seconds", PLUMB_VALUE_TAKEN, "S",
     "the search ends S seconds after the verdict; default: 5",
     false},
    {"eval", "--emit", PLUMB_VALUE_TAKEN, "output|weights|scores|lse", "what is written", true},
    {"eval", "--round", PLUMB_VALUE_TAKEN, "f64|f32|f16|bf16",
     "correctly rounded to that; without it middles and radii in f64, as tensors WHAT and WHAT_radius or as FILE.npy "
     "and FILE_radius.npy",
     false},
    {"eval", "-o", PLUMB_VALUE_TAKEN, "FILE", "where to; ends in .safetensors or .npy", true},
    {"golden", "--round", PLUMB_VALUE_TAKEN, "f64|f32|f16|bf16",
     "the format of the output; default: that of the inputs", false},
    {"golden", "-o", PLUMB_VALUE_TAKEN, "FILE",
     "where to; ends in .safetensors; tensors output, and in f64 output_low, output_floor and so on", true},
    {"challenge", "-o", PLUMB_VALUE_TAKEN, "FILE", "the inputs, a case without an answer; ends in .safetensors", true},
    {"challenge", "--seed", PLUMB_VALUE_TAKEN, "N", "another seed than the description has", false},
    {"vectors", "-o", PLUMB_VALUE_TAKEN, "FOLDER", "where to; it is made", true},
    {"vectors", "--family", PLUMB_VALUE_TAKEN, "NAME", "the vectors of that family alone", false},
    {"vectors", "--seed", PLUMB_VALUE_TAKEN, "N", "other numbers; default: 1", false},
    {"same", "--batch", PLUMB_VALUE_TAKEN, "B",
     "the first case is a part of the others: their batch from entry B on, counted from 0", false},
    {"same", "--query", PLUMB_VALUE_TAKEN, "T",
     "the first case is a part of the others: their queries from T on, counted from 0", false},
    {"sink", "--svg", PLUMB_VALUE_TAKEN, "FILE", "a picture of the weights", false},
    {"sink", "--epsilon", PLUMB_VALUE_TAKEN, "X", "the threshold, an exact decimal or ratio; default: 0.3", false},
    {"sink", "--tokens", PLUMB_VALUE_TAKEN, "T", "the first T tokens, of fewer all; default: 64", false},
    {"sink", "--key", PLUMB_VALUE_TAKEN, "K|sink", "counted from 1, or the extra logit of the case's sink; default: 1",
     false},
    {"sink", "--zero-query-row", PLUMB_NO_VALUE_TAKEN, NULL, "with --key sink: one row more, whose weight is 1", false},
    {"sink", "--from", PLUMB_VALUE_TAKEN, "operator|weights",
     "weights that are right, or those of tensor weights; default: operator", false},
    {"sink", "--proxy", PLUMB_VALUE_TAKEN, "none|sum|absolute-sum",
     "weights divided by their sum + 1e-8; default: sum for sigmoid and elu, absolute-sum for identity and the kernels "
     "but a normalised elu-kernel, none for others",
     false},
    {"sink", "--head", PLUMB_VALUE_TAKEN, "H|all", "whose weights --svg draws, counted from 0; default: 0", false},
    {"sink", "--hidden", PLUMB_VALUE_TAKEN, "FILE",
     "hidden states, for massive activations: a .npy array [layers,B,Sq,W], or of one CASE [B,Sq,W] or [Sq,W]", false},
    {"sink", "--bf16", PLUMB_NO_VALUE_TAKEN, NULL, "'<u2' arrays of --hidden hold bfloat16", false},
    {"diff diagnose challenge vectors same sink", "--json-schema", PLUMB_NO_VALUE_TAKEN, NULL,
     "what the JSON that this command writes may say, as a JSON Schema (draft 2020-12); it stands alone", false},
    {"operators conventions precisions", "--markdown", PLUMB_NO_VALUE_TAKEN, NULL, "as a table in Markdown", false},
    {"conventions", "--json-schema", PLUMB_NO_VALUE_TAKEN, NULL,
     "what the JSON text of a case may say, as a JSON Schema (draft 2020-12)", false},
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
