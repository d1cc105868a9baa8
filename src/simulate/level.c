/* Threads take one head of the sample each.  The kernels evaluate its sampled rows; the middles of the balls count as
   exact values, and deviation.h gives the standard deviations.  Then each form's engine evaluates the same rows, with
   separate sums of its errors over the deviations.  Numbers that a definition sets do not count, for simulated engines
   as for others.  When all heads are done, the sums of each form are added in the order of heads, and the largest form
   is kept for every kind of error.  A row that sees few of many keys is measured by itself, as a problem
   of these keys (row/gathered.h). */
#include "simulate/level.h"
#include "bundle/rows.h"
#include "case/borrowed.h"
#include "exact/definition.h"
#include "exact/visible.h"
#include "row/gathered.h"
#include "simulate/alike_rows.h"
#include "simulate/bias.h"
#include "simulate/deviation.h"
#include "simulate/element_deviation.h"
#include "simulate/engine.h"
#include "simulate/error_sums.h"
#include "simulate/factor.h"
#include "simulate/filter.h"
#include "simulate/power.h"
#include "simulate/sample.h"
#include "simulate/stored_weights.h"
#include "thread/workers.h"
#include <stdlib.h>
#include <string.h>

/* A simulated evaluation that happens to have no error at all says nothing of others. */
#define LEAST_LEVEL 0.25

/* More than simulated evaluations are seen to err. */
#define UNMEASURED 4.0

/* A loss is noticed if it is in this part of the places. */
#define NOTICED 0.95

double plumb_expected_element_limit(const plumb_simulated_errors *simulated) {
    return fmax(8, fmax(3 * simulated->element, 14 * simulated->level));
}

double plumb_expected_row_limit(const plumb_simulated_errors *simulated) {
    return fmax(4, fmax(3 * simulated->row, 8 * simulated->level));
}

double plumb_expected_key_limit(const plumb_simulated_errors *simulated) {
    return fmax(10, 2.5 * simulated->key);
}

bool plumb_rows_can_gather(const plumb_problem *problem, const plumb_precision *precision) {
    return precision->shift.rule != PLUMB_SHIFT_HIDDEN && plumb_can_gather(problem);
}

plumb_expected_level plumb_expected_level_unmeasured(void) {
    plumb_expected_level level = {.rows = 0};
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        level.quantity[q] =
            (plumb_simulated_errors){.level = UNMEASURED, .row = UNMEASURED, .element = UNMEASURED, .key = UNMEASURED};
    return level;
}

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    const plumb_simulated_question *question;
    plumb_simulated_sample sample;
    plumb_error_sums *sums;             /* [heads of the sample][PLUMB_SIMULATED_FORMS][PLUMB_QUANTITIES] */
    plumb_lost_keys *lost;        /* [heads of the sample] */
    plumb_stored_weights *stored; /* [heads of the sample] */
    plumb_alike_rows *alike;      /* [heads of the sample] */
} measurement;

/* Sampled rows of one head: exact values and deviations, one row after the other. */
typedef struct {
    const measurement *of;
    const plumb_problem *problem; /* theirs: all of it, or what is gathered for a row */
    const size_t *place;          /* NULL, or where its keys are among all */
    size_t b, h, rows, query[PLUMB_SAMPLE_ROWS];
    double *exact[PLUMB_QUANTITIES], *deviation[PLUMB_QUANTITIES]; /* [rows][width]; NULL: not asked for */
    double *tilt;                                                  /* [rows][value_dim] over the deviations */
    double *whole; /* [rows][value_dim] weights of errors that tell a factor of the row (filter.h), */
    double whole_tilt[PLUMB_SAMPLE_ROWS]; /* and how well */
    plumb_deviation of_row;               /* the one at hand; its values stay in use */
    plumb_key_filter filter[PLUMB_SAMPLE_ROWS];
    bool filters[PLUMB_SAMPLE_ROWS]; /* the row says something of single keys */
    double *error;                   /* [value_dim] of a row */
} head_rows;

