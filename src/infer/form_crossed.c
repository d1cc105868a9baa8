/* Columns of values that are read from other columns, or not at all, for the keys of some tiles.  Least squares over
   all samples gives the share of each block of columns that is read instead of each other. */
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/gram.h"
#include "infer/key_set.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Unknowns of one system; what is read stands for 0 or 1 if it is as near and errs as little. */
enum { MOST_UNKNOWNS = 128 };
#define NEAR 0.2

/* Columns of a block at least, clauses of the words, and numbers of a tensor at most. */
enum { LEAST_COLUMNS = 4, MOST_CLAUSES = 4 };
#define MOST_NUMBERS ((size_t)1 << 23)

typedef struct {
    plumb_inquiry *q;
    size_t tile, tiles, columns, blocks; /* keys and columns together, and how many of them */
    double *equation;                    /* [columns][tiles * blocks] */
    double *gram, *right, *deviation;    /* [unknowns][unknowns], [blocks][unknowns], [unknowns] */
    size_t *from;                        /* [tiles][blocks] the block that is read; `blocks`: none */
    unsigned char *member, *other;       /* [keys] */
    double square[MOST_UNKNOWNS];        /* [blocks] of the right sides */
} forming;

/* ---- a system ---- */

static size_t unknowns_of(const forming *f) {
    return f->tiles * f->blocks;
}

/* Each column of a block is an equation of what the blocks of all tiles add to it; the right sides are those of every
   block of the output. */
static bool add_sample(forming *f, const plumb_evidence *at) {
    const plumb_inquiry *q = f->q;
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    size_t n = unknowns_of(f), width = q->width;
    double tolerance = 0;
    memset(f->equation, 0, f->columns * n * sizeof *f->equation);
    for (size_t c = 0; c < width; c++)
        tolerance += q->workspace->tolerance[c] * q->workspace->tolerance[c] / (double)width;
    double unit = 1 / (sqrt(tolerance) * fmax(q->usual, 0.05));
    for (size_t j = 0; j < p->key_length; j++)
        for (size_t c = 0; c < width && at->weight[j] != 0; c++)
            f->equation[c % f->columns * n + j / f->tile * f->blocks + c / f->columns] +=
                at->weight[j] / at->mass * value[j * width + c] * unit;
    for (size_t c = 0; c < width; c++) {
        double sink = plumb_exact_has_sink_value(p) ? at->sink / at->mass * plumb_exact_sink_value(p, at->h)[c] : 0;
        double y = (plumb_mean_of_output(p, at, c, at->engine[c]) - sink) * unit;
        if (!isfinite(y))
            return false;
        f->square[c / f->columns] += y * y;
        for (size_t i = 0; i < n; i++)
            f->right[c / f->columns * n + i] += f->equation[c % f->columns * n + i] * y;
    }
    plumb_gram_add(f->equation, f->columns, n, f->gram);
    return true;
}

/* Whether the blocks, as they are read, make the engine's numbers. */
static bool solve(forming *f) {
    size_t n = unknowns_of(f);
    double limit = f->q->limit / fmax(f->q->usual, 0.05), left = 0;
    memset(f->gram, 0, n * n * sizeof *f->gram);
    memset(f->right, 0, f->blocks * n * sizeof *f->right);
    memset(f->square, 0, sizeof f->square);
    for (size_t i = 0; i < f->q->samples; i++) {
        plumb_predict(f->q, NULL, &f->q->sample[i], f->q->workspace);
        if (!add_sample(f, &f->q->sample[i]))
            return false;
    }
    for (size_t i = 0; i < n; i++)
        f->gram[i * n + i] += 1e-6;
    if (plumb_cholesky(f->gram, n) != 0)
        return false;
    for (size_t b = 0; b < f->blocks; b++) {
        double *right = f->right + b * n, *factor = f->equation; /* room for one is enough */
        memcpy(factor, right, n * sizeof *factor);
        plumb_cholesky_solve(f->gram, n, factor);
        left += f->square[b];
        for (size_t i = 0; i < n; i++)
            left -= right[i] * factor[i];
        memcpy(right, factor, n * sizeof *factor);
    }
    plumb_cholesky_inverse_diagonal(f->gram, n, f->deviation);
    return left <= 4 * limit * limit * (double)(f->q->samples * f->q->width);
}

/* False: a block is a mixture, or nothing moved. */
static bool find_sources(const forming *f) {
    size_t n = unknowns_of(f);
    bool any = false;
    for (size_t s = 0; s < f->tiles; s++)
        for (size_t b = 0; b < f->blocks; b++) {
            size_t found = 0, known = 0, *from = &f->from[s * f->blocks + b];
            *from = f->blocks;
            for (size_t i = 0; i < f->blocks; i++) {
                double x = f->right[b * n + s * f->blocks + i], deviation = sqrt(f->deviation[s * f->blocks + i]);
                double near = NEAR + 3 * deviation;
                bool is = deviation < NEAR;
                if (is && fabs(x) > near && fabs(x - 1) > near)
                    return false;
                known += is;
                found += is && fabs(x - 1) <= near;
                *from = is && fabs(x - 1) <= near ? i : *from;
            }
            if (found > 1)
                return false;
            if (found == 0 && known < f->blocks)
                *from = b;
            any = any || *from != b;
        }
    return any;
}

