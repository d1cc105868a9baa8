/* drawn.h - a case with random inputs and without results: the tensors to write, and their case. */
#ifndef PLUMB_CHALLENGE_DRAWN_H
#define PLUMB_CHALLENGE_DRAWN_H
#include "base/storage.h"
#include "case/case.h"
#include "case/tensor.h"
#include "case/write.h"

enum { PLUMB_DRAWN_TENSORS = 19 };

/* Starts as zeros, except for `where`. */
typedef struct {
    const char *where; /* for messages */
    plumb_storage storage;
    size_t count;
    plumb_tensor tensor[PLUMB_DRAWN_TENSORS]; /* once read, their bytes are those of the file */
    double *value[PLUMB_DRAWN_TENSORS];       /* the same numbers */
    const char *description;                  /* the JSON text of the case */
    plumb_case asked;                         /* the case from plumb_drawn_read */
} plumb_drawn_case;

/* Adds a tensor of zeros.  Returns 0, or -1 with a message. */
int plumb_drawn_add(plumb_drawn_case *drawn, const char *name, plumb_dtype dtype, size_t rank, const size_t *shape,
                    plumb_error *error);

/* Rounds the numbers of a tensor to its dtype, unless it holds integers or booleans. */
void plumb_drawn_round(plumb_drawn_case *drawn, size_t tensor);

/* Reads the case of the current tensors, as the reader of cases does.  Returns 0, or -1 with a message. */
int plumb_drawn_read(plumb_drawn_case *drawn, plumb_case *out, plumb_error *error);

int plumb_drawn_write(const plumb_drawn_case *drawn, plumb_new_file *file, plumb_error *error);

/* Frees everything, including the case if it was read. */
void plumb_drawn_case_free(plumb_drawn_case *drawn);
#endif
