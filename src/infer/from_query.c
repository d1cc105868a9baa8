#include "infer/hypothesis.h"
#include <stdlib.h>

bool plumb_hypothesis_query(const plumb_hypothesis *h, size_t t, size_t length, size_t *query) {
    plumb_from_query of = h->from_query;
    size_t n = h->tile > 0 ? h->tile : 1, first = t / n * n, moved = (size_t)((int64_t)t + h->shift);
    size_t by = h->shift > 0 ? (size_t)h->shift : 1;
    *query = of == PLUMB_QUERY_REPEATED        ? h->other
             : of == PLUMB_QUERY_UNPACKED      ? (t * n + h->other) % length
             : of == PLUMB_QUERY_PACKED        ? (h->other * length + t) / n
             : of == PLUMB_QUERY_EXCHANGED     ? t ^ (size_t)h->shift
             : of == PLUMB_QUERY_DIVIDED       ? t / n
             : of == PLUMB_QUERY_MULTIPLIED    ? t * n
             : of == PLUMB_QUERY_REMAINDER     ? t % n
             : of == PLUMB_QUERY_FIRST         ? first
             : of == PLUMB_QUERY_LAST          ? (first + n < length ? first + n - 1 : length - 1)
             : of == PLUMB_QUERY_BEFORE        ? first - 1
             : of == PLUMB_QUERY_BEFORE_ODD    ? (t / n % 2 == 1 ? first - 1 : t)
             : of == PLUMB_QUERY_TILE_HALVED   ? t / n / 2 * n + t % n
             : of == PLUMB_QUERY_TILE_DOUBLED  ? first * 2 + t % n
             : of == PLUMB_QUERY_TILE_REVERSED ? (length - 1) / n * n - first + t % n
             : of == PLUMB_QUERY_REVERSED      ? first + n - 1 - t % n
             : of == PLUMB_QUERY_TRANSPOSED    ? first + t % n % by * (n / by) + t % n / by
             : of == PLUMB_QUERY_ROTATED       ? first + (size_t)((int64_t)(t % n + n) + h->shift) % n
             : of == PLUMB_QUERY_STRIDED       ? t / n * by + t % n
             : of == PLUMB_QUERY_FIRST_PART    ? (t % n < n / h->other && moved < length ? moved : t)
             : of == PLUMB_QUERY_LAST_PART     ? (t % n >= n - n / h->other && moved < length ? moved : t)
                                               : moved;
    return *query < length;
}

/* Tiles and strides are powers of 2. */
enum { KINDS = PLUMB_FROM_QUERIES - PLUMB_QUERY_DIVIDED, TILES = 12, STRIDES = 10 };

/* Whether it is a rule of its own. */
static bool is_rule(const plumb_hypothesis *rule, size_t stride, size_t length) {
    bool plain = rule->from_query < PLUMB_QUERY_TRANSPOSED, by_half = rule->from_query >= PLUMB_QUERY_FIRST_PART;
    bool rotated = rule->from_query == PLUMB_QUERY_ROTATED;
    bool transposed = rule->from_query == PLUMB_QUERY_TRANSPOSED;
    bool of_stride = plain        ? stride == 0
                     : rotated    ? 4 * llabs((long long)rule->shift) <= (long long)rule->tile
                     : by_half    ? rule->tile / rule->other >= 4
                     : transposed ? rule->shift > 1 && rule->shift < (int64_t)rule->tile
                                  : rule->tile >= 8 && rule->shift >= 8 && rule->shift != (int64_t)rule->tile;
    return of_stride && rule->tile < length;
}

bool plumb_next_rule(size_t *number, size_t length, plumb_hypothesis *rule) {
    static const int64_t way[STRIDES] = {4, -4, 2, -2, 4, -4, 2, -2, 1, -1}; /* quarters of tiles */
    while (*number < KINDS * TILES * STRIDES) {
        size_t i = (*number)++, stride = i % STRIDES;
        rule->from_query = (plumb_from_query)(PLUMB_QUERY_DIVIDED + i / STRIDES / TILES);
        rule->tile = (size_t)2 << i / STRIDES % TILES;
        rule->shift = rule->from_query < PLUMB_QUERY_TRANSPOSED    ? 0
                      : rule->from_query == PLUMB_QUERY_ROTATED    ? (stride % 2 == 0 ? 1 : -1) * (1 << stride / 2)
                      : rule->from_query < PLUMB_QUERY_FIRST_PART ? (int64_t)1 << stride
                                                                  : way[stride] * (int64_t)rule->tile / 4;
        rule->other = stride < 4 ? 2 : 4;
        if (is_rule(rule, stride, length))
            return true;
    }
    return false;
}
