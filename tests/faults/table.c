/* table.c - docs/faults.md, from faults put into engines and diagnosed:
     make build/tests/faults/table && build/tests/faults/table > docs/faults.md */
#include "tests/faults/suites.h"
#include <stdio.h>

enum { LENGTH = 128, HEAD_DIM = 64 };

typedef struct {
    size_t told, named;
} tally;

static const char head[] =
    "# Faults, found and named\n"
    "\n"
    "Each line is a fault that real engines had, put into one step of an engine that is otherwise right\n"
    "(`tests/faults`: written from `spec/`, in the arithmetic of binary32 and of bfloat16 with binary32\n"
    "sums). The right engine PASSes each case. `plumb diff` then judges the wrong numbers as stated; the\n"
    "ratio is the largest error to the expected one: above 1 is SUSPECT, and FAIL if proved code finds a number\n"
    "impossible. `plumb diagnose` names the fault if its first explanation, or one that the case cannot tell from it, "
    "is\n"
    "the fault itself.\n"
    "\n"
    "Four query heads on two key heads (ALiBi: six), 128 keys, head_dim 64, one fixed draw of normal numbers; inputs "
    "whose\n"
    "scores spread by about 2, for flat scores show few mistakes. In bfloat16, vectors moved by a position\n"
    "are taken to be stored again, so scores there spread by about 0.4. `make check` does the same with 64\n"
    "keys and head_dim 32 and fails if a verdict or a name is lost.\n"
    "\n"
    "| family | fault | binary32 | ratio | diagnosis | bfloat16 | ratio | diagnosis |\n"
    "|---|---|---|---|---|---|---|---|\n";

static void print_cell(const outcome_of_fault *out, tally *all) {
    const char *diagnosis = out->named ? "named" : out->explanations > 0 ? "another" : "none";
    bool told = out->verdict != PLUMB_PASS;
    printf(" %s | %.3g | %s |", plumb_verdict_name(out->verdict), out->ratio,
           told ? diagnosis : "-");
    all->told += told;
    all->named += told && out->named;
}

static const char suites_head[] =
    "\n"
    "## What tolerances let pass\n"
    "\n"
    "The inputs and tolerances with which engines test themselves, and conventions that are wrong. Each cell: how\n"
    "much of the suite's tolerance the wrong answer takes (at most 1 passes there), then the verdict of\n"
    "`plumb diff` on the same numbers. Suites: flash-attention `tests/test_flash_attn.py`, vLLM\n"
    "`tests/kernels/attention`, MLX `python/tests/test_fast_sdpa.py`, PyTorch `test/test_transformers.py`, ONNX\n"
    "`onnx/backend/test/case/node/attention.py`, llama.cpp `tests/test-backend-ops.cpp`, as read in 2026. They do not "
    "exercise\n"
    "all these conventions; those that they do not are put in to judge their inputs. The wrong answers carry no noise\n"
    "of a kernel but that of the precision named.\n";

static const char suites_foot[] =
    "\n"
    "What makes a mistake visible is the input, not the tolerance:\n"
    "\n"
    "- **scores that spread**: with `U(-1/sqrt(d), 1/sqrt(d))` or `[0, 1)` all weights are nearly equal, and neither a "
    "scale\n"
    "  nor a softcap nor a sink matters. Draw q and k so that scores have a standard deviation of 2 to 4;\n"
    "- **needles**: for a few queries one key at the edge of the window, the newest and the oldest key, each with a\n"
    "  score well above the others, so that losing it changes everything;\n"
    "- **values that tell keys and heads apart**: one-hot, or growing with the key; never of one mean;\n"
    "- **lengths that are no multiple of a block**, more keys than queries, more than one key head, heads that are\n"
    "  no power of two, a batch of more than one, positions that do not start at 0;\n"
    "- **as much precision as the engine has**: in bfloat16 a fault below 1 % is within rounding. The same kernel in\n"
    "  binary32 shows it.\n";

static void print_suites(random_cases *cases, plumb_format format, const char *name) {
    printf("\n| %s |", name);
    for (size_t fault = 0; fault < SUITE_FAULTS; fault++)
        printf(" %s |", suite_faults[fault].name);
    printf("\n|---|");
    for (size_t fault = 0; fault < SUITE_FAULTS; fault++)
        printf("---|");
    for (size_t i = 0; i < SUITES; i++) {
        printf("\n| %s |", all_suites[i].name);
        for (size_t fault = 0; fault < SUITE_FAULTS; fault++) {
            suite_outcome out = try_suite(cases, &all_suites[i], &suite_faults[fault], format);
            printf(out.share <= 1 ? " **%.2g** %s |" : " %.2g %s |", out.share,
                   plumb_verdict_name(out.verdict));
        }
    }
    printf("\n");
}

static void print_faults(random_cases *cases) {
    tally all = {0, 0};
    fputs(head, stdout);
    for (size_t i = 0; i < FAULTS; i++) {
        const faulty *f = &all_faults[i];
        printf("| %s | %s |", f->family, f->fault);
        for (int narrow = 0; narrow < 2; narrow++) {
            scenario_size size = {LENGTH, HEAD_DIM, narrow ? PLUMB_BF16 : PLUMB_F32, cases};
            outcome_of_fault out = diagnose_fault(f, &size);
            print_cell(&out, &all);
        }
        printf("\n");
        fflush(stdout);
    }
    printf("\n%zu faults, twice: %zu FAIL or SUSPECT, of which %zu are named. What PASSes is within the expected\n"
           "error of its precision: an engine that rounds as stated may give the same numbers.\n",
           (size_t)FAULTS, all.told, all.named);
}

int main(void) {
    random_cases cases = random_begin("faults", 1), inputs = random_begin("suites", 1);
    random_next(&cases);
    random_next(&inputs);
    print_faults(&cases);
    fputs(suites_head, stdout);
    print_suites(&inputs, PLUMB_F32, "binary32");
    print_suites(&inputs, PLUMB_BF16, "bfloat16");
    fputs(suites_foot, stdout);
    return 0;
}
