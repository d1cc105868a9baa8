/* first_keys.h - the first keys become visible: visible[j] = 1 for j < first (sink "first-keys").

   Source: arXiv 2309.17453 (StreamingLLM keeps the first tokens in the cache). */
#ifndef PLUMB_MASK_FIRST_KEYS_H
#define PLUMB_MASK_FIRST_KEYS_H
#include "number/ball.h"
#include "spec/mask/first_keys.h"
#include <stddef.h>

/*@ requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m; \old(shows(visible, m, keys)) ==> shows(visible, with_first(m, first), keys);
*/
void plumb_show_first_keys(size_t first, size_t keys, unsigned char *visible);
#endif
