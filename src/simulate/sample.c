#include "simulate/sample.h"

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

plumb_simulated_sample plumb_sample_of(const plumb_problem *problem, size_t from, size_t to) {
    plumb_simulated_sample sample = {.problem = problem, .from = from, .to = to};
    sample.heads = least(problem->batch * problem->query_heads, PLUMB_SAMPLE_HEADS);
    size_t keys = problem->key_length > 0 ? problem->key_length : 1;
    size_t rows = least(PLUMB_SAMPLE_ROWS, PLUMB_SAMPLE_KEYS / keys);
    size_t each = sample.heads > 0 ? (rows > sample.heads ? rows : sample.heads) / sample.heads : 0;
    sample.rows = least(to > from ? to - from : 0, each);
    return sample;
}

/* Equal parts of the queries, one of each, at a place that differs from head to head. */
static size_t pick(size_t part, size_t parts, size_t count, size_t item) {
    size_t begin = part * count / parts, end = (part + 1) * count / parts;
    return begin + (item * 7 + part * 5 + 3) % (end - begin);
}

void plumb_sample_head(const plumb_simulated_sample *sample, size_t item, size_t *b, size_t *h, size_t *query) {
    const plumb_problem *p = sample->problem;
    size_t head = item * p->batch * p->query_heads / sample->heads;
    *b = head / p->query_heads;
    *h = head % p->query_heads;
    for (size_t r = 0; r < sample->rows; r++)
        query[r] = sample->from + pick(r, sample->rows, sample->to - sample->from, item);
}
