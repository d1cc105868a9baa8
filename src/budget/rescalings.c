/* rescalings.c - see rescalings.h. */
#include "budget/rescalings.h"

/* The first key that may stand in a further block, behind one that may begin at `next` and holds key j: the first block
   may end with its first visible key. */
/*@ requires counts: next <= j < PLUMB_MOST_ROUNDINGS && 0 < block <= PLUMB_MOST_ROUNDINGS;
    requires first: count == 0 ==> next == 0;
    assigns \nothing;
    ensures inside: j + 1 <= \result <= j + block;
    ensures walked: \forall subset m; among(m, j) && blocks_walked(m, block, j, count, next) ==>
      blocks_walked(m, block, j + 1, count + 1, \result);
*/
static size_t behind_block(size_t count, size_t next, size_t block, size_t j) {
    if (count == 0 || next + block <= j)
        return j + 1;
    return next + block;
}

/* How many blocks of neighbouring keys can hold a visible one: most if each ends as early as it can. */
/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS / 4 && 0 < block <= PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures counted: \result <= keys;
    ensures walked: \forall subset m; shows(visible, m, keys) ==> \exists integer next;
      blocks_walked(m, block, keys, \result, next);
*/
static size_t blocks_in_order(const unsigned char *visible, size_t keys, size_t block) {
    size_t count = 0, next = 0;
    /*@ loop invariant index: 0 <= j <= keys && count <= j && next <= j + block;
        loop invariant first: count == 0 ==> next == 0;
        loop invariant walked: \forall subset m; shows(visible, m, keys) ==> blocks_walked(m, block, j, count, next);
        loop assigns j, count, next;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j] && next <= j) {
            next = behind_block(count, next, block, j);
            count++;
        }
    return count;
}

/* How many blocks so many keys can fill, if two of them may hold fewer. */
/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS / 4 && 0 < block <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures counted: \result <= keys;
    ensures raised: \forall integer order, subset m; 0 < order ==> raised_at_most(order, m, keys, block, 0, \result);
*/
static size_t blocks_of_all(size_t keys, size_t block) {
    if (keys < 2)
        return keys;
    size_t inner = (keys - 2) / block;
    //@ assert inner: keys - 2 < (inner + 1) * block && inner <= keys - 2;
    return inner + 2;
}

/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS / 4 && 0 < block <= PLUMB_MOST_ROUNDINGS;
    requires order: 0 <= order <= 2;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures counted: \result <= keys;
    ensures raised: \forall subset m; shows(visible, m, keys) ==> raised_at_most(order, m, keys, block, 0, \result);
*/
static size_t blocks_that_raise(plumb_key_order order, const unsigned char *visible, size_t keys, size_t block) {
    if (order == PLUMB_KEYS_IN_ORDER)
        return blocks_in_order(visible, keys, block);
    size_t all = blocks_of_all(keys, block);
    if (order == PLUMB_MAXIMUM_OVER_HIDDEN)
        return all;
    size_t alone = blocks_in_order(visible, keys, 1);
    return alone < all ? alone : all;
}

size_t plumb_most_rescalings(plumb_key_order order, const unsigned char *visible, size_t keys, size_t block,
                             int has_sink) {
    size_t raising = blocks_that_raise(order, visible, keys, block);
    return has_sink ? raising + 1 : raising;
}
