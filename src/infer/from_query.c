#include "infer/hypothesis.h"

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
    default:
        *query = (size_t)((int64_t)t + h->shift);
    }
    return *query < length;
}
