#include "cli/commands.h"
#include <stdio.h>

static const char commands[] =
    "plumb - a reference that attention engines are held against\n"
    "\n"
    "  plumb diff CASE [--json [FILE]]\n"
    "      Judge what an engine answered; with --json alone, print JSON instead.\n"
    "  plumb eval CASE --emit WHAT [--round FORMAT] -o FILE\n"
    "      Write what is right. WHAT is output, weights, scores or lse; FORMAT is\n"
    "      f64, f32, f16 or bf16; FILE ends in .safetensors or .npy.\n"
    "  plumb operators [--markdown]\n"
    "      List the operators, normalisations, sinks, softcap orders and modifiers: names,\n"
    "      formulas, what each takes, sources.\n"
    "  plumb help | --help | --version\n"
    "\n"
    "CASE is a .safetensors file with tensors q [B,Hq,Sq,D], k [B,Hkv,Sk,D] and\n"
    "v [B,Hkv,Sk,Dv], those that its operator takes, optionally out, weights, scores and\n"
    "lse, and a JSON text under the metadata key plumbline; or it is these flags:\n"
    "  --q FILE --k FILE --v FILE     .npy arrays of f8, f4 or f2, all the same\n"
    "  --out, --weights, --scores, --lse FILE\n"
    "                                 what the engine answered, as .npy arrays\n"
    "  --bf16                         u2 arrays hold bfloat16 bit patterns\n";

static const char operator_flags[] =
    "  --operator NAME                softmax, scaled-softmax, power-softmax,\n"
    "                                 clipped-softmax, softpick, sigmoid, elu, identity,\n"
    "                                 elu-kernel, mlp-kernel; default: softmax\n"
    "  --alpha X                      of scaled-softmax, above 0\n"
    "  --power X                      of power-softmax, above 0\n"
    "  --gamma X --zeta X             of clipped-softmax, at most 0 and at least 1\n"
    "  --normalisation none|sum|absolute-sum|at-least-one\n"
    "                                 of the last five operators; default: none\n"
    "  --epsilon X                    of softpick, sum and absolute-sum, at least 0;\n"
    "                                 default: 1e-8\n"
    "  --w1 FILE --w2 FILE            of mlp-kernel: [hidden,D], [features,hidden]\n"
    "  --sink none|zero|logit|key|key-value|token|first-keys|key0-bias\n"
    "                                 default: none; zero to token with softmax only\n"
    "  --sinks FILE                   with logit: [Hq]\n"
    "  --k-star FILE                  with key, key-value: [D] or [Hq,D]; token: [Hkv,D]\n"
    "  --v-star FILE                  with key-value: [Dv] or [Hq,Dv]; token: [Hkv,Dv]\n"
    "  --sink-keys N                  with first-keys, at least 1\n"
    "  --key0-bias FILE               with key0-bias: [Hq]\n"
    "  --lse-sink included|excluded   with zero to token; default: included\n"
    "  --softcap C                    at least 0; 0: none, the default\n"
    "  --softcap-order cap-bias-mask|bias-cap-mask|bias-mask-cap\n"
    "                                 default: cap-bias-mask\n"
    "  --bias FILE                    added to the scores: [B|1,Hq|1,Sq|1,Sk]; -infinity\n"
    "                                 hides the key\n"
    "  --v-bias FILE                  added to the output: [Dv] or [Hq,Dv]\n"
    "  --gate FILE                    output times 1/(1+e^-gate): [B,Hq,Sq] or [B,Hq,Sq,Dv]\n";

static const char other_flags[] =
    "  --mask none|causal|prefix      default: none; query t stands at p = t + N and sees\n"
    "                                 key j if j <= p; prefix: or j < --prefix\n"
    "  --prefix N                     with prefix, at most Sk\n"
    "  --window L,R                   p - L <= j <= p + R; -1: unbounded\n"
    "  --streaming N,W                j < N or p - W < j <= p\n"
    "  --chunk W                      floor(j/W) = floor(p/W)\n"
    "  --causal-alignment top-left|bottom-right|N\n"
    "                                 top-left is N = 0, bottom-right N = Sk - Sq; needed\n"
    "                                 with any of these masks unless Sq = Sk\n"
    "  --query-segments FILE --key-segments FILE\n"
    "                                 i8 or i4 arrays [B,Sq] and [B,Sk]: equal ones attend\n"
    "  --allowed FILE                 b1 array [B|1,Hq|1,Sq|1,Sk]: true attends\n"
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
    fputs(commands, stdout);
    fputs(operator_flags, stdout);
    fputs(other_flags, stdout);
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
