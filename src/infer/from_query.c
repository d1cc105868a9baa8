#include "infer/hypothesis.h"
#include <stdlib.h>

bool plumb_hypothesis_query(const plumb_hypothesis *h, size_t t, size_t length, size_t *query) {
    size_t n = h->tile > 0 ? h->tile : 1, first = t / n * n;
    switch (h->from_query) {
    case PLUMB_QUERY_REPEATED:
        *query = h->other;
        break;
    case PLUMB_QUERY_UNPACKED:
        *query = (t * n + h->other) % length;
        break;
    case PLUMB_QUERY_PACKED:
        *query = (h->other * length + t) / n;
        break;
    case PLUMB_QUERY_EXCHANGED:
        *query = t ^ (size_t)h->shift;
        break;
    case PLUMB_QUERY_DIVIDED:
        *query = t / n;
        break;
    case PLUMB_QUERY_MULTIPLIED:
        *query = t * n;
        break;
    case PLUMB_QUERY_REMAINDER:
        *query = t % n;
        break;
    case PLUMB_QUERY_FIRST:
        *query = first;
        break;
    case PLUMB_QUERY_LAST:
        *query = first + n < length ? first + n - 1 : length - 1;
        break;
    case PLUMB_QUERY_BEFORE:
        *query = first - 1;
        break;
    case PLUMB_QUERY_BEFORE_ODD:
        *query = t / n % 2 == 1 ? first - 1 : t;
        break;
    case PLUMB_QUERY_TILE_HALVED:
        *query = t / n / 2 * n + t % n;
        break;
    case PLUMB_QUERY_TILE_DOUBLED:
        *query = first * 2 + t % n;
        break;
    case PLUMB_QUERY_TILE_REVERSED:
        *query = (length - 1) / n * n - first + t % n;
        break;
    case PLUMB_QUERY_REVERSED:
        *query = first + n - 1 - t % n;
        break;
    case PLUMB_QUERY_TRANSPOSED:
        *query = first + t % n % (size_t)h->shift * (n / (size_t)h->shift) + t % n / (size_t)h->shift;
        break;
    case PLUMB_QUERY_ROTATED:
        *query = first + (size_t)((int64_t)(t % n + n) + h->shift) % n;
        break;
    case PLUMB_QUERY_STRIDED:
        *query = t / n * (size_t)h->shift + t % n;
        break;
    case PLUMB_QUERY_FIRST_PART:
    case PLUMB_QUERY_LAST_PART:
        *query = (size_t)((int64_t)t + h->shift);
        if (!(h->from_query == PLUMB_QUERY_FIRST_PART ? t % n < n / h->other : t % n >= n - n / h->other) ||
            *query >= length)
            *query = t;
        break;
    default:
        *query = (size_t)((int64_t)t + h->shift);
    }
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
                     : by_half    ? stride < 8 && rule->tile / rule->other >= 4
                     : transposed ? rule->shift > 1 && rule->shift < (int64_t)rule->tile
                                  : rule->tile >= 8 && rule->shift >= 8 && rule->shift != (int64_t)rule->tile;
    return of_stride && rule->tile < length;
}

bool plumb_next_rule(size_t *number, size_t length, plumb_hypothesis *rule) {
    static const int64_t way[] = {2, -2, 1, -1}; /* halves of tiles */
    while (*number < KINDS * TILES * STRIDES) {
        size_t i = (*number)++, stride = i % STRIDES;
        rule->from_query = (plumb_from_query)(PLUMB_QUERY_DIVIDED + i / STRIDES / TILES);
        rule->tile = (size_t)2 << i / STRIDES % TILES;
        rule->shift = rule->from_query < PLUMB_QUERY_TRANSPOSED    ? 0
                      : rule->from_query == PLUMB_QUERY_ROTATED    ? (stride % 2 == 0 ? 1 : -1) * (1 << stride / 2)
                      : rule->from_query < PLUMB_QUERY_FIRST_PART ? (int64_t)1 << stride
                                                                  : way[stride % 4] * (int64_t)rule->tile / 2;
        rule->other = stride < 4 ? 2 : 4;
        if (is_rule(rule, stride, length))
            return true;
    }
    return false;
}
