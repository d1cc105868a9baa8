/* Values and scores of each head multiplied by a number: the scales of quantised keys and values are those of another
   head, left out or applied twice.  Two unknowns for each head of a batch entry, by Gauss-Newton. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/forms.h"
#include "infer/levels.h"
#include "infer/places.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Failing rows of a head that are asked, and steps that are taken. */
enum { ROWS = 6, STEPS = 20 };

/* The change of a scores' factor that its derivative is taken from; changes that end the steps. */
#define SMALL_CHANGE 1e-5
#define NO_CHANGE 1e-9

/* Factors are at least and at most that. */
#define LEAST 0.02
#define MOST 50.0

/* Factors that err by less are 1; those of heads that share a key head are one number if they differ by less than such
   a part. */
#define SAME 2e-3
#define ALIKE 0.01

/* Heads differ by that part at least: less is the error of one number that all have. */
#define DIFFERENT 0.02

/* Heads that are told one by one, and digits. */
enum { LISTED = 4, DIGITS = 4 };

typedef struct {
    plumb_inquiry *q;
    plumb_evidence_reader reader;
    plumb_evidence at[ROWS];
    double *product;             /* [ROWS][keys] q.k */
    double *tolerance;           /* [ROWS][width] */
    double *mean, *moved;        /* [width] under the factors, and with another for the scores */
    double scores, values, left; /* the factors of one head so far, and the misfit */
    size_t rows;
} search;

/* ---- a head ---- */

/* Failing rows of the head, evenly; what they see of keys decides what is read of them. */
static int read_rows(search *s, size_t head) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->multiplied;
    size_t length = p->query_length, failing = 0, seen = 0;
    for (size_t t = 0; t < length; t++)
        failing += q->failing[head * length + t];
    s->rows = 0;
    for (size_t t = 0; t < length && s->rows < ROWS; t++) {
        if (!q->failing[head * length + t] || (2 * seen++ + 1) * ROWS < (2 * s->rows + 1) * failing)
            continue;
        plumb_evidence *at = &s->at[s->rows];
        if (plumb_evidence_read(&s->reader, head * length + t, false, at) != 0)
            return -1;
        if (!at->usable || at->last_key == at->first_key || !plumb_predict(q, NULL, at, q->workspace))
            continue;
        memcpy(s->tolerance + s->rows * q->width, q->workspace->tolerance, q->width * sizeof *s->tolerance);
        for (size_t j = 0; j < p->key_length; j++)
            s->product[s->rows * p->key_length + j] =
                plumb_vector_product(plumb_exact_query(p, at->b, at->h, at->t), plumb_exact_key(p, at->b, at->h, j),
                                  p->head_dim);
        s->rows++;
    }
    return 0;
}

/* The row's mean of values with other scores. */
static void take_mean(const search *s, size_t row, double scores, double *mean) {
    const plumb_problem *p = &s->q->judged->problem;
    const plumb_evidence *at = &s->at[row];
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    double divisor = at->sink;
    memset(mean, 0, p->value_dim * sizeof *mean);
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double weight = plumb_weight_of_product(s->q, at, j, scores * s->product[row * p->key_length + j]);
        divisor += weight;
        for (size_t c = 0; c < p->value_dim; c++)
            mean[c] += weight * value[j * p->value_dim + c];
    }
    for (size_t c = 0; c < p->value_dim; c++)
        mean[c] /= divisor;
}

typedef struct {
    double aa, ab, bb, a, b, square;
    size_t count;
} normal;

/* The equations of a row: error = values' change * mean + scores' change * values * derivative of the mean. */
static void add_row(const search *s, size_t row, normal *sum) {
    const plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const plumb_evidence *at = &s->at[row];
    take_mean(s, row, s->scores, s->mean);
    take_mean(s, row, s->scores * (1 + SMALL_CHANGE), s->moved);
    for (size_t c = 0; c < q->width; c++) {
        double unit = plumb_gate_at(p, at, c) / s->tolerance[row * q->width + c];
        double engine = plumb_mean_of_output(p, at, c, at->engine[c]);
        if (!q->column[c] || !isfinite(engine) || !isfinite(unit))
            continue;
        double error = (engine - s->values * s->mean[c]) * unit, by_values = s->mean[c] * unit;
        double by_scores = s->values * (s->moved[c] - s->mean[c]) / (s->scores * SMALL_CHANGE) * unit;
        sum->aa += by_values * by_values;
        sum->ab += by_values * by_scores;
        sum->bb += by_scores * by_scores;
        sum->a += error * by_values;
        sum->b += error * by_scores;
        sum->square += error * error;
        sum->count++;
    }
}

