/* Columns of queries, keys or values that are those of other heads, batch entries or rows, or other columns: of
   values each column tells by itself, of queries and keys all together (form_tilts.c). */
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/key_set.h"
#include "infer/predict.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Numbers of a tensor at most; heads of all entries from which columns may come; parts of a vector that are asked. */
#define MOST_NUMBERS ((size_t)1 << 21)
enum { MOST_HEADS = 8, PARTS = 16, COLUMNS_APART = 8 };

/* Of a column that is as near as it has to be. */
#define NEAR 1.5

typedef enum { OF_VALUES, OF_KEYS, OF_QUERIES, KINDS } kind;

typedef struct {
    plumb_inquiry *q;
    plumb_hypotheses *kept;
    kind of;
    const double *stated;
    size_t heads, entries, rows, columns; /* heads of each entry */
    double *other;                        /* [as stated] */
    unsigned char *member, *room;         /* [columns] */
    double *square;
} search;

/* Those of the columns so many after; the last have their own. */
static void fill_columns(const search *s, int64_t after) {
    for (size_t i = 0; i < s->entries * s->heads * s->rows * s->columns; i++) {
        int64_t moved = (int64_t)(i % s->columns) + after;
        s->other[i] = s->stated[moved >= 0 && moved < (int64_t)s->columns ? i + (size_t)after : i];
    }
}

/* Those of the head and the entry so many further on, and of the row so many after; of the last rows their own. */
static void fill(const search *s, size_t heads, size_t entries, int64_t after) {
    for (size_t i = 0; i < s->entries * s->heads * s->rows; i++) {
        size_t row = i % s->rows, head = i / s->rows % s->heads, entry = i / s->rows / s->heads;
        int64_t moved = (int64_t)row + after;
        bool there = moved >= 0 && moved < (int64_t)s->rows;
        size_t from = ((entry + entries) % s->entries * s->heads + (head + heads) % s->heads) * s->rows +
                      (there ? (size_t)moved : row);
        memcpy(s->other + i * s->columns, s->stated + from * s->columns, s->columns * sizeof *s->other);
    }
}

/* Which columns are those of the others; false: they are not, or all are. */
static bool find_columns(const search *s) {
    plumb_inquiry *q = s->q;
    const plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .value = s->other};
    size_t inside = 0;
    memset(s->square, 0, s->columns * sizeof *s->square);
    for (size_t i = 0; i < q->samples; i++) {
        if (!plumb_predict(q, &h, &q->sample[i], q->workspace))
            return false;
        for (size_t c = 0; c < s->columns; c++) {
            double ratio = (q->sample[i].engine[c] - q->workspace->output[c]) / q->workspace->tolerance[c];
            s->square[c] += ratio * ratio / (double)q->samples;
        }
    }
    for (size_t c = 0; c < s->columns; c++) {
        bool near = s->square[c] <= NEAR * NEAR * q->limit * q->limit;
        if (q->column[c] && !near)
            return false;
        s->member[c] = q->column[c] ? PLUMB_INSIDE : PLUMB_OUTSIDE;
        inside += q->column[c];
    }
    return inside > 0 && inside < s->columns;
}

static int consider_values(search *s, const char *whose) {
    size_t numbers = s->entries * s->heads * s->rows * s->columns;
    plumb_key_set set;
    if (!find_columns(s) || !plumb_key_set_describe(s->member, s->room, s->columns, &set))
        return 0;
    double *value = plumb_workspace_take(&s->q->memory, numbers, sizeof *value);
    char *says = plumb_workspace_take(&s->q->memory, PLUMB_FACTORS_TEXT, 1);
    if (value == NULL || says == NULL)
        return -1;
    for (size_t i = 0; i < numbers; i++)
        value[i] = s->member[i % s->columns] == PLUMB_INSIDE ? s->other[i] : s->stated[i];
    plumb_key_set_rename(set.text, "column", "columns", says, PLUMB_FACTORS_TEXT);
    plumb_text_add(says, PLUMB_FACTORS_TEXT, "%s of values %s %s", set.clause ? "," : "", set.plural ? "are" : "is",
                   whose);
    plumb_consider(s->q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .value = value, .says = says}, s->kept);
    return 0;
}

/* The columns of queries or keys that are the others. */
static int consider_products(search *s, const char *whose) {
    const plumb_problem *p = &s->q->multiplied;
    size_t part = 1;
    while (part * PARTS < p->head_dim)
        part *= 2;
    return s->of == OF_KEYS ? plumb_form_others(s->q, p->query, s->other, part, "keys", whose, s->kept)
                            : plumb_form_others(s->q, s->other, p->key, part, "queries", whose, s->kept);
}

