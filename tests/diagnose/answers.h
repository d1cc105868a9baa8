/* answers.h - engines that compute a problem exactly and round each number once. */
#ifndef PLUMB_TESTS_DIAGNOSE_ANSWERS_H
#define PLUMB_TESTS_DIAGNOSE_ANSWERS_H
#include "case/case.h"
#include "diagnose/diagnose.h"
#include "exact/certify.h"
#include "exact/round.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

/* A case that owns its answers. */
typedef struct {
    plumb_case stated;
    double *value[PLUMB_QUANTITIES];
} answered_case;

static inline plumb_claim *answer_of(plumb_case *c, plumb_quantity quantity) {
    return (plumb_claim *)(uintptr_t)plumb_claim_of(c, quantity);
}

static inline bool evaluate_rounded(const plumb_problem *asked, plumb_quantity quantity,
                                    plumb_format format, double *value) {
    size_t width = plumb_quantity_width(quantity, asked), escalated = 0;
    size_t rows = asked->batch * asked->query_heads * asked->query_length;
    unsigned char *certificate = malloc(width + 1);
    plumb_ball scale = plumb_problem_scale(asked);
    plumb_row row;
    plumb_certifier certifier;
    bool decided = true;
    ck_assert_int_eq(plumb_row_init(&row, asked), 0);
    plumb_certifier_init(&certifier, asked);
    for (size_t i = 0; i < rows; i++) {
        size_t head = i / asked->query_length, t = i % asked->query_length;
        size_t b = head / asked->query_heads, h = head % asked->query_heads;
        plumb_evaluate_row(asked, scale, b, h, t, &row);
        plumb_certify_row(&certifier, b, h, t, &row, quantity, format, value + i * width, certificate,
                          &escalated);
        for (size_t c = 0; c < width; c++)
            decided = decided && certificate[c] == PLUMB_DECIDED;
    }
    plumb_row_free(&row);
    plumb_certifier_clear(&certifier);
    free(certificate);
    return decided;
}

/* The case states one problem, of the format, and holds the answers to the problem that is
   asked, in that format: the tensors that the bits of `which` name.  *decided: all are numbers. */
static inline answered_case answer_case(const plumb_problem *stated, const plumb_problem *asked,
                                        plumb_format format, unsigned which, bool *decided) {
    answered_case a = {
        .stated = {.problem = *stated, .input_format = format, .source = "answered"}};
    size_t rows = asked->batch * asked->query_heads * asked->query_length;
    *decided = true;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        size_t count = rows * plumb_quantity_width(quantity, asked);
        if ((which >> q & 1) == 0 ||
            (quantity == PLUMB_LSE && !plumb_has_log_sum_exp(asked->op.kind)))
            continue;
        a.value[q] = malloc((count + 1) * sizeof *a.value[q]);
        *decided = evaluate_rounded(asked, quantity, format, a.value[q]) && *decided;
        *answer_of(&a.stated, quantity) = (plumb_claim){true, format, count, a.value[q]};
    }
    return a;
}

#define OUTPUT_ONLY (1u << PLUMB_OUTPUT)
#define ALL_TENSORS ((1u << PLUMB_QUANTITIES) - 1)

static inline void free_answers(answered_case *a) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        free(a->value[q]);
}

static inline void round_numbers(double *x, size_t count, plumb_format format) {
    for (size_t i = 0; x != NULL && i < count; i++)
        x[i] = plumb_round_double(x[i], format);
}

/* Normal queries, keys and values of that shape, in the format. */
static inline drawn_problem draw_in_format(random_cases *cases, plumb_problem shape,
                                           plumb_format format) {
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    round_numbers(drawn.query, query_numbers(&shape), format);
    round_numbers(drawn.key, key_numbers(&shape), format);
    round_numbers(drawn.value, value_numbers(&shape), format);
    return drawn;
}

/* Two batch entries, four heads on two. */
static inline plumb_problem usual_shape(size_t queries, size_t keys) {
    plumb_problem shape = one_head(queries, keys, 8, 6);
    shape.batch = 2;
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal = (plumb_causal){true, (int64_t)keys - (int64_t)queries};
    return shape;
}
#endif