static normal add_rows(const search *s) {
    normal sum = {.count = 0};
    for (size_t row = 0; row < s->rows; row++)
        add_row(s, row, &sum);
    return sum;
}

static double within(double x) {
    return fmin(fmax(x, LEAST), MOST);
}

/* Steps from one beginning, halved where they would leave more. */
static void descend(search *s, double scores) {
    s->scores = scores;
    s->values = 1;
    normal sum = add_rows(s);
    for (int step = 0; step < STEPS && sum.count > 2; step++) {
        double determinant = sum.aa * sum.bb - sum.ab * sum.ab, was[2] = {s->values, s->scores};
        double values = (sum.a * sum.bb - sum.b * sum.ab) / determinant;
        double scored = (sum.b * sum.aa - sum.a * sum.ab) / determinant;
        normal next = sum;
        if (!(determinant > 0))
            break;
        for (double part = 1; part > 1e-3; part /= 2) {
            s->values = within(was[0] + part * values);
            s->scores = within(was[1] + part * scored);
            next = add_rows(s);
            if (next.square < sum.square)
                break;
        }
        if (!(next.square < sum.square)) {
            s->values = was[0];
            s->scores = was[1];
            break;
        }
        bool ends = fabs(s->values - was[0]) + fabs(s->scores - was[1]) < NO_CHANGE;
        sum = next;
        if (ends)
            break;
    }
    s->left = sum.count > 2 ? sqrt(sum.square / (double)(sum.count - 2)) : INFINITY;
}

/* From the stated scores, and from far ones where these do not explain. */
static int solve_head(search *s, size_t head, double *values, double *scores) {
    static const double beginning[] = {1, 0.3, 2.5};
    double least = INFINITY;
    *values = *scores = 1;
    if (read_rows(s, head) != 0)
        return -1;
    if (s->rows == 0)
        return 0;
    for (size_t i = 0; i < sizeof beginning / sizeof *beginning && !(least <= s->q->limit); i++) {
        descend(s, beginning[i]);
        if (s->left < least) {
            least = s->left;
            *values = s->values;
            *scores = s->scores;
        }
    }
    *values = fabs(*values - 1) < SAME ? 1 : *values;
    *scores = fabs(*scores - 1) < SAME ? 1 : *scores;
    return least <= s->q->limit ? 1 : 0;
}

/* ---- words ---- */

/* What has numbers of its own: query heads, or key heads where those that share one agree. */
typedef struct {
    const plumb_problem *p;
    size_t shared, count; /* query heads of one; of all batch entries */
} owners;

static bool agree(const double *factor, size_t heads, size_t shared) {
    for (size_t i = 0; i < heads; i++)
        if (fabs(factor[i] / factor[i / shared * shared] - 1) > ALIKE)
            return false;
    return true;
}

static owners find_owners(const plumb_problem *p, const plumb_descales *d) {
    size_t heads = p->batch * p->query_heads, group = p->query_heads / p->key_heads;
    size_t shared = agree(d->values, heads, group) && agree(d->scores, heads, group) ? group : 1;
    return (owners){p, shared, heads / shared};
}

static void say_place(const owners *o, size_t i, plumb_descales *to) {
    size_t of_entry = o->p->query_heads / o->shared;
    if (o->p->batch > 1)
        plumb_text_add(to->says, sizeof to->says, "[%zu, %zu]", i / of_entry, i % of_entry);
    else
        plumb_text_add(to->says, sizeof to->says, "%shead %zu", o->shared > 1 ? "key " : "", i);
}

static bool differ(const double *factor, size_t heads) {
    for (size_t i = 1; i < heads; i++)
        if (fabs(factor[i] / factor[0] - 1) > DIFFERENT)
            return true;
    return false;
}

static void say_factors(const owners *o, const char *what, const double *factor, plumb_descales *to) {
    size_t listed = 0, moved = 0;
    for (size_t i = 0; i < o->count; i++)
        moved += factor[i * o->shared] != 1;
    if (moved == 0)
        return;
    plumb_text_add(to->says, sizeof to->says, "%s%s are multiplied by", to->says[0] == 0 ? "" : "; ", what);
    if (!differ(factor, o->count * o->shared)) {
        plumb_text_add(to->says, sizeof to->says, " %.*g", plumb_digits_of_factor(factor[0], DIGITS),
                       factor[0]);
        return;
    }
    for (size_t i = 0; i < o->count && listed < LISTED; i++) {
        double x = factor[i * o->shared];
        if (x == 1)
            continue;
        plumb_text_add(to->says, sizeof to->says, "%s %.*g in ", listed++ == 0 ? "" : ",",
                       plumb_digits_of_factor(x, DIGITS), x);
        say_place(o, i, to);
    }
    if (moved > listed)
        plumb_text_add(to->says, sizeof to->says, " and other numbers in %zu more", moved - listed);
}

