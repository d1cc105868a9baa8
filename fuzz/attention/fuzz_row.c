/* fuzz_row.c - any bytes as the numbers of one row: every ball contains the slow twin's, and what
   depends on a number that is not finite says nothing. */
#include "attention/evaluate.h"
#include "exact/attention.h"
#include "exact/visible.h"
#include "fuzz/case/replay.h"
#include "tests/support/contain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8
#define PRECISION 256

/* Three bytes of shape, then numbers; those that the bytes do not reach are 0. */
typedef struct {
    const uint8_t *data;
    size_t size;
} stream;

static uint8_t next_byte(stream *bytes) {
    if (bytes->size == 0)
        return 0;
    bytes->size--;
    return *bytes->data++;
}

static void next_doubles(stream *bytes, double *x, size_t count) {
    size_t length = count * sizeof *x;
    if (length > bytes->size)
        length = bytes->size;
    memset(x, 0, count * sizeof *x);
    if (length > 0)
        memcpy(x, bytes->data, length);
    bytes->data += length;
    bytes->size -= length;
}

static void must(bool condition, const char *what, size_t i) {
    if (condition)
        return;
    fprintf(stderr, "%s %zu\n", what, i);
    abort();
}

/* Without finite numbers to depend on, a ball says nothing; with them it contains the twin's,
   unless a score is too large for the twin to know anything at its precision. */
static void check(plumb_ball ball, const arb_t exact, bool finite, const char *what, size_t i) {
    if (!finite)
        must(!ball_informs(ball), what, i);
    else
        must(!arb_is_finite(exact) || ball_contains(ball, exact), what, i);
}

static void compare(const plumb_problem *problem, const plumb_row *row) {
    arb_ptr score = _arb_vec_init((slong)problem->key_length);
    arb_ptr weight = _arb_vec_init((slong)problem->key_length);
    arb_ptr output = _arb_vec_init((slong)problem->value_dim);
    arb_t lse;
    arb_init(lse);
    plumb_exact_row(problem, 0, 0, 0, PRECISION, score, weight, output, lse);
    bool keys_finite = plumb_exact_keys_finite(problem, 0, 0, 0);
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!row->visible[i])
            continue;
        bool key_finite = plumb_exact_key_finite(problem, 0, 0, 0, i);
        check(row->score[i], score + i, key_finite, "score", i);
        check(row->weight[i], weight + i, keys_finite, "weight", i);
    }
    for (size_t c = 0; c < problem->value_dim; c++) {
        bool column_finite = plumb_exact_column_finite(problem, 0, 0, 0, c);
        check(row->output[c], output + c, keys_finite && column_finite, "output", c);
    }
    _arb_vec_clear(score, (slong)problem->key_length);
    _arb_vec_clear(weight, (slong)problem->key_length);
    _arb_vec_clear(output, (slong)problem->value_dim);
    arb_clear(lse);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    double query[MOST], key[MOST * MOST], value[MOST * MOST];
    stream bytes = {data, size};
    plumb_problem problem = {.batch = 1, .query_heads = 1, .key_heads = 1, .query_length = 1};
    problem.key_length = next_byte(&bytes) % (MOST + 1);
    problem.head_dim = 1 + next_byte(&bytes) % MOST;
    problem.value_dim = next_byte(&bytes) % (MOST + 1);
    problem.causal = (plumb_causal){true, next_byte(&bytes) % (MOST + 2) - 1};
    next_doubles(&bytes, query, problem.head_dim);
    next_doubles(&bytes, key, problem.key_length * problem.head_dim);
    next_doubles(&bytes, value, problem.key_length * problem.value_dim);
    problem.query = query;
    problem.key = key;
    problem.value = value;
    plumb_row row;
    if (plumb_row_init(&row, &problem) != 0)
        return 0;
    plumb_evaluate_row(&problem, plumb_problem_scale(&problem), 0, 0, 0, &row);
    compare(&problem, &row);
    plumb_row_free(&row);
    return 0;
}
