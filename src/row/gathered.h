/* gathered.h - neighbouring queries of a head as a problem of its own, which has the keys that one of them sees and no
   others: lists and windows hide nearly all keys of a long text, and their rows then cost what they see.

   The exact values are the same.  Keys keep their order and their positions. */
#ifndef PLUMB_ROW_GATHERED_H
#define PLUMB_ROW_GATHERED_H
#include "base/storage.h"
#include "problem/problem.h"

/* Rows of fewer keys are not worth it. */
enum { PLUMB_LEAST_GATHERED = 4096 };

/* Starts as zeros.  Row (b, h, first + t) of the whole is row (0, h, t) of `problem`, in which no other head has
   numbers. */
typedef struct {
    plumb_problem problem;
    size_t *key; /* [problem.key_length] which key of the whole each one is */
    int64_t queries, start;
    plumb_storage storage;
} plumb_gathered;

/* Whether rows of the problem may be gathered: masks other than a causal one hide keys of a long text, and hidden ones
   enter nothing. */
bool plumb_can_gather(const plumb_problem *problem);

/* The `count` rows from (b, h, first) on.  1; 0 if they see too many keys, or too different ones; -1 if memory is
   short.  Unless it is 1, nothing has to be freed. */
int plumb_gather(plumb_gathered *gathered, const plumb_problem *problem, size_t b, size_t h, size_t first,
                 size_t count);
void plumb_gathered_free(plumb_gathered *gathered);
#endif