/* Where one alone is right, its number may stand for that of all. */
static void say_taken(const owners *o, plumb_descales *to) {
    size_t right = 0, last = 0;
    for (size_t i = 0; i < o->count; i++)
        if (to->values[i * o->shared] == 1 && to->scores[i * o->shared] == 1) {
            right++;
            last = i;
        }
    if (right != 1 || o->count < 3)
        return;
    plumb_text_add(to->says, sizeof to->says, "; ");
    say_place(o, last, to);
    plumb_text_add(to->says, sizeof to->says, " alone is right: its scale may be used for all");
}

/* Where one head, of every batch entry, has the only number of all products, where it is says in which. */
static bool say_one_head(const plumb_problem *p, plumb_descales *to) {
    size_t heads = p->query_heads, moved = heads;
    for (size_t i = 0; i < p->batch * heads; i++) {
        if (to->values[i] != 1 || (to->scores[i] != 1 && moved != heads && i % heads != moved))
            return false;
        moved = to->scores[i] != 1 ? i % heads : moved;
    }
    for (size_t b = 0; b < p->batch; b++)
        if (moved == heads || fabs(to->scores[b * heads + moved] / to->scores[moved] - 1) > DIFFERENT)
            return false;
    plumb_text_add(to->says, sizeof to->says, "the products q.k are %.*g times what they should be",
                   plumb_digits_of_factor(to->scores[moved], DIGITS), to->scores[moved]);
    return true;
}

static void say(const plumb_problem *p, plumb_descales *to) {
    owners o = find_owners(p, to);
    if (say_one_head(p, to))
        return;
    say_factors(&o, "the values", to->values, to);
    say_factors(&o, "the products q.k", to->scores, to);
    say_taken(&o, to);
    size_t heads = o.count * o.shared;
    if (p->batch > 1 && (differ(to->values, heads) || differ(to->scores, heads)))
        plumb_text_add(to->says, sizeof to->says, " ([batch entry, %shead])", o.shared > 1 ? "key " : "");
}

/* ---- all heads ---- */

static int solve_heads(search *s, plumb_descales *to, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t heads = p->batch * p->query_heads;
    for (size_t i = 0; i < heads; i++) {
        int solved = plumb_inquiry_is_late(s->q) ? 0 : solve_head(s, i, &to->values[i], &to->scores[i]);
        if (solved < 0)
            return -1;
        if (solved == 0 && s->rows > 0)
            return 0;
    }
    /* one number that all have in one place alone is told otherwise */
    if (!differ(to->values, heads) && !differ(to->scores, heads) && (to->values[0] == 1 || to->scores[0] == 1))
        return 0;
    say(p, to);
    plumb_consider(s->q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_DESCALES, .descales = to, .says = to->says}, kept);
    return 0;
}

int plumb_form_descales(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q};
    size_t heads = p->batch * p->query_heads;
    if (!plumb_scores_are_plain(&q->multiplied) || heads == 1)
        return 0;
    plumb_descales *to = plumb_workspace_take(&q->memory, 1, sizeof *to);
    s.product = plumb_workspace_take(&workspace, ROWS * p->key_length, sizeof *s.product);
    s.tolerance = plumb_workspace_take(&workspace, ROWS * q->width, sizeof *s.tolerance);
    s.mean = plumb_workspace_take(&workspace, q->width, sizeof *s.mean);
    s.moved = plumb_workspace_take(&workspace, q->width, sizeof *s.moved);
    if (to != NULL) {
        to->values = plumb_workspace_take(&q->memory, heads, sizeof *to->values);
        to->scores = plumb_workspace_take(&q->memory, heads, sizeof *to->scores);
    }
    int result = workspace.short_of_memory || q->memory.short_of_memory ? -1 : 0;
    for (size_t i = 0; i < ROWS && result == 0; i++)
        result = plumb_evidence_init(&s.at[i], p);
    if (result == 0 && plumb_evidence_reader_init(&s.reader, q->judged, q->precision, q->longest_key, 1) == 0) {
        result = solve_heads(&s, to, kept);
        plumb_evidence_reader_free(&s.reader);
    } else
        result = -1;
    for (size_t i = 0; i < ROWS; i++)
        plumb_evidence_free(&s.at[i]);
    plumb_workspace_free(&workspace);
    return result;
}
