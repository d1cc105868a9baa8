/* neighbours_claims_lse.c - log-sum-exps that are all off by one number, or by one factor: a logarithm to another base,
   a sum that lacks a factor or has one too many.  If this does not hold for all heads, each head is examined alone, and
   heads with the same error are named together. */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include "diagnose/tensors.h"
#include "schema/text.h"
#include <math.h>

/* So many rows are looked at; a number or factor is one if what is left of the numbers is so small, and if it is so far
   from none; so close to one that has a meaning, it is that one. */
enum { ROWS = 64 };
#define LEFT 0x1p-8
#define LEAST 0x1p-8
#define CLOSE 0x1p-10

/* Numbers of the engine, and of the kernels, where both are finite. */
typedef struct {
    size_t count;
    double engine[ROWS], exact[ROWS];
} pairs;

static void add_pair(plumb_rows *rows, const plumb_case *stated, size_t row, pairs *found) {
    double engine = stated->lse.value[row], exact = plumb_rows_number(rows, row)->lse.mid;
    if (found->count == ROWS || !isfinite(engine) || !isfinite(exact))
        return;
    found->engine[found->count] = engine;
    found->exact[found->count++] = exact;
}

static bool find_pairs(plumb_rows *rows, const plumb_case *stated, pairs *found) {
    size_t all = plumb_rows_of(&stated->problem), step = all / plumb_fit_rows(&stated->problem, ROWS);
    found->count = 0;
    for (size_t n = 0; n < all; n += step)
        add_pair(rows, stated, n, found);
    return found->count > 1;
}

/* Of one head, in all batch entries. */
static bool find_pairs_of_head(plumb_rows *rows, const plumb_case *stated, size_t h, pairs *found) {
    const plumb_problem *p = &stated->problem;
    size_t all = p->batch * p->query_length, step = all > ROWS ? all / ROWS : 1;
    found->count = 0;
    for (size_t n = 0; n < all; n += step)
        add_pair(rows, stated, (n / p->query_length * p->query_heads + h) * p->query_length + n % p->query_length,
                 found);
    return found->count > 1;
}

typedef struct {
    double number;
    const char *name;
} meaning;

static const char *name_of(const meaning *list, size_t count, double *number) {
    for (size_t i = 0; i < count; i++)
        if (fabs(*number - list[i].number) < CLOSE * fabs(*number)) {
            *number = list[i].number;
            return list[i].name;
        }
    return NULL;
}

/* The number that all differ by, or 0. */
static double summand_of(const pairs *found) {
    double mean = 0, most = 0;
    for (size_t i = 0; i < found->count; i++)
        mean += (found->engine[i] - found->exact[i]) / (double)found->count;
    for (size_t i = 0; i < found->count; i++)
        most = fmax(most, fabs(found->engine[i] - found->exact[i] - mean));
    return most < LEFT * fabs(mean) && fabs(mean) > LEAST ? mean : 0;
}

/* The factor that all have, or 1. */
static double factor_of(const pairs *found) {
    double ex = 0, xx = 0, left = 0, all = 0;
    for (size_t i = 0; i < found->count; i++) {
        ex += found->engine[i] * found->exact[i];
        xx += found->exact[i] * found->exact[i];
    }
    double factor = ex / xx;
    for (size_t i = 0; i < found->count; i++) {
        left = fmax(left, fabs(found->engine[i] - factor * found->exact[i]));
        all = fmax(all, fabs(found->engine[i]));
    }
    return left < LEFT * all && isfinite(factor) && fabs(factor - 1) > LEAST ? factor : 1;
}

static void add_summand(const plumb_case *stated, plumb_neighbourhood *neighbourhood, double summand) {
    const plumb_problem *p = &stated->problem;
    double keys = log((double)p->key_length), dim = log((double)p->head_dim);
    const meaning meanings[] = {{keys, "the logarithm of key_length"}, {-keys, "minus the logarithm of key_length"},
                                {dim, "the logarithm of head_dim"},    {-dim, "minus the logarithm of head_dim"},
                                {dim / 2, "log(sqrt(head_dim))"},      {-dim / 2, "-log(sqrt(head_dim))"}};
    const char *name = name_of(meanings, sizeof meanings / sizeof *meanings, &summand);
    plumb_neighbour row = FITTED(RAISE("lse", -summand));
    ROW(FAULT, "lse", name != NULL, row, "adds %.6g, %s, to the log-sum-exp", summand, name)
    ROW(FAULT, "lse", name == NULL, row, "adds about %.6g to the log-sum-exp", summand)
}

/* The table of claims has these. */
static bool is_listed(double factor) {
    static const double listed[] = {PLUMB_LOG2_E, PLUMB_LN_2, -1};
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (fabs(factor - listed[i]) < CLOSE)
            return true;
    return false;
}

