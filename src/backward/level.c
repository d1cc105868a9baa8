/* The sample is two key heads, of each the first and the last query head that reads it, and of these up to 24 queries.
   In a first round a thread takes a key head: it adds up the exact gradients of these rows alone, in binary64 from the
   middles of the balls, and their standard deviations.  In a second round it takes a key head and a form: the simulated
   engine passes backward over the same rows, and each error is divided by its deviation.  Every head and form has its
   own sums, so that threads do not change the level: of all forms the largest error, of each kind, and no less than
   LEAST_LEVEL. */
#include "backward/level.h"
#include "backward/bias.h"
#include "backward/deviation.h"
#include "backward/gradients.h"
#include "backward/simulated.h"
#include "backward/rotated.h"
#include "exact/visible.h"
#include "thread/workers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Key heads, query heads of each, and queries of each of these; fewer of long contexts. */
enum { KEY_HEADS = 2, QUERY_HEADS = 2, QUERIES = 24, ROWS = QUERY_HEADS * QUERIES };
#define SAMPLED_KEYS 0x1p15

/* A simulated pass may have almost no error by chance, which tells nothing about others: a number that is correctly
   rounded once may be off by 2.4 standard deviations. */
#define LEAST_LEVEL 0.75

typedef struct {
    size_t b, h, t;
} place;

/* The sampled rows of one key head. */
typedef struct {
    const plumb_gradient_question *question;
    place row[ROWS];
    size_t rows;
    size_t line[ROWS], lines; /* of biases: which one joins a row's scores, of so many */
    size_t parameters;        /* of the slope or table of a head */
    double *exact[PLUMB_GRADIENT_COUNT], *deviation[PLUMB_GRADIENT_COUNT]; /* of queries [rows][head_dim] */
    double square[PLUMB_BACKWARD_FORMS][PLUMB_GRADIENT_COUNT], count[PLUMB_GRADIENT_COUNT];
    double worst_row[PLUMB_BACKWARD_FORMS][PLUMB_GRADIENT_COUNT], element[PLUMB_BACKWARD_FORMS][PLUMB_GRADIENT_COUNT];
} head;

typedef struct {
    head head[KEY_HEADS];
    size_t heads;
} measurement;

/* Whether positions have slopes or tables. */
static plumb_gradient of_positions(const head *of) {
    bool by_distance = of->question->of->problem.position.kind == PLUMB_POSITION_ALIBI;
    return by_distance ? PLUMB_GRADIENT_OF_SLOPE : PLUMB_GRADIENT_OF_TABLE;
}

static size_t rows_of(const head *of, plumb_gradient gradient) {
    const plumb_problem *p = &of->question->of->problem;
    return gradient == PLUMB_GRADIENT_OF_QUERY  ? of->rows
           : gradient == PLUMB_GRADIENT_OF_SINK ? 1
           : gradient == PLUMB_GRADIENT_OF_BIAS ? of->lines
           : gradient > PLUMB_GRADIENT_OF_BIAS
               ? (of->parameters > 0 && gradient == of_positions(of) ? QUERY_HEADS : 0)
                                                : p->key_length;
}

static size_t width_of(const head *of, plumb_gradient gradient) {
    const plumb_problem *p = &of->question->of->problem;
    return gradient == PLUMB_GRADIENT_OF_SINK    ? 1
           : gradient == PLUMB_GRADIENT_OF_BIAS  ? p->key_length
           : gradient > PLUMB_GRADIENT_OF_BIAS   ? of->parameters
           : gradient == PLUMB_GRADIENT_OF_VALUE ? p->value_dim
                                                 : p->head_dim;
}

/* ---- the sample ---- */

/* Queries of a batch entry. */
static size_t length_of(const plumb_problem *p, size_t b) {
    return p->sequences.length != NULL ? (size_t)p->sequences.length[b] : p->query_length;
}