static int consider_columns(search *s, int64_t after) {
    char whose[PLUMB_FACTORS_TEXT] = "";
    if (s->kept->count > 0 || plumb_inquiry_is_late(s->q))
        return 0;
    fill_columns(s, after);
    plumb_text_add(whose, sizeof whose, "those %lld columns %s", after < 0 ? -(long long)after : (long long)after,
                   after < 0 ? "before" : "after");
    return consider_products(s, whose);
}

static int consider(search *s, size_t heads, size_t entries, int64_t after) {
    char whose[PLUMB_FACTORS_TEXT] = "";
    if (s->kept->count > 0 || plumb_inquiry_is_late(s->q))
        return 0;
    fill(s, heads, entries, after);
    if (heads > 0)
        plumb_text_add(whose, sizeof whose, "those of the %shead %zu further (mod %zu)",
                       s->of == OF_QUERIES ? "" : "key ", heads, s->heads);
    if (entries > 0)
        plumb_text_add(whose, sizeof whose, "%s the batch entry %zu further (mod %zu)",
                       heads > 0 ? ", of" : "those of", entries, s->entries);
    if (after != 0)
        plumb_text_add(whose, sizeof whose, "those of the %s %lld %s", s->of == OF_QUERIES ? "query" : "key",
                       after < 0 ? -(long long)after : (long long)after, after < 0 ? "before" : "after");
    return s->of == OF_VALUES ? consider_values(s, whose) : consider_products(s, whose);
}

static int list(search *s) {
    int result = 0;
    for (size_t source = 1; source < s->entries * s->heads && source < MOST_HEADS && result == 0; source++)
        result = consider(s, source % s->heads, source / s->heads, 0);
    for (size_t by = 1; by < s->rows && by <= 128 && result == 0; by = by == 1 ? 16 : 2 * by)
        for (int way = -1; way <= 1 && result == 0; way += 2)
            result = consider(s, 0, 0, way * (int64_t)by);
    for (size_t by = 4; by < s->columns && s->of != OF_VALUES && result == 0; by *= 2)
        for (int way = -1; way <= 1 && result == 0; way += 2)
            result = consider_columns(s, way * (int64_t)by);
    return result;
}

/* Values that are read from keys, from some column on. */
int plumb_form_keys_as_values(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t numbers = p->batch * p->key_heads * p->key_length * p->value_dim, width = p->value_dim;
    if (q->samples == 0 || numbers > MOST_NUMBERS)
        return 0;
    double *value = plumb_workspace_take(&q->memory, numbers, sizeof *value);
    char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
    const plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .value = value, .says = says};
    for (size_t from = 0; value != NULL && from + width <= p->head_dim && kept->count == 0; from += COLUMNS_APART) {
        for (size_t i = 0; i < numbers; i++)
            value[i] = p->key[i / width * p->head_dim + from + i % width];
        says[0] = 0;
        plumb_text_add(says, PLUMB_FACTORS_TEXT, "the values are read from the keys");
        if (p->head_dim > width)
            plumb_text_add(says, PLUMB_FACTORS_TEXT, ", from columns %zu to %zu", from, from + width - 1);
        plumb_consider(q, &h, kept);
    }
    return q->memory.short_of_memory ? -1 : 0;
}

int plumb_form_parts(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->multiplied;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q, .kept = kept, .entries = p->batch};
    const size_t keys = p->batch * p->key_heads * p->key_length * (p->head_dim + p->value_dim);
    const size_t most = keys + plumb_rows_of(p) * p->head_dim, width = p->head_dim + p->value_dim;
    if (q->samples == 0 || most > MOST_NUMBERS)
        return 0;
    s.other = plumb_workspace_take(&q->memory, most, sizeof *s.other); /* what is kept may be read from it */
    s.member = plumb_workspace_take(&workspace, width, 1);
    s.room = plumb_workspace_take(&workspace, width, 1);
    s.square = plumb_workspace_take(&workspace, width, sizeof *s.square);
    int result = workspace.short_of_memory || s.other == NULL ? -1 : 0;
    for (s.of = OF_VALUES; s.of < KINDS && result == 0; s.of++) {
        s.stated = s.of == OF_VALUES ? p->value : s.of == OF_KEYS ? p->key : p->query;
        s.heads = s.of == OF_QUERIES ? p->query_heads : p->key_heads;
        s.rows = s.of == OF_QUERIES ? p->query_length : p->key_length;
        s.columns = s.of == OF_VALUES ? p->value_dim : p->head_dim;
        if (s.of == OF_VALUES || plumb_scores_are_plain(p))
            result = list(&s);
    }
    plumb_workspace_free(&workspace);
    return result;
}
