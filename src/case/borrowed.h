/* borrowed.h - numbers of a case that are decoded when a caller holds them, and returned to the system when others need
   memory: in binary64 a case of 16-bit numbers takes four times its file.

   The arrays have fixed addresses, so code that reads them need not know; numbers that are not held have no meaning.
   Holding allocates no memory that could be refused, and any thread may do it. */
#ifndef PLUMB_CASE_BORROWED_H
#define PLUMB_CASE_BORROWED_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"

typedef struct plumb_borrowed plumb_borrowed;

/* Nothing yet; belongs to the storage.  NULL if memory is short. */
plumb_borrowed *plumb_borrowed_new(plumb_storage *storage);

/* How a tensor [batch][heads][rows][width] is read. */
typedef enum { PLUMB_BY_QUERY, PLUMB_BY_KEY_HEAD } plumb_borrowed_kind;

/* The array of a tensor whose file stays open as long as the storage; NULL after a message.  heads: of the array; more
   than the tensor has: those of the tensor, one after the other, again and again. */
const double *plumb_borrowed_add(plumb_borrowed *borrowed, const plumb_tensor *tensor, plumb_format format,
                                 plumb_borrowed_kind kind, size_t heads, plumb_storage *storage, plumb_error *error);

/* Between these the numbers of queries from <= t < to of head h, of their answers, and of all keys and values that the
   head reads are there.  borrowed NULL: they are anyway. */
void plumb_borrowed_hold(plumb_borrowed *borrowed, const plumb_problem *problem, size_t b, size_t h, size_t from,
                         size_t to);
void plumb_borrowed_release(plumb_borrowed *borrowed, const plumb_problem *problem, size_t b, size_t h, size_t from,
                            size_t to);

/* Whether the file changed since it was opened: what was held then has no meaning. */
bool plumb_borrowed_is_stale(const plumb_borrowed *borrowed);
#endif