static void free_head(head_rows *head) {
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        free(head->exact[q]);
        free(head->deviation[q]);
    }
    free(head->tilt);
    free(head->whole);
    free(head->error);
    for (size_t r = 0; r < PLUMB_SAMPLE_ROWS; r++)
        plumb_key_filter_free(&head->filter[r]);
    plumb_deviation_free(&head->of_row);
}

static bool asks_keys(const measurement *all) {
    return all->question->present[PLUMB_OUTPUT] && plumb_key_filter_asks(all->problem);
}

static bool init_head(head_rows *head) {
    const measurement *all = head->of;
    const plumb_problem *p = head->problem;
    head->tilt = calloc(head->rows * p->value_dim + 1, sizeof *head->tilt);
    head->whole = calloc(head->rows * p->value_dim + 1, sizeof *head->whole);
    head->error = calloc(p->value_dim + 1, sizeof *head->error);
    bool made = head->tilt != NULL && head->whole != NULL && head->error != NULL;
    made = made && plumb_deviation_init(&head->of_row, p, all->precision) == 0;
    for (size_t r = 0; asks_keys(all) && r < head->rows; r++)
        made = plumb_key_filter_init(&head->filter[r], p) == 0 && made;
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        size_t count = head->rows * plumb_quantity_width((plumb_quantity)q, p) + 1;
        if (!all->question->present[q])
            continue;
        head->exact[q] = malloc(count * sizeof(double));
        head->deviation[q] = malloc(count * sizeof(double));
        made = made && head->exact[q] != NULL && head->deviation[q] != NULL;
    }
    return made;
}

/* A number that the mask defines is no evaluation's: it would make the expected level smaller than that of an
   engine, of which it is not counted either. */
static bool is_evaluated(const head_rows *head, size_t r, size_t visible, plumb_quantity quantity, size_t c) {
    double defined;
    return !plumb_exact_by_definition(head->problem, head->b, head->h, head->query[r], visible, quantity, c,
                                      &defined);
}

static void keep_row(head_rows *head, size_t r, const plumb_row *row, const plumb_deviation *deviation) {
    size_t visible = plumb_exact_visible_count(head->problem, head->b, head->h, head->query[r]);
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        size_t width = plumb_quantity_width(quantity, head->problem);
        for (size_t c = 0; head->exact[q] != NULL && c < width; c++) {
            plumb_ball ball = plumb_row_ball(row, quantity, c);
            bool counts = isfinite(ball.rad) && is_evaluated(head, r, visible, quantity, c);
            double x = counts ? ball.mid : NAN;
            head->exact[q][r * width + c] = x;
            head->deviation[q][r * width + c] =
                counts ? plumb_deviation_of(deviation, quantity, c, x, head->of->question->format[q]) : NAN;
        }
    }
}

static void keep_tilts(head_rows *head, size_t r, const plumb_deviation *deviation) {
    size_t width = head->of->problem->value_dim;
    for (size_t place = r * width; head->exact[PLUMB_OUTPUT] != NULL && place < (r + 1) * width; place++)
        head->tilt[place] = plumb_deviation_tilt(deviation, place % width, head->exact[PLUMB_OUTPUT][place]) /
                            head->deviation[PLUMB_OUTPUT][place];
}

static void set_filter(head_rows *head, size_t r, const plumb_row *row) {
    size_t columns = head->of->problem->value_dim;
    plumb_key_filter_set(&head->filter[r], &head->of_row, row->output, head->deviation[PLUMB_OUTPUT] + r * columns);
    head->whole_tilt[r] = plumb_key_filter_whole(&head->filter[r], head->whole + r * columns);
}