/* ---- words ---- */

static bool reads_as(const forming *f, size_t a, size_t b) {
    return memcmp(f->from + a * f->blocks, f->from + b * f->blocks, f->blocks * sizeof *f->from) == 0;
}

static bool is_moved(const forming *f, size_t s) {
    for (size_t b = 0; b < f->blocks; b++)
        if (f->from[s * f->blocks + b] != b)
            return true;
    return false;
}

static void say_blocks(const forming *f, size_t s, char *text, size_t size) {
    size_t listed = 0;
    for (size_t b = 0; b < f->blocks; b++) {
        size_t from = f->from[s * f->blocks + b], first = b * f->columns;
        if (from == b)
            continue;
        plumb_text_add(text, size, "%scolumns %zu to %zu ", listed++ == 0 ? "" : ", ", first, first + f->columns - 1);
        if (from == f->blocks)
            plumb_text_add(text, size, "are read as 0");
        else
            plumb_text_add(text, size, "have those of columns %zu to %zu", from * f->columns,
                           (from + 1) * f->columns - 1);
    }
}

/* Tiles that read alike are told together; false: there are too many ways. */
static bool say(const forming *f, char *text, size_t size) {
    size_t keys = f->q->judged->problem.key_length;
    double clauses = 0;
    for (size_t s = 0; s < f->tiles; s++) {
        plumb_key_set set;
        bool told = !is_moved(f, s);
        for (size_t before = 0; before < s && !told; before++)
            told = reads_as(f, s, before);
        if (told)
            continue;
        for (size_t j = 0; j < keys; j++)
            f->member[j] = reads_as(f, j / f->tile, s) ? PLUMB_INSIDE : PLUMB_OUTSIDE;
        if (!plumb_key_set_describe(f->member, f->other, keys, &set))
            return false;
        clauses += set.clauses;
        plumb_text_add(text, size, "%sof the values of %s%s ", text[0] == 0 ? "" : "; ", set.text,
                       set.clause ? "," : "");
        say_blocks(f, s, text, size);
    }
    return clauses <= MOST_CLAUSES;
}

/* ---- what is tried ---- */

static int consider(forming *f, plumb_hypotheses *kept) {
    const plumb_problem *p = &f->q->judged->problem;
    size_t rows = p->batch * p->key_heads * p->key_length, width = f->q->width;
    double *value = plumb_workspace_take(&f->q->memory, rows * width, sizeof *value);
    char *says = plumb_workspace_take(&f->q->memory, PLUMB_FACTORS_TEXT, 1);
    if (value == NULL || says == NULL)
        return -1;
    for (size_t i = 0; i < rows * width; i++) {
        size_t c = i % width, s = i / width % p->key_length / f->tile;
        size_t from = f->from[s * f->blocks + c / f->columns];
        value[i] = from == f->blocks ? 0 : p->value[i - c + from * f->columns + c % f->columns];
    }
    if (say(f, says, PLUMB_FACTORS_TEXT))
        plumb_consider(f->q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .value = value, .says = says}, kept);
    return 0;
}

static int try_sizes(forming *f, size_t tile, size_t columns, plumb_hypotheses *kept) {
    const plumb_inquiry *q = f->q;
    f->tile = tile;
    f->tiles = (q->judged->problem.key_length + tile - 1) / tile;
    f->columns = columns;
    f->blocks = q->width / columns;
    if (f->tiles < 2 || unknowns_of(f) > MOST_UNKNOWNS || 2 * unknowns_of(f) > q->samples * columns)
        return 0;
    return solve(f) && find_sources(f) ? consider(f, kept) : 0;
}

int plumb_form_crossed(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    forming f = {.q = q};
    size_t numbers = p->batch * p->key_heads * p->key_length * q->width;
    if (q->samples == 0 || !q->sample[0].normalised || numbers > MOST_NUMBERS)
        return 0;
    f.equation = plumb_workspace_take(&workspace, q->width * MOST_UNKNOWNS, sizeof *f.equation);
    f.gram = plumb_workspace_take(&workspace, (size_t)MOST_UNKNOWNS * MOST_UNKNOWNS, sizeof *f.gram);
    f.right = plumb_workspace_take(&workspace, q->width * MOST_UNKNOWNS, sizeof *f.right);
    f.deviation = plumb_workspace_take(&workspace, MOST_UNKNOWNS, sizeof *f.deviation);
    f.from = plumb_workspace_take(&workspace, MOST_UNKNOWNS, sizeof *f.from);
    f.member = plumb_workspace_take(&workspace, p->key_length, 1);
    f.other = plumb_workspace_take(&workspace, p->key_length, 1);
    int result = workspace.short_of_memory ? -1 : 0;
    for (size_t tile = 512; tile >= 16 && result == 0; tile /= 2)
        for (size_t columns = q->width / 2; columns >= LEAST_COLUMNS && result == 0; columns /= 2)
            if (kept->count == 0 && q->width % columns == 0 && !plumb_inquiry_is_late(q))
                result = try_sizes(&f, tile, columns, kept);
    plumb_workspace_free(&workspace);
    return result;
}
