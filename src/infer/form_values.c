/* Values multiplied by a number in each tile of keys and group of columns, such as the scales of other groups: for each
   column one unknown for each tile, by least squares over all samples. */
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Tiles of one system; numbers of a tensor at most; groups that are listed. */
enum { MOST_TILES = 16, LISTED = 4 };
#define MOST_NUMBERS ((size_t)1 << 23)

/* A number is known that errs by less; those of one group differ by less than so many deviations and that part. */
#define KNOWN 0.05
#define DEVIATIONS 4.0
#define ALIKE 0.01

/* Numbers that are added to columns of one head are one if they differ by less, and that part. */
#define OFFSETS_ALIKE 0.02

typedef struct {
    plumb_inquiry *q;
    size_t tile, tiles, group; /* keys, how many, and columns that have the same */
    size_t sources;            /* key heads that have numbers of their own; the tiles are then those of all; or 1 */
    double *equation;          /* [samples][tiles] of a column */
    double *factor, *deviation; /* [width][tiles] */
} forming;

/* ---- a column ---- */

/* The tile of a row of the tensor of values. */
static size_t tile_of(const forming *f, size_t row) {
    size_t keys = f->q->judged->problem.key_length, head = f->sources > 1 ? row / keys : 0;
    return head * (f->tiles / f->sources) + row % keys / f->tile;
}

static double add_equation(const forming *f, const plumb_evidence *at, size_t c, double *x) {
    const plumb_inquiry *q = f->q;
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim + c;
    double sink = plumb_exact_has_sink_value(p) ? at->sink * plumb_exact_sink_value(p, at->h)[c] : 0;
    double unit = plumb_gate_at(p, at, c) / (q->workspace->tolerance[c] * fmax(q->usual, 0.05) * at->mass);
    size_t first = tile_of(f, plumb_first_value(p, at->b, at->h));
    memset(x, 0, f->tiles * sizeof *x);
    for (size_t j = 0; j < p->key_length; j++)
        x[first + j / f->tile] += at->weight[j] * value[j * p->value_dim] * unit;
    return (plumb_mean_of_output(p, at, c, at->engine[c]) * at->mass - sink) * unit;
}

static bool solve_column(forming *f, size_t c) {
    const plumb_inquiry *q = f->q;
    size_t n = f->tiles;
    double gram[MOST_TILES * MOST_TILES] = {0}, right[MOST_TILES] = {0}, *factor = f->factor + c * n, square = 0;
    for (size_t i = 0; i < q->samples; i++) {
        double *x = f->equation + i * n;
        plumb_predict(q, NULL, &q->sample[i], q->workspace);
        double y = add_equation(f, &q->sample[i], c, x);
        if (!isfinite(y))
            return false;
        square += y * y;
        for (size_t a = 0; a < n; a++) {
            right[a] += x[a] * y;
            for (size_t b = a; b < n; b++)
                gram[a * n + b] += x[a] * x[b];
        }
    }
    for (size_t a = 0; a < n; a++)
        gram[a * n + a] += 1e-6;
    if (plumb_cholesky(gram, n) != 0)
        return false;
    memcpy(factor, right, n * sizeof *factor);
    plumb_cholesky_solve(gram, n, factor);
    plumb_cholesky_inverse_diagonal(gram, n, f->deviation + c * n);
    double left = square, limit = q->limit / fmax(q->usual, 0.05);
    for (size_t a = 0; a < n; a++) {
        left -= right[a] * factor[a];
        f->deviation[c * n + a] = sqrt(f->deviation[c * n + a]);
    }
    return left <= 4 * limit * limit * (double)(q->samples - n);
}

/* ---- groups of columns ---- */

static bool are_alike(const forming *f, size_t c, size_t other, size_t a) {
    size_t x = c * f->tiles + a, y = other * f->tiles + a;
    double by = fabs(f->factor[x] - f->factor[y]), size = fmax(fabs(f->factor[x]), fabs(f->factor[y]));
    return by <= DEVIATIONS * (f->deviation[x] + f->deviation[y]) + ALIKE * size;
}

static bool is_of_groups(const forming *f, size_t group) {
    for (size_t c = 0; c < f->q->width; c++)
        for (size_t a = 0; a < f->tiles; a++)
            if (!are_alike(f, c, c / group * group, a))
                return false;
    return f->q->width % group == 0;
}

