/* change_blocks.c - [B,S,H*D] of H heads that was read as one head of H*D columns.  Each key becomes H of them, which
   have the columns of one head each and zeros elsewhere.  A bias takes from their scores the log-sum-exp of that head,
   so that the softmax of all gives each head the same share; values are multiplied by H. */
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/findings.h"
#include "diagnose/scale_text.h"
#include "exact/visible.h"
#include <math.h>

/* Products of elements of queries and keys in all rows together, and in the one that is asked. */
#define MOST_PRODUCTS 0x1p28
#define MOST_OF_ROW 0x1p22

/* What part of the output's squares may be left in the row that tells the number of heads. */
#define MOST_LEFT 0.01

static bool may_split(const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    bool plain = p->op.kind == PLUMB_SOFTMAX && p->op.sink == PLUMB_SINK_NONE && p->op.softcap == 0 &&
                 p->position.kind == PLUMB_POSITION_NONE && p->sequences.length == NULL && p->loss.output == NULL;
    bool bare = p->extra.value_bias == NULL && p->extra.gate == NULL && p->extra.lse_added == NULL;
    double of_row = (double)p->key_length * (double)p->head_dim, products = (double)plumb_rows_of(p) * of_row;
    return plain && bare && c->output.present && !c->weights.present && !c->scores.present && !c->lse.present &&
           c->tiled_heads == 0 && p->key_length > 0 && p->head_dim == p->value_dim && of_row <= MOST_OF_ROW &&
           products <= MOST_PRODUCTS;
}

static double scale_of(const plumb_problem *p, size_t heads) {
    return plumb_change_scale(p) * (p->scale.text == NULL ? sqrt((double)heads) : 1);
}

/* The scores [key_length] of a block of columns; returns their log-sum-exp. */
static double score_block(const plumb_problem *p, const plumb_row_place *at, size_t heads, size_t block,
                          double *score) {
    size_t dim = p->head_dim / heads;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t) + block * dim;
    double scale = scale_of(p, heads), most = -INFINITY, sum = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        const double *key = plumb_exact_key(p, at->b, at->h, j) + block * dim;
        double product = 0;
        for (size_t c = 0; c < dim; c++)
            product += query[c] * key[c];
        bool visible = plumb_exact_visible(p, at->b, at->h, at->t, j);
        double bias = p->extra.bias != NULL ? *plumb_exact_bias(p, at->b, at->h, at->t, j) : 0;
        score[j] = visible ? scale * product + bias : -INFINITY;
        most = fmax(most, score[j]);
    }
    for (size_t j = 0; j < p->key_length && most > -INFINITY; j++)
        sum += exp(score[j] - most);
    return most > -INFINITY ? most + log(sum) : -INFINITY;
}

/* The part of the output's squares that is left in the last row. */
static double left_of(const plumb_case *c, size_t heads, double *score) {
    const plumb_problem *p = &c->problem;
    size_t row = plumb_rows_of(p) - 1, dim = p->head_dim / heads;
    plumb_row_place at = {p->batch - 1, p->query_heads - 1, p->query_length - 1};
    double left = 0, all = 0;
    for (size_t i = 0; i < p->value_dim; i++) {
        double output = 0, engine = c->output.value[row * p->value_dim + i];
        double lse = i % dim == 0 ? score_block(p, &at, heads, i / dim, score) : 0;
        for (size_t j = 0; j < p->key_length; j++) {
            score[j] = i % dim == 0 ? exp(score[j] - lse) : score[j];
            output += score[j] > 0 ? score[j] * plumb_exact_value(p, at.b, at.h, j)[i] : 0;
        }
        left += (output - engine) * (output - engine);
        all += output * output;
    }
    return all > 0 && isfinite(left) ? left / all : INFINITY;
}

size_t plumb_heads_in_columns(const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    plumb_storage storage = {0};
    size_t heads = 0;
    double least = MOST_LEFT;
    double *score = may_split(stated) ? plumb_storage_take(&storage, p->key_length, sizeof *score) : NULL;
    for (size_t n = 2; score != NULL && n < p->head_dim; n++) {
        double left = p->head_dim % n == 0 ? left_of(stated, n, score) : INFINITY;
        heads = left < least ? n : heads;
        least = fmin(left, least);
    }
    plumb_storage_free(&storage);
    return heads;
}

/* Vectors [key_length][head_dim] of each key head, once for each block, with zeros in the others. */
static const double *apart(const plumb_making *m, const double *from, size_t heads, double factor) {
    const plumb_problem *p = m->p;
    size_t width = p->head_dim, dim = width / heads, keys = p->key_length, all = p->batch * p->key_heads;
    double *to = plumb_storage_take(m->storage, all * heads * keys * width, sizeof *to);
    for (size_t n = 0; to != NULL && n < all * heads * keys; n++) {
        size_t block = n / keys % heads, source = n / keys / heads * keys + n % keys;
        for (size_t c = 0; c < width; c++)
            to[n * width + c] = c / dim == block ? factor * from[source * width + c] : 0;
    }
    return to;
}

/* [rows][heads][key_length]: the stated bias less the log-sum-exp of the head; -infinity for hidden keys. */
static double *biases(const plumb_making *m, size_t heads) {
    const plumb_problem *p = m->p;
    size_t keys = p->key_length, rows = plumb_rows_of(p);
    double *bias = plumb_storage_take(m->storage, rows * heads * keys, sizeof *bias);
    for (size_t n = 0; bias != NULL && n < rows * heads; n++) {
        plumb_row_place at = plumb_place_of_row(p, n / heads);
        double *own = bias + n * keys, lse = score_block(p, &at, heads, n % heads, own);
        for (size_t j = 0; j < keys; j++) {
            double stated = p->extra.bias != NULL ? *plumb_exact_bias(p, at.b, at.h, at.t, j) : 0;
            own[j] = own[j] > -INFINITY ? stated - lse : -INFINITY;
        }
    }
    return bias;
}

int plumb_split_columns(const plumb_making *m) {
    plumb_problem split = *m->p;
    size_t heads = (size_t)m->by->integer, keys = split.key_length * heads;
    if (!may_split(m->changed) || split.head_dim % heads != 0)
        return 0;
    split.key = apart(m, m->p->key, heads, 1);
    split.value = apart(m, m->p->value, heads, (double)heads);
    split.extra.bias = biases(m, heads);
    if (split.key == NULL || split.value == NULL || split.extra.bias == NULL)
        return -1;
    split.extra.bias_query = keys;
    split.extra.bias_head = split.query_length * keys;
    split.extra.bias_batch = split.query_heads * split.extra.bias_head;
    split.causal = (plumb_causal){false, 0};
    split.mask = (plumb_mask){0};
    split.key_length = keys;
    if (split.scale.text == NULL &&
        plumb_change_scale_by(m->storage, &split,
                              (plumb_other_scale){PLUMB_SCALE_INVERSE_ROOT, (int64_t)(split.head_dim / heads), 0}) < 0)
        return -1;
    *m->p = split;
    return 1;
}