static size_t queries_of(const plumb_problem *p, size_t b) {
    double most = SAMPLED_KEYS / (double)(p->key_length > 0 ? p->key_length : 1);
    size_t wanted = most > QUERIES ? QUERIES : most > 2 ? (size_t)most : 2;
    return wanted < length_of(p, b) ? wanted : length_of(p, b);
}

/* The last query, and others before it, evenly spread. */
static void add_rows(head *of, size_t b, size_t h) {
    const plumb_problem *p = &of->question->of->problem;
    size_t queries = queries_of(p, b);
    for (size_t i = 0; i < queries; i++) {
        size_t t = (i + 1) * length_of(p, b) / queries - 1;
        if (plumb_exact_sees_any(p, b, h, t))
            of->row[of->rows++] = (place){b, h, t};
    }
}

static void choose_rows(head *of, size_t key_head) {
    const plumb_case *c = of->question->of;
    const plumb_problem *p = &c->problem;
    size_t heads = plumb_gradient_key_heads(c), chosen = 0, last = 0;
    for (size_t h = 0; h < p->query_heads; h++)
        last = plumb_gradient_reads(c, h, key_head % heads) ? h : last;
    for (size_t h = 0; h < p->query_heads; h++)
        if (plumb_gradient_reads(c, h, key_head % heads) && (chosen == 0 || h == last)) {
            add_rows(of, key_head / heads, h);
            chosen++;
        }
}

/* The i-th of so many key heads, spread over the batch; of a ragged one those of the longest sequence. */
static size_t sampled_head(const plumb_case *c, size_t i, size_t wanted) {
    const plumb_problem *p = &c->problem;
    size_t heads = plumb_gradient_key_heads(c), longest = 0;
    if (p->sequences.length == NULL)
        return i * p->batch * heads / wanted;
    for (size_t b = 0; b < p->batch; b++)
        longest = p->sequences.length[b] > p->sequences.length[longest] ? b : longest;
    return longest * heads + i * heads / wanted;
}

/* Rows that share a line of biases have the same one. */
static void choose_lines(head *of) {
    const plumb_problem *p = &of->question->of->problem;
    for (size_t r = 0; r < of->rows && p->extra.bias != NULL; r++) {
        const place *at = &of->row[r];
        size_t line = plumb_bias_line(p, at->b, at->h, at->t), before = 0;
        while (before < r && plumb_bias_line(p, of->row[before].b, of->row[before].h, of->row[before].t) != line)
            before++;
        of->line[r] = before < r ? of->line[before] : of->lines++;
    }
}

static bool init_head(head *of, const plumb_gradient_question *question, size_t key_head) {
    *of = (head){.question = question, .parameters = plumb_position_parameters(&question->of->problem)};
    bool made = true;
    choose_rows(of, key_head);
    choose_lines(of);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        size_t count = rows_of(of, (plumb_gradient)i) * width_of(of, (plumb_gradient)i);
        of->exact[i] = calloc(count + 1, sizeof(double));
        of->deviation[i] = calloc(count + 1, sizeof(double));
        made = made && of->exact[i] != NULL && of->deviation[i] != NULL;
    }
    return made;
}

static void free_head(head *of) {
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        free(of->exact[i]);
        free(of->deviation[i]);
    }
}

/* ---- exact numbers of these rows, and their deviations ---- */

static void add_exact_biases(head *of, size_t r, const plumb_backward_row *row) {
    const plumb_problem *p = row->problem;
    double *bias = of->exact[PLUMB_GRADIENT_OF_BIAS] + of->line[r] * p->key_length;
    for (size_t j = 0; j < p->key_length; j++)
        bias[j] += row->score_gradient[j] * (p->op.softcap_order == PLUMB_BIAS_CAP_MASK ? row->slope[j] : 1);
}

/* The first query head of the sample, or the other. */
static size_t head_of(const head *of, size_t r) {
    return of->row[r].h != of->row[0].h;
}

