/* copied.c - of each block of keys it is counted how often a list of the batch entry names it at most; one less is the
   number of its copies.  Entries with fewer copies than others have keys behind them that no query sees. */
#include "row/copied.h"
#include "row/points.h"
#include "row/visible.h"
#include <string.h>

/* A copy stands for this key, and is seen where a list names its block more than `before` times. */
typedef struct {
    size_t key, before;
} key_copy;

typedef struct {
    const plumb_problem *stated;
    const plumb_lists *lists;
    plumb_storage *storage;
    plumb_problem *to;
    size_t blocks, most;  /* of keys; copies of an entry */
    size_t *listed;       /* [blocks] how often the list at hand names each */
    size_t *copies;       /* [batch] */
    key_copy *copy;       /* [batch][most] */
} copying;

static void *take(const copying *c, size_t count, size_t size) {
    return plumb_storage_take(c->storage, count, size);
}

/* ---- how often ---- */

static void count_listed(const copying *c, size_t list) {
    memset(c->listed, 0, c->blocks * sizeof *c->listed);
    for (size_t i = 0; i < (size_t)c->lists->count[list]; i++) {
        int64_t index = c->lists->index[list * c->lists->listed + i];
        if (index >= 0)
            c->listed[index]++;
    }
}

static size_t keys_of(const copying *c, size_t block) {
    size_t size = (size_t)c->lists->key_block, left = c->stated->key_length - block * size;
    return left < size ? left : size;
}

/* most [blocks] of the entry. */
static void count_most(const copying *c, size_t b, size_t *most) {
    size_t each = c->lists->heads * c->lists->rows;
    memset(most, 0, c->blocks * sizeof *most);
    for (size_t list = b * each; list < (b + 1) * each; list++) {
        count_listed(c, list);
        for (size_t block = 0; block < c->blocks; block++)
            most[block] = c->listed[block] > most[block] ? c->listed[block] : most[block];
    }
}

/* To `copy`, unless it is NULL; how many there are. */
static size_t list_copies(const copying *c, const size_t *most, key_copy *copy) {
    size_t size = (size_t)c->lists->key_block, count = 0;
    for (size_t block = 0; block < c->blocks; block++)
        for (size_t before = 1; before < most[block]; before++)
            for (size_t i = 0; i < keys_of(c, block); i++, count++)
                if (copy != NULL)
                    copy[count] = (key_copy){block * size + i, before};
    return count;
}

/* 1, 0 or -1. */
static int find_copies(copying *c) {
    size_t batch = c->stated->batch, *most = take(c, batch * c->blocks, sizeof *most);
    c->copies = take(c, batch, sizeof *c->copies);
    c->listed = take(c, c->blocks, sizeof *c->listed);
    if (most == NULL || c->copies == NULL || c->listed == NULL)
        return -1;
    for (size_t b = 0; b < batch; b++) {
        count_most(c, b, most + b * c->blocks);
        c->copies[b] = list_copies(c, most + b * c->blocks, NULL);
        c->most = c->copies[b] > c->most ? c->copies[b] : c->most;
    }
    c->copy = take(c, batch * c->most, sizeof *c->copy);
    for (size_t b = 0; c->copy != NULL && b < batch; b++)
        list_copies(c, most + b * c->blocks, c->copy + b * c->most);
    return c->copy == NULL ? -1 : c->most > 0;
}

/* ---- tensors with copies ---- */

/* Rows of `width` numbers of an entry, to which those of the copies are added. */
static void add_rows(const copying *c, size_t b, size_t width, const double *from, double *to) {
    size_t keys = c->stated->key_length;
    memcpy(to, from, keys * width * sizeof *to);
    for (size_t i = 0; i < c->most; i++) {
        size_t key = i < c->copies[b] ? c->copy[b * c->most + i].key : 0;
        memcpy(to + (keys + i) * width, from + key * width, width * sizeof *to);
    }
}

/* [batch][key_heads][key_length][width] */
static const double *with_copies(const copying *c, size_t width, const double *from) {
    size_t heads = c->stated->key_heads, all = c->stated->key_length + c->most;
    double *to = take(c, c->stated->batch * heads * all * width, sizeof *to);
    for (size_t n = 0; to != NULL && n < c->stated->batch * heads; n++)
        add_rows(c, n / heads, width, from + n * c->stated->key_length * width, to + n * all * width);
    return to;
}