/* The widest group whose columns agree; all of them have its mean, each weighed by what is known of it. */
static bool join_columns(forming *f) {
    bool known = true;
    for (f->group = f->q->width; f->group > 1 && !is_of_groups(f, f->group); f->group /= 2)
        continue;
    for (size_t first = 0; first + f->group <= f->q->width; first += f->group)
        for (size_t a = 0; a < f->tiles; a++) {
            double sum = 0, weight = 0;
            for (size_t c = first; c < first + f->group; c++) {
                double of = 1 / fmax(1e-30, f->deviation[c * f->tiles + a] * f->deviation[c * f->tiles + a]);
                weight += of;
                sum += of * f->factor[c * f->tiles + a];
            }
            for (size_t c = first; c < first + f->group; c++)
                f->factor[c * f->tiles + a] = sum / weight;
            known = known && 1 / sqrt(weight) < KNOWN;
        }
    return known;
}

static bool is_1(double x) {
    return fabs(x - 1) < ALIKE;
}

static void say(const forming *f, char *text, size_t size) {
    size_t keys = f->q->judged->problem.key_length, heads = f->q->judged->problem.key_heads, listed = 0, moved = 0;
    plumb_text_add(text, size, "values are multiplied by numbers of their own in each %zu keys and %zu column%s: ",
                   f->tile, f->group, f->group == 1 ? "" : "s");
    for (size_t first = 0; first + f->group <= f->q->width; first += f->group)
        for (size_t a = 0; a < f->tiles; a++) {
            double x = f->factor[first * f->tiles + a];
            size_t each = f->tiles / f->sources, of = a % each * f->tile;
            size_t end = of + f->tile < keys ? of + f->tile : keys;
            if (is_1(x) || moved++ >= LISTED)
                continue;
            plumb_text_add(text, size, "%skeys %zu to %zu", listed++ == 0 ? "" : "; ", of, end - 1);
            if (f->sources > 1)
                plumb_text_add(text, size, " of key head %zu", a / each % heads);
            if (f->sources > heads)
                plumb_text_add(text, size, " of batch entry %zu", a / each / heads);
            plumb_text_add(text, size, ", ");
            if (f->group == 1)
                plumb_text_add(text, size, "column %zu by %.4g", first, x);
            else
                plumb_text_add(text, size, "columns %zu to %zu by %.4g", first, first + f->group - 1, x);
        }
    if (moved > listed)
        plumb_text_add(text, size, "; and %zu more", moved - listed);
}

/* ---- a size of tiles ---- */

static int consider(forming *f, plumb_hypotheses *kept) {
    const plumb_problem *p = &f->q->judged->problem;
    size_t keys = p->batch * p->key_heads * p->key_length, width = f->q->width;
    double *value = plumb_workspace_take(&f->q->memory, keys * width, sizeof *value);
    char *says = plumb_workspace_take(&f->q->memory, PLUMB_FACTORS_TEXT, 1);
    bool any = false;
    if (value == NULL || says == NULL)
        return -1;
    for (size_t i = 0; i < keys * width; i++) {
        double x = f->factor[i % width * f->tiles + tile_of(f, i / width)];
        any = any || !is_1(x);
        value[i] = p->value[i] * (is_1(x) ? 1 : x);
    }
    say(f, says, PLUMB_FACTORS_TEXT);
    if (any)
        plumb_consider(f->q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .value = value, .says = says}, kept);
    return 0;
}

static int try_tile(forming *f, size_t tile, plumb_hypotheses *kept) {
    size_t each = (f->q->judged->problem.key_length + tile - 1) / tile;
    f->tile = tile;
    f->tiles = f->sources * each;
    if (f->tiles > MOST_TILES || each < 2 || 2 * f->tiles > f->q->samples)
        return 0;
    for (size_t c = 0; c < f->q->width; c++)
        if (plumb_inquiry_is_late(f->q) || !solve_column(f, c))
            return 0;
    return join_columns(f) ? consider(f, kept) : 0;
}

/* ---- numbers that are added ---- */

