/* matrices.h - a kernel that writes down all scores and weights of a head, in which a fault changes what it likes. */
#ifndef PLUMB_TESTS_INFER_MATRICES_H
#define PLUMB_TESTS_INFER_MATRICES_H
#include "exact/round.h"
#include "tests/infer/faults_page.h"
#include "tests/infer/judged.h"
#include "tests/support/check.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define EVERYWHERE "in all heads, for all queries"

enum { ALL_HEADS = 4, ALL_KEY_HEADS = 2, ALL_QUERIES = 128, ALL_KEYS = 128, WIDTH = 32 };

/* A clipped softmax: the factor and the summand of weights before they are clipped to 0 and 1. */
#define CLIPPED_TO 1.06
#define CLIPPED_FROM (-0.01)

/* One head, and what of it a fault may change. */
typedef struct {
    size_t h;
    bool causal;
    const plumb_problem *p;
    const unsigned char *allowed; /* [ALL_QUERIES][ALL_KEYS] */
    double query[ALL_QUERIES][WIDTH], key[ALL_KEYS][WIDTH], value[ALL_KEYS][WIDTH];
    unsigned char seen[ALL_QUERIES][ALL_KEYS];
    double score[ALL_QUERIES][ALL_KEYS];  /* hidden keys, too */
    double weight[ALL_QUERIES][ALL_KEYS]; /* in the sum of values */
    double divisor[ALL_QUERIES];
} matrices;

/* Called in this order; NULL: nothing is changed. */
typedef struct {
    void (*vectors)(matrices *m);
    void (*masks)(matrices *m);
    void (*scores)(matrices *m);
    void (*weights)(matrices *m);
    bool causal, with_mask, with_rope, with_slopes;
    double softcap;
    bool linear; /* attention of elu(x) + 1, divided by the sum of weights */
    size_t left; /* a clipped softmax, of a window of so many keys before the query */
    const char *fault, *says, *where; /* where NULL: as rounding lets it be seen */
} matrix_fault;

static inline double narrow(plumb_format format, double x) {
    return plumb_round_double(x, format);
}

/* RoPE, whose pairs are halves apart; `sign` -1 turns the other way. */
static inline void turn_pair(double *x, double position, size_t m, double sign) {
    double angle = sign * position * pow(10000, -2.0 * (double)m / WIDTH), a = x[m], b = x[m + WIDTH / 2];
    x[m] = a * cos(angle) - b * sin(angle);
    x[m + WIDTH / 2] = b * cos(angle) + a * sin(angle);
}

/* ALiBi of as many heads. */
static inline double slope_of(size_t h) {
    return exp2(-8.0 * (double)(h + 1) / ALL_HEADS);
}

static inline void read_head(matrices *m, const matrix_fault *fault) {
    const plumb_problem *p = m->p;
    size_t of = m->h / (ALL_HEADS / ALL_KEY_HEADS);
    memcpy(m->query, p->query + m->h * ALL_QUERIES * WIDTH, sizeof m->query);
    memcpy(m->key, p->key + of * ALL_KEYS * WIDTH, sizeof m->key);
    memcpy(m->value, p->value + of * ALL_KEYS * WIDTH, sizeof m->value);
    if (fault->vectors != NULL)
        fault->vectors(m);
    else if (fault->with_rope)
        for (size_t t = 0; t < ALL_QUERIES; t++)
            for (size_t i = 0; i < WIDTH / 2; i++) {
                turn_pair(m->query[t], (double)t, i, 1);
                turn_pair(m->key[t], (double)t, i, 1);
            }
}

static inline double feature_of(const matrix_fault *fault, double x) {
    return !fault->linear ? x : x > 0 ? x + 1 : exp(x);
}

static inline double largest_of(const matrices *m, size_t t, size_t end) {
    double largest = -INFINITY;
    for (size_t j = 0; j < end; j++)
        if (m->seen[t][j])
            largest = fmax(largest, m->score[t][j]);
    return largest;
}

static inline void weigh_head(matrices *m, const matrix_fault *fault) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++) {
            m->seen[t][j] = (!m->causal || j <= t) && (m->allowed == NULL || m->allowed[t * ALL_KEYS + j] != 0) &&
                            (fault->left == 0 || j + fault->left >= t);
            m->score[t][j] = 0;
            for (size_t c = 0; c < WIDTH; c++)
                m->score[t][j] +=
                    feature_of(fault, m->query[t][c]) * feature_of(fault, m->key[j][c]) / sqrt(WIDTH);
            if (fault->with_slopes && fault->scores == NULL)
                m->score[t][j] += slope_of(m->h) * ((double)j - (double)t);
        }
    if (fault->masks != NULL)
        fault->masks(m);
    if (fault->scores != NULL)
        fault->scores(m);
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double largest = largest_of(m, t, ALL_KEYS);
        m->divisor[t] = 0;
        for (size_t j = 0; j < ALL_KEYS; j++) {
            m->weight[t][j] = !m->seen[t][j] ? 0 : fault->linear ? m->score[t][j] : exp(m->score[t][j] - largest);
            m->divisor[t] += m->weight[t][j];
        }
        for (size_t j = 0; j < ALL_KEYS && fault->left > 0; j++) {
            double stretched = CLIPPED_TO * m->weight[t][j] / m->divisor[t] + CLIPPED_FROM;
            m->weight[t][j] = m->seen[t][j] ? fmin(1, fmax(0, stretched)) : 0;
        }
        m->divisor[t] = fault->left > 0 ? 1 : m->divisor[t];
    }
    if (fault->weights != NULL)
        fault->weights(m);
}