static bool set_head_rows(head_rows *head, size_t item) {
    const measurement *all = head->of;
    size_t columns = all->problem->value_dim;
    bool asks = asks_keys(all);
    plumb_rows rows;
    size_t queries = all->question->to - all->question->from; /* together, if the sample is all of them */
    size_t together = queries == head->rows ? queries : 1;
    if (plumb_rows_init(&rows, head->problem, together, PLUMB_KEEP_ALL) != 0)
        return false;
    rows.row.without_lse = !all->question->present[PLUMB_LSE];
    for (size_t r = 0; r < head->rows; r++) {
        const double *deviation = head->deviation[PLUMB_OUTPUT];
        plumb_row *row = plumb_rows_get(&rows, head->b, head->h, head->query[r]);
        plumb_deviation_set(&head->of_row, head->b, head->h, head->query[r], row);
        keep_row(head, r, row, &head->of_row);
        keep_tilts(head, r, &head->of_row);
        if (deviation != NULL)
            plumb_lost_keys_add(&all->lost[item], &head->of_row, deviation + r * columns, head->place);
        if (deviation != NULL)
            plumb_alike_rows_add(&all->alike[item], head->exact[PLUMB_OUTPUT] + r * columns, deviation + r * columns);
        head->filters[r] = asks && !plumb_deviation_says_nothing(&head->of_row);
        if (head->filters[r])
            set_filter(head, r, row);
        plumb_stored_weights_add_row(&all->stored[item], row->weight, head->of_row.own->end,
                                     all->precision->probability);
    }
    plumb_rows_free(&rows);
    return true;
}

/* What the row says of single keys and of the output as a whole. */
static void count_filtered(head_rows *head, size_t r, plumb_error_sums *sums, plumb_bias_row *bias) {
    size_t width = head->of->problem->value_dim;
    plumb_key_finding found = plumb_key_filter_find(&head->filter[r], head->error);
    sums->key = fmax(sums->key, found.most);
    bias->along = 0;
    bias->tilt = head->whole_tilt[r];
    for (size_t c = 0; c < width && bias->tilt > 0; c++)
        bias->along += isfinite(head->error[c]) ? head->whole[r * width + c] * head->error[c] : 0;
}

static void count_row(head_rows *head, size_t r, plumb_quantity quantity, const plumb_simulated_engine *engine,
                      plumb_error_sums *sums) {
    size_t width = plumb_quantity_width(quantity, head->problem);
    double square = 0, count = 0, along = 0, tilt = 0;
    plumb_bias_row bias = {0};
    for (size_t c = 0; c < width; c++) {
        size_t place = r * width + c;
        double simulated = plumb_simulated_answer(engine, quantity, c, head->of->question->format[quantity]);
        double exact = head->exact[quantity][place], deviation = head->deviation[quantity][place];
        double x = (simulated - exact) / deviation;
        if (quantity == PLUMB_OUTPUT)
            head->error[c] = simulated - exact;
        if (!isfinite(x))
            continue;
        plumb_bias_add_number(&bias, simulated - exact, exact, 0, 0, deviation);
        square += x * x;
        count++;
        sums->element = fmax(sums->element, fabs(x));
        if (quantity == PLUMB_OUTPUT && isfinite(head->tilt[place])) {
            along += x * head->tilt[place];
            tilt += head->tilt[place] * head->tilt[place];
        }
    }
    if (count > 0)
        sums->row = fmax(sums->row, sqrt(square / count));
    if (quantity == PLUMB_OUTPUT && head->filters[r])
        count_filtered(head, r, sums, &bias);
    plumb_bias_add_row(&sums->bias, &bias, count);
    plumb_factor_add_row(&sums->scale, along, tilt);
    sums->square += square;
    sums->count += count;
}

static void measure_rows(head_rows *head, plumb_simulated_engine *engine, plumb_error_sums sums[PLUMB_QUANTITIES]) {
    size_t rows = head->rows;
    for (size_t from = 0; from < rows; from += PLUMB_SIMULATED_ROWS) {
        size_t count = rows - from < PLUMB_SIMULATED_ROWS ? rows - from : PLUMB_SIMULATED_ROWS;
        plumb_simulated_evaluate_rows(engine, count, head->b, head->h, head->query + from);
        for (size_t r = 0; r < count; r++)
            for (int q = 0; q < PLUMB_QUANTITIES; q++)
                if (head->exact[q] != NULL)
                    count_row(head, from + r, (plumb_quantity)q, &engine[r], &sums[q]);
    }
}

