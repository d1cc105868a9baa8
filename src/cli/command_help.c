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
    "  plumb sink CASE... [--json [FILE]] [--svg FILE]\n"
    "      Measure the attention sink: which heads give one key more than a threshold of\n"
    "      their attention. Each CASE is the .safetensors file of one layer.\n"
    "  plumb operators [--markdown]\n"
    "      List operators, normalisations, sinks, softcap orders, positions, masks and\n"
    "      modifiers: names, formulas, what each takes, sources.\n"
    "  plumb conventions [--markdown]\n"
    "      List where engines differ: each axis, its values, how a case says them, who\n"
    "      uses them.\n"
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

static const char position_flags[] =
    "  --position none|sinusoidal|learned|rope|alibi|t5|bucket-index|relative-table|shaw\n"
    "                                 how positions enter the scores; default: none\n"
    "  --query-positions FILE --key-positions FILE\n"
    "                                 i8 or i4 arrays [B,Sq] and [B,Sk]; without them query t\n"
    "                                 stands at t + N of --causal-alignment, key j at j\n"
    "  --position-offset N            of sinusoidal and learned; default: 0\n"
    "  --position-table FILE          learned: [rows,D]; t5: [buckets,Hq]; relative-table:\n"
    "                                 [2 reach + 1,Hq]; shaw: [2 reach + 1,D]\n"
    "  --position-values FILE         may go with shaw: [2 reach + 1,Dv]\n"
    "  --sinusoidal-layout concatenated|interleaved\n"
    "  --sinusoidal-denominator half|one-less\n"
    "  --sinusoidal-base X            the first of each by default; 10000\n"
    "  --rope-layout half|interleaved|deinterleaved\n"
    "                                 which elements are pairs; default: half\n"
    "  --rope-dim N                   how many elements are rotated; default: D\n"
    "  --rope-base X                  default: 10000\n"
    "  --rope-scaling none|linear|ntk|dynamic|yarn|llama3|longrope\n"
    "                                 default: none; all others need --rope-factor\n"
    "  --rope-factor X --rope-original X\n"
    "                                 the latter with dynamic, yarn, llama3, longrope\n"
    "  --rope-length-rule length|maximum --rope-length X\n"
    "                                 of dynamic and longrope; default: length, which\n"
    "                                 needs the other\n"
    "  --rope-multiplier X            of sines and cosines, in place of the scaling's\n"
    "  --rope-beta-fast X --rope-beta-slow X --rope-truncate true|false\n"
    "                                 of yarn; default: 32, 1, true\n"
    "  --rope-mscale X --rope-mscale-all X\n"
    "                                 may go with yarn, together\n"
    "  --rope-low-frequency X --rope-high-frequency X\n"
    "                                 of llama3; default: 1 and 4\n"
    "  --rope-long FILE --rope-short FILE\n"
    "                                 of longrope: [rope dim/2]\n"
    "  --rope-cos FILE --rope-sin FILE\n"
    "                                 in place of base, scaling and multiplier:\n"
    "                                 [rows,rope dim/2], row p for position p\n"
    "  --alibi-form relative|key|symmetric|scaled-key\n"
    "                                 default: relative\n"
    "  --slopes FILE                  of alibi: [Hq]; default: 2^(-8 (h + 1)/n)\n"
    "  --direction causal|both --buckets N --max-distance N\n"
    "                                 of t5 and bucket-index; default: causal, 32, 128\n";

static const char sink_flags[] =
    "\n"
    "Of plumb sink alone:\n"
    "  --epsilon X                    the threshold, an exact decimal or ratio; default: 0.3\n"
    "  --tokens T                     the first T tokens, of fewer all; default: 64\n"
    "  --key K|sink                   counted from 1, or the extra logit of the case's sink;\n"
    "                                 default: 1\n"
    "  --zero-query-row               with --key sink: one row more, whose weight is 1\n"
    "  --from operator|weights        weights that are right, or those of tensor weights;\n"
    "                                 default: operator\n"
    "  --proxy none|sum|absolute-sum  weights divided by their sum + 1e-8; default: sum for\n"
    "                                 sigmoid and elu, absolute-sum for identity and the\n"
    "                                 kernels but a normalised elu-kernel, none for others\n"
    "  --head H                       whose weights --svg draws, counted from 0; default: 0\n";

static const char other_flags[] =
    "  --mask none|causal|prefix      default: none; query t stands at p = t + N and sees\n"
    "                                 key j if j <= p; prefix: or j < --prefix\n"
    "  --prefix N                     with prefix, at most Sk\n"
    "  --window L,R                   p - L <= j <= p + R; -1: unbounded\n"
    "  --streaming N,W                j < N or p - W < j <= p\n"
    "  --streaming-positions text|cache\n"
    "                                 cache: positions count the keys still kept\n"
    "  --chunk W                      floor(j/W) = floor(p/W)\n"
    "  --causal-alignment top-left|bottom-right|N\n"
    "                                 top-left is N = 0, bottom-right N = Sk - Sq; needed\n"
    "                                 unless Sq = Sk with any of these masks, and with a\n"
    "                                 position that asks where queries stand\n"
    "  --query-segments FILE --key-segments FILE\n"
    "                                 i8 or i4 arrays [B,Sq] and [B,Sk]: equal ones attend\n"
    "  --allowed FILE                 b1 array [B|1,Hq|1,Sq|1,Sk]: true attends\n"
    "  --mask-polarity true-attends|true-hides\n"
    "                                 of --allowed; default: true-attends\n"
    "  --scale TEXT                   an exact decimal or ratio;\n"
    "                                 default: 1/sqrt(head_dim)\n"
    "  --scale-site score|query|both  where the engine applied it; for reports alone\n"
    "  --gqa interleave|tile          query head h reads key head h / (Hq/Hkv), or h mod Hkv;\n"
    "                                 default: interleave\n"
    "  --empty-row zero|nan|mean      output of a row that sees no key; mean: of all\n"
    "                                 values, softmax only; default: zero\n"
    "  --empty-lse minus-infinity|plus-infinity\n"
    "                                 its log-sum-exp; default: minus-infinity\n"
    "  --engine NAME                  who answered\n"
    "  --precision NAME               its precision model; default: by dtype\n";

static const char closing[] =
    "\n"
    "Without --round, eval writes middles and radii in f64, as tensors WHAT and\n"
    "WHAT_radius or as FILE.npy and FILE_radius.npy. Every exact value lies within\n"
    "its radius of its middle; an infinite radius says nothing; NaN or an infinity\n"
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
    fputs(position_flags, stdout);
    fputs(other_flags, stdout);
    fputs(sink_flags, stdout);
    fputs(closing, stdout);
    return plumb_finish_output(PLUMB_EXIT_DONE);
}