static bool copy_bias(const copying *c) {
    const plumb_problem *p = c->stated;
    const plumb_extras *e = &p->extra;
    plumb_extras *to = &c->to->extra;
    if (e->bias == NULL)
        return true;
    size_t all = p->key_length + c->most, heads = e->bias_head != 0 ? p->query_heads : 1;
    size_t queries = e->bias_query != 0 ? p->query_length : 1;
    double *bias = take(c, p->batch * heads * queries * all, sizeof *bias);
    for (size_t n = 0; bias != NULL && n < p->batch * heads * queries; n++) {
        size_t b = n / queries / heads, h = n / queries % heads, t = n % queries;
        add_rows(c, b, 1, e->bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query, bias + n * all);
    }
    to->bias = bias;
    to->bias_batch = heads * queries * all;
    to->bias_head = heads > 1 ? queries * all : 0;
    to->bias_query = queries > 1 ? all : 0;
    return bias != NULL;
}

static bool copy_positions(const copying *c) {
    const plumb_position *of = &c->stated->position;
    size_t axes = plumb_axes_of(of), keys = c->stated->key_length, all = keys + c->most;
    int64_t *position = take(c, c->stated->batch * axes * all, sizeof *position);
    for (size_t n = 0; position != NULL && n < c->stated->batch * axes; n++)
        for (size_t i = 0; i < all; i++) {
            size_t b = n / axes, copy = i - keys;
            size_t j = i < keys ? i : copy < c->copies[b] ? c->copy[b * c->most + copy].key : 0;
            position[n * all + i] = of->key_position != NULL ? of->key_position[n * keys + j] : (int64_t)j;
        }
    c->to->position.key_position = position;
    return position != NULL;
}

/* What a query sees: visible [key_length] of the stated keys, then the copies. */
static void show_copies(const copying *c, size_t b, size_t h, size_t t, unsigned char *visible) {
    size_t keys = c->stated->key_length;
    plumb_show_visible(c->stated, b, h, t, visible);
    count_listed(c, plumb_list_of(c->stated, c->lists, b, h, t));
    for (size_t i = 0; i < c->most; i++) {
        key_copy copy = i < c->copies[b] ? c->copy[b * c->most + i] : (key_copy){0, SIZE_MAX};
        size_t listed = c->listed[copy.key / (size_t)c->lists->key_block];
        visible[keys + i] = listed > copy.before && visible[copy.key] != 0;
    }
}

static bool copy_masks(const copying *c) {
    const plumb_problem *p = c->stated;
    const plumb_mask *m = &p->mask;
    bool by_head = c->lists->heads > 1 || m->allowed_head != 0 || p->extra.bias_head != 0;
    size_t heads = by_head ? p->query_heads : 1, all = p->key_length + c->most, rows = heads * p->query_length;
    unsigned char *allowed = take(c, p->batch * rows * all, 1);
    for (size_t n = 0; allowed != NULL && n < p->batch * rows; n++)
        show_copies(c, n / rows, n / p->query_length % heads, n % p->query_length, allowed + n * all);
    c->to->causal.causal = false;
    c->to->mask = (plumb_mask){.allowed = allowed,
                               .allowed_batch = rows * all,
                               .allowed_head = by_head ? p->query_length * all : 0,
                               .allowed_query = all,
                               .lists = m->lists,
                               .entry_offset = m->entry_offset};
    return allowed != NULL;
}

int plumb_copy_keys(const plumb_problem *problem, plumb_storage *storage, plumb_problem *copied) {
    const plumb_lists *lists = problem->mask.lists;
    copying c = {.stated = problem, .lists = lists, .storage = storage, .to = copied};
    size_t size = (size_t)lists->key_block;
    c.blocks = problem->key_length / size + (problem->key_length % size != 0);
    int found = find_copies(&c);
    if (found != 1)
        return found;
    *copied = *problem;
    copied->key_length += c.most;
    copied->key = with_copies(&c, problem->head_dim, problem->key);
    copied->value = copied->key == NULL ? NULL : with_copies(&c, problem->value_dim, problem->value);
    return copied->value != NULL && copy_bias(&c) && copy_positions(&c) && copy_masks(&c) ? 1 : -1;
}
