/* table.c - docs/kernel-faults.md, from faults put into a kernel and inferred:
     make build/tests/infer/table && build/tests/infer/table > docs/kernel-faults.md
   A number before the redirection is the seed of another draw, to search for faults that are not inferred: it prints
   the diagnosis of each and the expected one. */
#include "tests/infer/inferred.h"
#include "tests/infer/change_faults.h"
#include "tests/infer/matrix_faults.h"
#include "tests/infer/place_faults.h"
#include "tests/infer/table_row.h"
#include "tests/infer/vector_faults.h"

static const char head[] =
    "# Faults of kernels, inferred\n"
    "\n"
    "Each line is a fault planted into a small, otherwise correct kernel (`tests/infer`: tiles of keys with an\n"
    "online softmax, merged splits, pages, grouped heads; in binary32, and in bfloat16 with binary32 sums). The\n"
    "correct kernel PASSes each case, the faulty one FAILs. Tiles, places and heads are random. `plumb diagnose`\n"
    "infers the faults from the exact weights and the wrong numbers ([diagnose.md](diagnose.md)).\n"
    "\n"
    "- *named*: it reports what the kernel did, to which keys, in which heads and for which queries, and this\n"
    "  accounts for at least 95 % of the failing elements\n"
    "- *placed*: it reports only where the failing elements are, correctly\n"
    "- *silent*: neither; *wrong*: it reports something else\n"
    "\n"
    "Two batch entries, four query heads on two key heads, head_dim 32; 160 queries of a causal text, or 20\n"
    "queries and 201 to 255 keys; normal numbers whose scores have a standard deviation of about 2. `make check`\n"
    "repeats this, compares it with this page, and fails if anything is wrong. The diagnosis is that of binary32.\n"
    "\n"
    "| family | fault | binary32 | bfloat16 | diagnosis |\n"
    "|---|---|---|---|---|\n";

static void count_result(size_t tally[RESULTS], const outcome_of_kernel *out) {
    tally[out->result]++;
}

static void print_tally(const char *name, const size_t tally[RESULTS]) {
    printf("%s: %zu named, %zu placed, %zu silent, %zu wrong of %zu.\n", name, tally[NAMED], tally[PLACED],
           tally[SILENT] + tally[UNTOLD], tally[WRONG], (size_t)KERNEL_FAULTS);
}

static const char of_matrices[] =
    "\n"
    "The same for a kernel that stores all scores and weights of a head, four query heads on two key heads, 128\n"
    "queries and keys, head_dim 32; each is named, in binary32 and, unless rounding hides it, in bfloat16.\n"
    "\n"
    "| fault | diagnosis |\n"
    "|---|---|\n";

static void print_matrices(const matrix_fault *fault, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char row[2 * PLUMB_INFERENCE_TEXT];
        matrix_row(&fault[i], row, sizeof row);
        fputs(row, stdout);
    }
}

static void print_page(void) {
    size_t tally[2][RESULTS] = {{0}};
    fputs(head, stdout);
    for (size_t i = 0; i < KERNEL_FAULTS; i++) {
        outcome_of_kernel in_f32 = infer_fault(&all_kernel_faults[i], PLUMB_F32, 0);
        outcome_of_kernel in_bf16 = infer_fault(&all_kernel_faults[i], PLUMB_BF16, 0);
        char row[TABLE_ROW];
        table_row(&all_kernel_faults[i], &in_f32, &in_bf16, row);
        fputs(row, stdout);
        fflush(stdout);
        count_result(tally[0], &in_f32);
        count_result(tally[1], &in_bf16);
    }
    printf("\n");
    print_tally("binary32", tally[0]);
    printf("\n");
    print_tally("bfloat16", tally[1]);
    fputs(of_matrices, stdout);
    print_matrices(matrix_faults, MATRIX_FAULTS);
    print_matrices(vector_faults, VECTOR_FAULTS);
    print_matrices(change_faults, CHANGE_FAULTS);
    print_matrices(place_faults, PLACE_FAULTS);
}

static void print_draw(uint64_t draw) {
    size_t tally[2][RESULTS] = {{0}};
    for (size_t i = 0; i < 2 * KERNEL_FAULTS; i++) {
        const kernel_fault_row *f = &all_kernel_faults[i / 2];
        outcome_of_kernel out = infer_fault(f, i % 2 == 0 ? PLUMB_F32 : PLUMB_BF16, draw);
        printf("%-6s %s %s: \"%s\"\n", result_name(out.result), i % 2 == 0 ? "f32 " : "bf16", f->fault, out.expected);
        for (size_t k = 0; k < out.inferences.count; k++)
            printf("        %s, %s: %zu of %zu\n", out.inferences.list[k].says, out.inferences.list[k].where,
                   out.inferences.list[k].explains, out.inferences.failed);
        count_result(tally[i % 2], &out);
    }
    print_tally("binary32", tally[0]);
    print_tally("bfloat16", tally[1]);
}

int main(int count, char **words) {
    if (count > 1)
        print_draw(strtoull(words[1], NULL, 10));
    else
        print_page();
    return 0;
}
