#include "cli/commands.h"
#include <stdio.h>

static const char help[] =
    "plumb - a reference that attention engines are held against\n"
    "\n"
    "  plumb diff CASE [--json [FILE]]\n"
    "      Judge what an engine answered; with --json alone, print JSON instead.\n"
    "  plumb eval CASE --emit WHAT [--round FORMAT] -o FILE\n"
    "      Write what is right. WHAT is output, weights, scores or lse; FORMAT is\n"
    "      f64, f32, f16 or bf16; FILE ends in .safetensors or .npy.\n"
    "  plumb help | --help | --version\n"
    "\n"
    "CASE is a .safetensors file with tensors q [B,Hq,Sq,D], k [B,Hkv,Sk,D] and\n"
    "v [B,Hkv,Sk,Dv], optionally out, weights, scores and lse, and a JSON text\n"
    "under the metadata key plumbline; or it is these flags:\n"
    "  --q FILE --k FILE --v FILE     .npy arrays of f8, f4 or f2, all the same\n"
    "  --out, --weights, --scores, --lse FILE\n"
    "                                 what the engine answered, as .npy arrays\n"
    "  --bf16                         u2 arrays hold bfloat16 bit patterns\n"
    "  --mask none|causal             default: none\n"
    "  --causal-alignment top-left|bottom-right|N\n"
    "                                 query t sees keys up to t + N, top-left is\n"
    "                                 N = 0; needed unless Sq = Sk\n"
    "  --scale TEXT                   an exact decimal or ratio;\n"
    "                                 default: 1/sqrt(head_dim)\n"
    "  --empty-row zero|nan           output of a row that sees no key;\n"
    "                                 default: zero\n"
    "  --engine NAME                  who answered\n"
    "  --precision NAME               its precision model; default: by dtype\n"
    "\n"
    "Without --round, eval writes middles and radii in f64, as tensors WHAT and\n"
    "WHAT_radius or as FILE.npy and FILE_radius.npy. Every exact value lies within\n"
    "its radius of its middle; an infinite radius says nothing; NaN or -infinity\n"
    "with radius 0 is so by convention.\n"
    "\n"
    "Exit code: 0 PASS or done, 1 FAIL, 2 bad input (nothing written), 3 SUSPECT.\n";

int plumb_command_help(int count, char **words) {
    (void)words;
    if (count != 0) {
        plumb_error error;
        plumb_fail(&error, "help: takes no arguments");
        return plumb_refuse(&error);
    }
    fputs(help, stdout);
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
