/* dots.c - see dots.h. */
#include "fast/dots.h"
#include "number/sum.h"

#define KEYS PLUMB_DOTS_KEYS

/*@ requires writes: \valid(sum + (0 .. KEYS - 1)) && \valid_read(total + (0 .. KEYS - 1));
    requires apart: \separated(sum + (0 .. KEYS - 1), total + (0 .. KEYS - 1));
    assigns sum[0 .. KEYS - 1];
*/
static inline void put(const double *restrict total, double *restrict sum) {
    /*@ loop invariant index: 0 <= k <= KEYS;
        loop assigns k, sum[0 .. KEYS - 1];
        loop variant KEYS - k;
    */
    for (size_t k = 0; k < KEYS; k++)
        sum[k] = total[k];
}

/* One line for each row: only so does gcc see that the sums fit into registers. */
PLUMB_FOR_EACH_PROCESSOR
void plumb_tile_dots(const double *restrict query0, const double *restrict query1,
                     const double *restrict query2, const double *restrict query3,
                     const double *restrict panel, size_t head_dim, size_t first,
                     double *restrict sum) {
    double total0[KEYS] = {0.0}, total1[KEYS] = {0.0}, total2[KEYS] = {0.0}, total3[KEYS] = {0.0};
    /*@ loop invariant index: 0 <= c < head_dim + PLUMB_DOT_BLOCK;
        loop assigns c, total0[0 .. KEYS - 1], total1[0 .. KEYS - 1], total2[0 .. KEYS - 1], total3[0 .. KEYS - 1];
        loop variant head_dim + PLUMB_DOT_BLOCK - c;
    */
    for (size_t c = 0; c < head_dim; c += PLUMB_DOT_BLOCK) {
        double part0[KEYS] = {0.0}, part1[KEYS] = {0.0}, part2[KEYS] = {0.0}, part3[KEYS] = {0.0};
        size_t left = head_dim - c, last = c + (left < PLUMB_DOT_BLOCK ? left : PLUMB_DOT_BLOCK);
        /*@ loop invariant index_2: c <= i <= last;
            loop assigns i, part0[0 .. KEYS - 1], part1[0 .. KEYS - 1], part2[0 .. KEYS - 1], part3[0 .. KEYS - 1];
            loop variant last - i;
        */
        for (size_t i = c; i < last; i++) {
            const double *key = panel + i * PLUMB_PANEL + first;
            /*@ loop invariant index_3: 0 <= k <= KEYS;
                loop assigns k, part0[0 .. KEYS - 1], part1[0 .. KEYS - 1], part2[0 .. KEYS - 1], part3[0 .. KEYS - 1];
                loop variant KEYS - k;
            */
            for (size_t k = 0; k < KEYS; k++) {
                part0[k] = plumb_fused(query0[i], key[k], part0[k]);
                part1[k] = plumb_fused(query1[i], key[k], part1[k]);
                part2[k] = plumb_fused(query2[i], key[k], part2[k]);
                part3[k] = plumb_fused(query3[i], key[k], part3[k]);
            }
        }
        /*@ loop invariant index_4: 0 <= k <= KEYS;
            loop assigns k, total0[0 .. KEYS - 1], total1[0 .. KEYS - 1], total2[0 .. KEYS - 1], total3[0 .. KEYS - 1];
            loop variant KEYS - k;
        */
        for (size_t k = 0; k < KEYS; k++) {
            total0[k] += part0[k];
            total1[k] += part1[k];
            total2[k] += part2[k];
            total3[k] += part3[k];
        }
    }
    put(total0, sum + first);
    put(total1, sum + PLUMB_PANEL + first);
    put(total2, sum + 2 * PLUMB_PANEL + first);
    put(total3, sum + 3 * PLUMB_PANEL + first);
}