static void add_exact_positions(head *of, size_t r, const plumb_backward_row *row) {
    const plumb_problem *p = row->problem;
    double *position = of->exact[of_positions(of)] + head_of(of, r) * of->parameters;
    for (size_t j = 0; j < p->key_length; j++)
        position[row->positions.index[j]] += row->score_gradient[j] * row->factor[j] *
                                             (p->op.softcap_order == PLUMB_BIAS_CAP_MASK ? row->slope[j] : 1);
}

static void add_exact_row(head *of, size_t r, const plumb_backward_row *row) {
    const plumb_problem *p = row->problem;
    if (of->parameters > 0)
        add_exact_positions(of, r, row);
    if (of->lines > 0)
        add_exact_biases(of, r, row);
    for (size_t j = 0; j < p->key_length; j++) {
        const double *key = row->key + j * p->head_dim;
        double dx = row->scale * row->score_gradient[j] * row->slope[j];
        for (size_t c = 0; row->row->visible[j] && c < p->head_dim; c++) {
            of->exact[PLUMB_GRADIENT_OF_QUERY][r * p->head_dim + c] += dx * key[c];
            of->exact[PLUMB_GRADIENT_OF_KEY][j * p->head_dim + c] += dx * row->query[c];
        }
        for (size_t c = 0; row->row->visible[j] && c < p->value_dim; c++)
            of->exact[PLUMB_GRADIENT_OF_VALUE][j * p->value_dim + c] +=
                row->row->weight[j].mid * row->output_gradient[c];
    }
    of->exact[PLUMB_GRADIENT_OF_SINK][0] += row->sink * (row->lse_gradient - row->delta);
}

/* Variances become deviations; a number in which no row has a part has none. */
static void finish(head *of, const plumb_gradient_deviation *d) {
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        plumb_gradient gradient = (plumb_gradient)i;
        size_t count = rows_of(of, gradient) * width_of(of, gradient);
        for (size_t n = 0; n < count; n++) {
            double *x = &of->deviation[i][n];
            *x = *x > 0 ? plumb_gradient_deviation_of(d, gradient, *x, of->exact[i][n], of->question->format[i]) : NAN;
        }
    }
}

/* Turns a line of numbers and their variances back to the vector as it was given. */
static void turn_exact(const head *of, plumb_backward_row *row, plumb_rotated_place at, plumb_gradient gradient,
                       size_t line) {
    size_t first = line * row->problem->head_dim;
    plumb_turn_gradient(row, at, PLUMB_ROTATED_BACK, of->exact[gradient] + first);
    plumb_turn_variance_back(row, at, of->question->precision, of->exact[gradient] + first,
                             of->deviation[gradient] + first);
}

static int set_exact(void *context, size_t item) {
    head *of = &((measurement *)context)->head[item];
    const plumb_problem *p = &of->question->of->problem;
    plumb_rows rows;
    plumb_backward_row row;
    plumb_gradient_deviation d;
    if (plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL) != 0)
        return -1;
    rows.row.without_lse = true;
    int status = plumb_backward_row_init(&row, p);
    if (status == 0 && (status = plumb_gradient_deviation_init(&d, p, of->question->precision, of->rows)) != 0)
        plumb_backward_row_free(&row);
    if (status == 0) {
        d.bias_rows = of->lines > 0 && of->rows / of->lines < d.bias_rows ? of->rows / of->lines : d.bias_rows;
        d.pairs = of->rows * p->key_length;
    }
    for (size_t r = 0; r < of->rows && status == 0; r++) {
        place at = of->row[r];
        plumb_backward_row_set(&row, plumb_rows_get(&rows, at.b, at.h, at.t), at.b, at.h, at.t);
        add_exact_row(of, r, &row);
        const plumb_gradient_variances to = {
            of->deviation[PLUMB_GRADIENT_OF_QUERY] + r * p->head_dim, of->deviation[PLUMB_GRADIENT_OF_KEY],
            of->deviation[PLUMB_GRADIENT_OF_VALUE], of->deviation[PLUMB_GRADIENT_OF_SINK],
            of->lines > 0 ? of->deviation[PLUMB_GRADIENT_OF_BIAS] + of->line[r] * p->key_length : NULL,
            of->parameters > 0 ? of->deviation[of_positions(of)] + head_of(of, r) * of->parameters : NULL};
        plumb_gradient_deviation_add(&d, &row, &to);
        turn_exact(of, &row, plumb_query_place(at.b, at.t), PLUMB_GRADIENT_OF_QUERY, r);
    }
    if (status == 0) {
        plumb_gradient_deviation_end(&d);
        for (size_t j = 0; j < p->key_length && of->rows > 0; j++)
            turn_exact(of, &row, plumb_key_place(of->row[0].b, j), PLUMB_GRADIENT_OF_KEY, j);
        finish(of, &d);
        plumb_gradient_deviation_free(&d);
        plumb_backward_row_free(&row);
    }
    plumb_rows_free(&rows);
    return status;
}