static void add_factor(const plumb_case *stated, plumb_neighbourhood *neighbourhood, double factor) {
    const plumb_problem *p = &stated->problem;
    double root = sqrt((double)p->head_dim);
    const meaning meanings[] = {
        {1 / log(10), "as to the base 10"}, {root, "sqrt(head_dim)"}, {1 / root, "1/sqrt(head_dim)"}};
    const char *name = name_of(meanings, sizeof meanings / sizeof *meanings, &factor);
    plumb_neighbour row = FITTED(MULTIPLY("lse", 1 / factor));
    ROW(FAULT, "lse", name != NULL, row, "multiplies the log-sum-exp by %.6g, %s", factor, name)
    ROW(FAULT, "lse", name == NULL, row, "multiplies the log-sum-exp by about %.6g", factor)
}

/* ---- some heads ---- */

/* Heads are the bits of an integer; at most so many are listed. */
enum { MOST_HEADS = 63, LISTED = 4 };

typedef struct {
    double factor, summand; /* 1 and 0: the head's are right, or off otherwise */
} offset;

static bool is_off(offset x) {
    return x.factor != 1 || x.summand != 0;
}

static bool are_alike(offset a, offset b) {
    return fabs(a.factor - b.factor) < LEAST * fabs(a.factor) && fabs(a.summand - b.summand) <= LEAST * fabs(a.summand);
}

static offset offset_of(const pairs *found) {
    offset x = {factor_of(found), summand_of(found)};
    x.summand = x.factor != 1 ? 0 : x.summand;
    return x;
}

/* Takes factor or summand off the heads that are bits of `integer`. */
static void take_off_heads(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    double *number = to;
    for (size_t i = 0; i < view->count; i++) {
        size_t head = i / m->p->query_length % m->p->query_heads;
        bool off = ((uint64_t)m->by->integer >> head & 1) != 0;
        number[i] = !off ? from[i] : m->by->second != 0 ? from[i] + m->by->number : from[i] * m->by->number;
    }
}

static int change_heads(const plumb_making *m) {
    return plumb_change_tensors(m, take_off_heads);
}

/* "in head 2", "in heads 0, 3", "in 7 of 8 heads" */
static void say_heads(const unsigned char *heads, size_t count, char *text, size_t size) {
    size_t set = 0, listed = 0;
    for (size_t h = 0; h < count; h++)
        set += heads[h];
    if (set > LISTED)
        plumb_text_add(text, size, "in %zu of %zu heads", set, count);
    for (size_t h = 0; h < count && set <= LISTED; h++)
        if (heads[h])
            plumb_text_add(text, size, "%s%zu", listed++ > 0 ? ", " : set == 1 ? "in head " : "in heads ", h);
}

static void add_heads(const plumb_case *stated, plumb_neighbourhood *neighbourhood, offset x,
                      const unsigned char *heads) {
    const meaning bases[] = {{PLUMB_LOG2_E, ", as to the base 2,"}, {1 / log(10), ", as to the base 10,"}};
    char where[PLUMB_NEIGHBOUR_TEXT / 2] = "";
    plumb_neighbour change = {.make = change_heads, .of = "lse", .fitted = true};
    for (size_t h = 0; h < stated->problem.query_heads; h++)
        change.integer |= (int64_t)((uint64_t)(heads[h] != 0) << h);
    say_heads(heads, stated->problem.query_heads, where, sizeof where);
    if (x.factor != 1) {
        const char *name = name_of(bases, sizeof bases / sizeof *bases, &x.factor);
        change.number = 1 / x.factor;
        ROW(FAULT, "lse", true, change, "multiplies the log-sum-exp by %.6g%s %s", x.factor, name != NULL ? name : "",
            where)
    } else {
        change.number = -x.summand;
        change.second = 1;
        ROW(FAULT, "lse", true, change, "adds about %.6g to the log-sum-exp %s", x.summand, where)
    }
}

static void ask_heads(plumb_rows *rows, const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    size_t heads = stated->problem.query_heads;
    unsigned char alike[MOST_HEADS] = {0};
    offset of_first = {1, 0};
    if (heads > MOST_HEADS)
        return;
    for (size_t h = 0; h < heads; h++) {
        pairs found;
        offset x = find_pairs_of_head(rows, stated, h, &found) ? offset_of(&found) : (offset){1, 0};
        if (!is_off(of_first))
            of_first = x;
        alike[h] = is_off(x) && are_alike(x, of_first);
    }
    if (is_off(of_first))
        add_heads(stated, neighbourhood, of_first, alike);
}

static void ask(plumb_rows *rows, const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    pairs found;
    if (!find_pairs(rows, stated, &found))
        return;
    double summand = summand_of(&found), factor = factor_of(&found);
    if (summand != 0)
        add_summand(stated, neighbourhood, summand);
    if (factor != 1 && !is_listed(factor))
        add_factor(stated, neighbourhood, factor);
    if (summand == 0 && factor == 1)
        ask_heads(rows, stated, neighbourhood);
}

void plumb_neighbours_of_lse(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_rows rows;
    if (!stated->lse.present || plumb_rows_init(&rows, &stated->problem, 1, PLUMB_KEEP_ALL) != 0)
        return;
    ask(&rows, stated, neighbourhood);
    plumb_rows_free(&rows);
}