/* What is added to a column of the values of a key head: the mean of what its samples are off; 0 if there are none. */
static double offset_of(const plumb_inquiry *q, size_t head, size_t c) {
    const plumb_problem *p = &q->judged->problem;
    double sum = 0, count = 0;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        double off = plumb_mean_of_output(p, at, c, at->engine[c]) - plumb_mean_of_output(p, at, c, at->exact[c]);
        if (plumb_first_value(p, at->b, at->h) != head * p->key_length || !isfinite(off) || at->sink != 0)
            continue;
        sum += off;
        count++;
    }
    return count > 0 ? sum / count : 0;
}

/* One number for each head if its columns agree, else the columns' numbers of the first that has some. */
static void say_offsets(const plumb_inquiry *q, const double *offset, char *text, size_t size) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->key_heads, width = q->width, listed = 0, moved = 0;
    bool alike = true;
    for (size_t i = 0; i < heads * width; i++)
        alike = alike && fabs(offset[i] - offset[i / width * width]) <= OFFSETS_ALIKE * fabs(offset[i]) + OFFSETS_ALIKE;
    plumb_text_add(text, size, "numbers are added to the values, as if zero points were not subtracted: ");
    for (size_t i = 0; i < heads * width; i += alike ? width : 1) {
        if (offset[i] == 0 || moved++ >= LISTED)
            continue;
        plumb_text_add(text, size, "%s%.3g", listed++ == 0 ? "" : ", ", offset[i]);
        if (heads > 1)
            plumb_text_add(text, size, " in [%zu, %zu]", i / width / p->key_heads, i / width % p->key_heads);
        if (!alike)
            plumb_text_add(text, size, " in column %zu", i % width);
    }
    if (moved > listed)
        plumb_text_add(text, size, ", and %zu more", moved - listed);
    plumb_text_add(text, size, "%s", heads > 1 ? " ([batch entry, key head])" : "");
}

/* Numbers of its own explain one row, whatever is wrong with it. */
static bool has_one_row(const plumb_inquiry *q, size_t head) {
    const plumb_problem *p = &q->judged->problem;
    size_t rows = p->query_heads / p->key_heads * p->query_length, failing = 0;
    for (size_t row = head * rows; row < (head + 1) * rows; row++)
        failing += q->failing[row];
    return failing == 1;
}

int plumb_form_offsets(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->key_heads, numbers = heads * p->key_length * q->width;
    if (q->samples == 0 || !q->sample[0].normalised || numbers > MOST_NUMBERS)
        return 0;
    for (size_t head = 0; head < heads; head++)
        if (has_one_row(q, head))
            return 0;
    double *value = plumb_workspace_take(&q->memory, numbers, sizeof *value);
    double *offset = plumb_workspace_take(&q->memory, heads * q->width, sizeof *offset);
    char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
    if (q->memory.short_of_memory)
        return -1;
    for (size_t i = 0; i < heads * q->width; i++)
        offset[i] = offset_of(q, i / q->width, i % q->width);
    for (size_t i = 0; i < numbers; i++)
        value[i] = p->value[i] + offset[i / q->width / p->key_length * q->width + i % q->width];
    say_offsets(q, offset, says, PLUMB_FACTORS_TEXT);
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .value = value, .says = says}, kept);
    return 0;
}

int plumb_form_values(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    forming f = {.q = q};
    if (q->samples == 0 || p->batch * p->key_heads * p->key_length * q->width > MOST_NUMBERS)
        return 0;
    f.equation = plumb_workspace_take(&workspace, q->samples * MOST_TILES, sizeof *f.equation);
    f.factor = plumb_workspace_take(&workspace, q->width * MOST_TILES, sizeof *f.factor);
    f.deviation = plumb_workspace_take(&workspace, q->width * MOST_TILES, sizeof *f.deviation);
    int result = workspace.short_of_memory ? -1 : 0;
    for (f.sources = 1; f.sources <= p->batch * p->key_heads && result == 0; f.sources *= p->batch * p->key_heads) {
        for (size_t tile = 512; tile >= 16 && result == 0 && kept->count == 0; tile /= 2)
            result = try_tile(&f, tile, kept);
        if (f.sources == p->batch * p->key_heads)
            break;
    }
    plumb_workspace_free(&workspace);
    return result;
}