/* ---- a form beside them ---- */

/* Sums of dbias, and of dslopes or dtable. */
typedef struct {
    double *bias, *position; /* [lines][key_length], [QUERY_HEADS][parameters] */
} bias_sums;

static void count_numbers(head *of, size_t form, plumb_gradient gradient, size_t r, const plumb_simulated_backward *s,
                          const bias_sums *sums) {
    size_t width = width_of(of, gradient);
    double square = 0, count = 0;
    for (size_t c = 0; c < width; c++) {
        size_t n = r * width + c, own = gradient == PLUMB_GRADIENT_OF_QUERY ? c : n;
        const double *sum = gradient == PLUMB_GRADIENT_OF_BIAS ? sums->bias : sums->position;
        double answer = gradient >= PLUMB_GRADIENT_OF_BIAS ? plumb_simulated_bias_gradient(s, gradient, sum[n])
                                                           : plumb_simulated_gradient(s, gradient, own);
        double x = (answer - of->exact[gradient][n]) / of->deviation[gradient][n];
        if (!isfinite(x))
            continue;
        square += x * x;
        count++;
        of->element[form][gradient] = fmax(of->element[form][gradient], fabs(x));
    }
    if (count > 0)
        of->worst_row[form][gradient] = fmax(of->worst_row[form][gradient], sqrt(square / count));
    of->square[form][gradient] += square;
    if (form == 0)
        of->count[gradient] += count;
}

static void add_biases(const head *of, size_t r, const plumb_simulated_backward *s, const plumb_backward_row *row,
                       bool ends, const bias_sums *sums) {
    size_t keys = of->question->of->problem.key_length;
    if (of->lines > 0)
        plumb_simulated_add_biases(s, sums->bias + of->line[r] * keys);
    if (of->lines > 0 && ends)
        plumb_simulated_end_head(s, sums->bias, of->lines * keys);
    if (of->parameters > 0)
        plumb_simulated_add_positions(s, row, sums->position + head_of(of, r) * of->parameters);
}

static void run_form(head *of, size_t form, plumb_simulated_backward *s, plumb_rows *rows, plumb_backward_row *row,
                     const bias_sums *sums) {
    for (size_t n = 0; n < of->rows; n++) {
        size_t r = s->engine.form->backwards ? of->rows - 1 - n : n;
        place at = of->row[r];
        plumb_backward_row_set(row, plumb_rows_get(rows, at.b, at.h, at.t), at.b, at.h, at.t);
        plumb_simulated_backward_add(s, row);
        size_t next = n + 1 == of->rows ? r : s->engine.form->backwards ? r - 1 : r + 1;
        add_biases(of, r, s, row, of->row[next].h != at.h, sums);
        count_numbers(of, form, PLUMB_GRADIENT_OF_QUERY, r, s, sums);
    }
    plumb_simulated_backward_end(s, of->rows > 0 ? of->row[0].b : 0);
    for (int i = PLUMB_GRADIENT_OF_KEY; i < PLUMB_GRADIENT_COUNT; i++)
        for (size_t r = 0; r < rows_of(of, (plumb_gradient)i); r++)
            count_numbers(of, form, (plumb_gradient)i, r, s, sums);
}