static bool measure_form(head_rows *head, size_t form, plumb_error_sums sums[PLUMB_QUANTITIES]) {
    plumb_simulated_engine engine[PLUMB_SIMULATED_ROWS];
    const measurement *all = head->of;
    size_t made = 0, rows = head->rows < PLUMB_SIMULATED_ROWS ? head->rows : PLUMB_SIMULATED_ROWS;
    for (; made < rows; made++) {
        if (plumb_simulated_engine_init(&engine[made], head->problem, all->precision,
                                        plumb_simulated_form_at(form)) != 0)
            break;
        engine[made].without_lse = !all->question->present[PLUMB_LSE];
    }
    if (made == rows)
        measure_rows(head, engine, sums);
    for (size_t i = 0; i < made; i++)
        plumb_simulated_engine_free(&engine[i]);
    return made == rows;
}

static plumb_error_sums *sums_of(const measurement *all, size_t item, size_t form) {
    return all->sums + (item * PLUMB_SIMULATED_FORMS + form) * PLUMB_QUANTITIES;
}

typedef void lender(plumb_borrowed *borrowed, const plumb_problem *problem, size_t b, size_t h, size_t from, size_t to);

/* Each row of the sample, and the keys that it reads. */
static void lend(const measurement *all, size_t item, lender *what) {
    size_t b, h, query[PLUMB_SAMPLE_ROWS];
    plumb_sample_head(&all->sample, item, &b, &h, query);
    for (size_t r = 0; r < all->sample.rows; r++)
        what(all->question->borrowed, all->problem, b, h, query[r], query[r] + 1);
}

static bool measure_together(head_rows *head, size_t item) {
    const measurement *all = head->of;
    bool made = init_head(head) && set_head_rows(head, item);
    for (size_t form = 0; made && form < PLUMB_SIMULATED_FORMS; form++)
        made = measure_form(head, form, sums_of(all, item, form));
    free_head(head);
    return made;
}

/* A row by itself: of the keys that it sees, if they are few. */
static bool measure_row(const measurement *all, size_t item, size_t b, size_t h, size_t t) {
    plumb_gathered gathered;
    int status = plumb_gather(&gathered, all->problem, b, h, t, 1);
    if (status < 0)
        return false;
    head_rows row = {.of = all, .problem = all->problem, .b = b, .h = h, .rows = 1, .query = {t}};
    if (status == 1)
        row = (head_rows){.of = all, .problem = &gathered.problem, .place = gathered.key, .h = h, .rows = 1};
    bool made = measure_together(&row, item);
    if (status == 1)
        plumb_gathered_free(&gathered);
    return made;
}

/* Weights and scores have a width that is that of all keys. */
static bool gathers(const measurement *all) {
    const bool *present = all->question->present;
    return !present[PLUMB_WEIGHTS] && !present[PLUMB_SCORES] && plumb_rows_can_gather(all->problem, all->precision);
}

/* One head of the sample.  Sums of heads are kept apart, so that the order of threads does not matter. */
static int measure_head(void *context, size_t item) {
    measurement *all = context;
    head_rows head = {.of = all, .problem = all->problem, .rows = all->sample.rows};
    plumb_sample_head(&all->sample, item, &head.b, &head.h, head.query);
    lend(all, item, plumb_borrowed_hold);
    bool made = plumb_lost_keys_init(&all->lost[item], all->problem) == 0, gathered = gathers(all);
    bool in_parts = all->precision->part.unit > all->precision->accumulate.unit;
    made = made && (!in_parts || plumb_alike_rows_init(&all->alike[item], all->problem->value_dim));
    made = made && (gathered || measure_together(&head, item));
    for (size_t r = 0; made && gathered && r < head.rows; r++)
        made = measure_row(all, item, head.b, head.h, head.query[r]);
    lend(all, item, plumb_borrowed_release);
    return made ? 0 : -1;
}