static inline void answer_head(matrices *m, const matrix_fault *fault, plumb_format format, double *out) {
    read_head(m, fault);
    weigh_head(m, fault);
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t c = 0; c < WIDTH; c++) {
            double sum = 0;
            for (size_t j = 0; j < ALL_KEYS; j++)
                sum += (format == PLUMB_F32 ? m->weight[t][j] : narrow(PLUMB_BF16, m->weight[t][j])) * m->value[j][c];
            out[(m->h * ALL_QUERIES + t) * WIDTH + c] = narrow(format, sum / m->divisor[t]);
        }
}

static inline drawn_problem draw_matrices(const matrix_fault *fault, plumb_format format) {
    random_cases cases = random_begin(fault->says, 1);
    random_next(&cases);
    plumb_problem shape = one_head(ALL_QUERIES, ALL_KEYS, WIDTH, WIDTH);
    shape.query_heads = ALL_HEADS;
    shape.key_heads = ALL_KEY_HEADS;
    shape.causal.causal = fault->causal;
    drawn_problem drawn = blank_problem(shape);
    if (fault->with_rope)
        drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ROPE, .rope = {.dim = WIDTH, .base = 10000}};
    drawn.problem.op.softcap = fault->softcap;
    if (fault->linear) {
        drawn.problem.op.kind = PLUMB_ELU_KERNEL;
        drawn.problem.op.normalisation = PLUMB_SUM;
    }
    if (fault->left > 0) {
        drawn.problem.op.kind = PLUMB_CLIPPED_SOFTMAX;
        drawn.problem.op.zeta = CLIPPED_TO + CLIPPED_FROM;
        drawn.problem.op.gamma = CLIPPED_FROM;
        drawn.problem.mask.windowed = true;
        drawn.problem.mask.left = (int64_t)fault->left;
        drawn.problem.mask.right = -1;
    }
    if (fault->with_slopes)
        drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI};
    for (size_t i = 0; i < ALL_HEADS * ALL_QUERIES * WIDTH; i++)
        drawn.query[i] = narrow(format, 1.4 * random_normal(&cases));
    for (size_t i = 0; i < ALL_KEY_HEADS * ALL_KEYS * WIDTH; i++) {
        drawn.key[i] = narrow(format, random_normal(&cases));
        drawn.value[i] = narrow(format, random_normal(&cases));
    }
    if (fault->with_mask) {
        drawn.allowed = calloc(ALL_QUERIES * ALL_KEYS, 1);
        ck_assert_ptr_nonnull(drawn.allowed);
        for (size_t i = 0; i < ALL_QUERIES * ALL_KEYS; i++)
            drawn.allowed[i] = i / ALL_KEYS == i % ALL_KEYS || random_below(&cases, 5) > 0;
        drawn.problem.mask.allowed = drawn.allowed;
        drawn.problem.mask.allowed_query = ALL_KEYS;
    }
    return drawn;
}

/* What the kernel makes of a drawn problem, which it borrows. */
static inline plumb_case run_matrices(const matrix_fault *fault, plumb_format format, const drawn_problem *drawn) {
    static matrices m;
    static double out[ALL_HEADS * ALL_QUERIES * WIDTH];
    for (size_t h = 0; h < ALL_HEADS; h++) {
        m = (matrices){.h = h, .causal = fault->causal, .p = &drawn->problem, .allowed = drawn->allowed};
        answer_head(&m, fault, format, out);
    }
    return (plumb_case){.problem = drawn->problem,
                        .input_format = format,
                        .output = {true, format, ALL_HEADS * ALL_QUERIES * WIDTH, out},
                        .precision = format == PLUMB_F32 ? "f32" : "bf16-flash",
                        .source = "matrices"};
}

/* A line of docs/kernel-faults.md. */
static inline void matrix_row(const matrix_fault *fault, char *row, size_t size) {
    snprintf(row, size, "| %s | %s |\n", fault->fault, fault->says);
}

static inline void expect_told(const matrix_fault *fault, plumb_format format) {
    drawn_problem drawn = draw_matrices(fault, format);
    plumb_case judged = run_matrices(fault, format, &drawn);
    plumb_inferences inferences;
    plumb_concentration where;
    char row[2 * PLUMB_INFERENCE_TEXT], *page = read_page();
    matrix_row(fault, row, sizeof row);
    ck_assert_msg(strstr(page, row) != NULL, "not in docs/kernel-faults.md: %s", row);
    free(page);
    ck_assert_int_ne(infer_from(&judged, &inferences, &where), PLUMB_PASS);
    ck_assert_msg(inferences.count == 1, "not \"%s\" but nothing", fault->says);
    ck_assert_str_eq(inferences.list[0].says, fault->says);
    if (fault->where != NULL)
        ck_assert_str_eq(inferences.list[0].where, fault->where);
    ck_assert_uint_ge(100 * inferences.list[0].explains, 95 * inferences.failed);
    free_problem(&drawn);
}
#endif