static int measure_form(void *context, size_t item) {
    head *of = &((measurement *)context)->head[item / PLUMB_BACKWARD_FORMS];
    const plumb_gradient_question *q = of->question;
    const plumb_case *c = q->of;
    size_t form = item % PLUMB_BACKWARD_FORMS;
    plumb_simulated_backward s;
    plumb_backward_row row;
    plumb_rows rows;
    plumb_format output = c->output.present ? c->output.format : q->format[PLUMB_GRADIENT_OF_QUERY];
    if (plumb_rows_init(&rows, &c->problem, 1, PLUMB_KEEP_ALL) != 0)
        return -1;
    rows.row.without_lse = true;
    bias_sums sums = {.bias = calloc(of->lines * c->problem.key_length + QUERY_HEADS * of->parameters + 1,
                                       sizeof(double))};
    sums.position = sums.bias != NULL ? sums.bias + of->lines * c->problem.key_length : NULL;
    int status = sums.bias == NULL ? -1 : plumb_backward_row_init(&row, &c->problem);
    if (status == 0) {
        status = plumb_simulated_backward_init(&s, &c->problem, q->precision, plumb_backward_form_at(form), q->format,
                                               output);
        if (status == 0) {
            run_form(of, form, &s, &rows, &row, &sums);
            plumb_simulated_backward_free(&s);
        }
        plumb_backward_row_free(&row);
    }
    free(sums.bias);
    plumb_rows_free(&rows);
    return status;
}

/* ---- the level ---- */

static void find_largest(const measurement *all, plumb_gradient gradient, plumb_simulated_errors *to) {
    *to = (plumb_simulated_errors){.level = LEAST_LEVEL, .row = LEAST_LEVEL, .element = LEAST_LEVEL};
    for (size_t form = 0; form < PLUMB_BACKWARD_FORMS; form++) {
        double square = 0, count = 0;
        for (size_t i = 0; i < all->heads; i++) {
            square += all->head[i].square[form][gradient];
            count += all->head[i].count[gradient];
            to->row = fmax(to->row, all->head[i].worst_row[form][gradient]);
            to->element = fmax(to->element, all->head[i].element[form][gradient]);
        }
        to->level = fmax(to->level, count > 0 ? sqrt(square / count) : 0);
    }
}

static int measure(measurement *all, const plumb_gradient_question *question, plumb_error *error) {
    const plumb_case *c = question->of;
    size_t entries = c->problem.sequences.length != NULL ? 1 : c->problem.batch;
    size_t heads = entries * plumb_gradient_key_heads(c), wanted = heads < KEY_HEADS ? heads : KEY_HEADS;
    bool made = true;
    for (; all->heads < wanted; all->heads++)
        made = init_head(&all->head[all->heads], question, sampled_head(c, all->heads, wanted)) && made;
    if (!made)
        return -1;
    int status = plumb_workers_each(question->threads, all->heads, set_exact, all, error);
    return status != 0
               ? status
               : plumb_workers_each(question->threads, all->heads * PLUMB_BACKWARD_FORMS, measure_form, all, error);
}

int plumb_gradient_level_find(const plumb_gradient_question *question, plumb_gradient_level *level,
                              plumb_error *error) {
    measurement all = {.heads = 0};
    plumb_error own = {""};
    *level = (plumb_gradient_level){.rows = 0};
    int status = measure(&all, question, &own);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        find_largest(&all, (plumb_gradient)i, &level->gradient[i]);
    for (size_t i = 0; i < all.heads; i++) {
        level->rows += all.head[i].rows;
        free_head(&all.head[i]);
    }
    if (status == 0)
        return 0;
    return own.text[0] != 0 ? plumb_fail(error, "%s", own.text)
                            : plumb_fail(error, "%s: not enough memory to compare", question->of->source);
}