/* The least number of neighbouring keys whose loss is noticed. */
static size_t noticed_keys(const measurement *all, double limit) {
    for (size_t n = 0; n < PLUMB_LOST_SIZES; n++) {
        double blocks = 0, noticed = 0;
        for (size_t item = 0; item < all->sample.heads; item++)
            plumb_lost_keys_count(&all->lost[item], n, limit, &blocks, &noticed);
        if (blocks > 0 && noticed >= NOTICED * blocks)
            return (size_t)1 << n;
    }
    return 0;
}

static void keep_head_biases(const measurement *all, size_t form, int q, double level, plumb_simulated_bias *kept) {
    for (size_t item = 0; item < all->sample.heads; item++)
        plumb_keep_larger_bias(kept, plumb_common_bias(&sums_of(all, item, form)[q].bias, level));
}

static void set_stored_weights(const measurement *all, plumb_expected_level *level) {
    plumb_stored_weights whole = {0};
    for (size_t item = 0; item < all->sample.heads; item++) {
        double of_head = plumb_stored_weights_factor(&all->stored[item]);
        level->stored_weights_of_head = fmax(level->stored_weights_of_head, of_head);
        plumb_stored_weights_add(&whole, &all->stored[item]);
    }
    level->stored_weights = plumb_stored_weights_factor(&whole);
    for (size_t item = 0; item < all->sample.heads; item++)
        level->shared += plumb_alike_rows_part(&all->alike[item]) / (double)all->sample.heads;
}

static void conclude(const measurement *all, plumb_expected_level *level) {
    *level = (plumb_expected_level){.rows = all->sample.heads * all->sample.rows};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        level->quantity[q] = (plumb_simulated_errors){.level = LEAST_LEVEL, .row = LEAST_LEVEL, .element = LEAST_LEVEL};
        for (size_t form = 0; form < PLUMB_SIMULATED_FORMS; form++) {
            plumb_error_sums whole = {0};
            for (size_t item = 0; item < all->sample.heads; item++)
                plumb_error_sums_add(&whole, &sums_of(all, item, form)[q]);
            plumb_keep_larger_errors(&level->quantity[q], plumb_errors_of_sums(&whole));
            keep_head_biases(all, form, q, whole.count > 0 ? sqrt(whole.square / whole.count) : 0,
                             &level->quantity[q].head_bias);
        }
    }
    set_stored_weights(all, level);
    level->asks_keys = all->question->present[PLUMB_OUTPUT] && plumb_lost_keys_asks(all->problem);
    level->noticed_keys = noticed_keys(all, plumb_expected_row_limit(&level->quantity[PLUMB_OUTPUT]));
}

int plumb_expected_level_find(const plumb_problem *problem, const plumb_precision *precision,
                              const plumb_simulated_question *question, plumb_expected_level *level,
                              plumb_error *error) {
    measurement all = {.problem = problem, .precision = precision, .question = question};
    all.sample = plumb_sample_of(problem, question->from, question->to);
    all.sums = calloc(all.sample.heads * PLUMB_SIMULATED_FORMS * PLUMB_QUANTITIES + 1, sizeof *all.sums);
    all.lost = calloc(all.sample.heads + 1, sizeof *all.lost);
    all.stored = calloc(all.sample.heads + 1, sizeof *all.stored);
    all.alike = calloc(all.sample.heads + 1, sizeof *all.alike);
    int status = all.sums == NULL || all.lost == NULL || all.stored == NULL || all.alike == NULL ? -1 : 0;
    if (status == 0)
        status = plumb_workers_each(question->threads, all.sample.heads, measure_head, &all, error);
    if (status == 0)
        conclude(&all, level);
    for (size_t item = 0; all.lost != NULL && item < all.sample.heads; item++)
        plumb_lost_keys_free(&all.lost[item]);
    for (size_t item = 0; all.alike != NULL && item < all.sample.heads; item++)
        plumb_alike_rows_free(&all.alike[item]);
    free(all.alike);
    free(all.lost);
    free(all.stored);
    free(all.sums);
    return status;
}
