/* question.h - the question of a challenge: a JSON object with a shape, a dtype, a seed, tensors in addition to q, k
   and v, and the conventions as a case states them.

     {"shape": {"query_heads": 4, "key_heads": 2, "query_length": 24, "head_dim": 64}, "dtype": "bf16", "seed": 1,
      "tensors": ["bias"], "mask": "causal", "softcap": 50} */
#ifndef PLUMB_CHALLENGE_QUESTION_H
#define PLUMB_CHALLENGE_QUESTION_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"

enum { PLUMB_CHALLENGE_TENSORS = 16 };

typedef struct {
    size_t batch, query_heads, key_heads, query_length, key_length, head_dim, value_dim;
    plumb_format format;
    uint64_t seed;
    size_t tensors; /* in addition to q, k and v */
    struct {
        const char *name;
        size_t rank, shape[PLUMB_RANK_MAX];
    } tensor[PLUMB_CHALLENGE_TENSORS];
    const char *description; /* the JSON text of the case */
} plumb_challenge_question;

/* where: names the text in messages. storage owns the texts of the question.  Returns 0, or -1 with a message. */
int plumb_challenge_parse(const char *text, const char *where, plumb_storage *storage, plumb_challenge_question *out,
                          plumb_error *error);
#endif
