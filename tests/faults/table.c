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
    "Each line is a fault that real engines had, planted into one step of an otherwise correct engine\n"
    "(`tests/faults`: written from `spec/`, in the arithmetic of binary32 and of bfloat16 with binary32\n"
    "sums). The correct engine PASSes each case. `plumb diff` then judges the wrong numbers as stated. The\n"
    "ratio is the largest error over the expected one: above 1 is SUSPECT, and FAIL if proved code finds a number\n"
    "impossible. A fault is *named* if it is the first explanation of `plumb diagnose`, or one that this case "
    "cannot\n"
    "distinguish from the first.\n"
    "\n"
    "Four query heads on two key heads (ALiBi: six), 128 keys, head_dim 64, one fixed draw of normal numbers. "
    "Scores\n"
    "have a standard deviation of about 2, since flat scores reveal few faults. In bfloat16, vectors moved by a\n"
    "position are stored again, so scores there have a standard deviation of about 0.4. `make check` repeats "
    "this with\n"
    "64 keys and head_dim 32, and fails if a verdict or a name is lost.\n"
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
    "This table applies wrong conventions to the inputs and tolerances with which engines test themselves. Each "
    "cell\n"
    "has the ratio of the wrong output's error to the suite's tolerance (at most 1 passes there), then the "
    "verdict of\n"
    "`plumb diff` on the same numbers. Suites: flash-attention `tests/test_flash_attn.py`, vLLM\n"
    "`tests/kernels/attention`, MLX `python/tests/test_fast_sdpa.py`, PyTorch `test/test_transformers.py`, ONNX\n"
    "`onnx/backend/test/case/node/attention.py`, llama.cpp `tests/test-backend-ops.cpp`, as read in 2026. The "
    "suites do\n"
    "not exercise all these conventions; the others are included to judge their inputs. The wrong outputs have no\n"
    "rounding errors except those of the named precision.\n";

static const char suites_foot[] =
    "\n"
    "The inputs reveal a fault, not the tolerance:\n"
    "\n"
    "- **spread scores**: with `U(-1/sqrt(d), 1/sqrt(d))` or `[0, 1)` all weights are nearly equal, and neither "
    "a scale\n"
    "  nor a softcap nor a sink matters. Draw q and k so that scores have a standard deviation of 2 to 4;\n"
    "- **needles**: for a few queries one key at the edge of the window, the newest and the oldest key, each with a\n"
    "  score well above the others, so that losing it changes everything;\n"
    "- **values that distinguish keys and heads**: one-hot, or growing with the key; never with one mean;\n"
    "- **lengths that are no multiple of a block**, more keys than queries, more than one key head, heads that are\n"
    "  no power of two, a batch of more than one, positions that do not start at 0;\n"
    "- **the engine's best precision**: in bfloat16 a fault below 1 % is within rounding. The same kernel in "
    "binary32\n"
    "  shows it.\n";

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
