/* positioned_engine.h - attention with positions in plain binary64, written only for these tests: a correct engine, and
   wrong ones with a hook or a number other than the stated one. */
#ifndef PLUMB_TESTS_DIAGNOSE_POSITIONED_ENGINE_H
#define PLUMB_TESTS_DIAGNOSE_POSITIONED_ENGINE_H
#include "judge/compare.h"
#include "exact/round.h"
#include "tests/diagnose/neighbour_checks.h"
#include <math.h>

typedef struct engine engine;

/* A position, on each axis that ids have. */
typedef struct {
    double on[PLUMB_MOST_AXES];
} axes_place;

struct engine {
    const plumb_problem *p;
    double (*query_at)(const engine *e, size_t b, size_t t);
    double (*key_at)(const engine *e, size_t b, size_t t, size_t j); /* as query t has it */
    double shift_queries, shift_keys;                                /* added to positions */
    /* moved [head_dim]: what x becomes at that position; NULL: x */
    void (*move)(const engine *e, const double *x, axes_place place, bool of_query, double *moved);
    /* likewise of an output */
    void (*move_output)(const engine *e, const double *x, axes_place place, bool of_query, double *moved);
    /* what joins the score of head h; NULL: nothing */
    double (*bias)(const engine *e, size_t h, double query, double key);
    /* rows of tables that join keys and values; NULL: none */
    const double *(*key_row)(const engine *e, double query, double key);
    const double *(*value_row)(const engine *e, double query, double key);
    double scale, row_scale; /* of q.k, and of q times the row of its key */
    bool moves_values;
    plumb_format format; /* of what an engine rounds to few bits */

    /* rotations */
    bool adjacent, parted; /* pairs of neighbours; they end in halves */
    size_t dim, first, apart;
    plumb_sections sections;
    bool alternate, others_first;    /* sections are interleaved; axes from 1 on have the first pairs in turn */
    bool anew, by_turns;             /* frequencies begin again, or are dealt */
    size_t reads[PLUMB_MOST_AXES];   /* the axis of the ids that stands for each */
    double base, exponent_dim, factor, original, length, fast, slow, low, high;
    bool truncates;
    double (*theta)(const engine *e, size_t m);
    double (*angle)(const engine *e, double theta, double position);
    double (*rounded)(double x, plumb_format format); /* of cosines and sines; NULL: none */
    double query_turns, key_turns, query_mu, key_mu;

    /* what a query is multiplied by; 0: nothing */
    double heat, heat_length, heat_offset;

    /* vectors that are added */
    bool cosines_first, interleaved;
    double pairs, enlarged, query_sums, key_sums; /* frequencies base^(-m/pairs); factors */
    double offset;
    double (*entry)(const engine *e, double position, size_t c);

    /* biases */
    double (*slope)(const engine *e, size_t h);
    double (*distance)(const engine *e, double query, double key);
    double (*product)(const engine *e, double slope, double distance);
    double factor_of_bias;
    size_t buckets, max_distance;
    bool both, keys_reversed, values_reversed;
    size_t (*column)(const engine *e, size_t h);
    size_t (*row)(const engine *e, size_t bucket); /* NULL: the bucket's own */
    bool transposed;
};

static inline double f32(double x) {
    return (double)(float)x;
}

/* A number of binary32, rounded once more. */
static inline double in_few(double x, plumb_format format) {
    return plumb_round_double(f32(x), format);
}

/* Number i of the ids of an entry on an axis. */
static inline double id_of(const engine *e, const int64_t *stated, size_t length, size_t b, size_t axis, size_t i) {
    return (double)stated[(b * plumb_axes_of(&e->p->position) + axis) * length + i];
}

static inline double own_query_at(const engine *e, size_t b, size_t t) {
    const int64_t *stated = e->p->position.query_position;
    return stated ? id_of(e, stated, e->p->query_length, b, 0, t) : (double)t + (double)e->p->causal.offset;
}

static inline double own_key_at(const engine *e, size_t b, size_t t, size_t j) {
    const int64_t *stated = e->p->position.key_position;
    (void)t;
    return stated ? id_of(e, stated, e->p->key_length, b, 0, j) : (double)j;
}

/* The keys that a cache of `first` and `recent` ones has dropped when query t comes. */
static inline double dropped(const engine *e, size_t t) {
    const plumb_mask *m = &e->p->mask;
    double seen = (double)t + (double)e->p->causal.offset + 1;
    return fmax(0, seen - (double)m->first - (double)m->recent);
}

static inline double cached_query_at(const engine *e, size_t b, size_t t) {
    (void)b;
    return (double)t + (double)e->p->causal.offset - dropped(e, t);
}

static inline double cached_key_at(const engine *e, size_t b, size_t t, size_t j) {
    (void)b;
    return (int64_t)j < e->p->mask.first ? (double)j : (double)j - dropped(e, t);
}

static inline double query_place(const engine *e, size_t b, size_t t) {
    return e->query_at(e, b, t) + e->shift_queries;
}

static inline double key_place(const engine *e, size_t b, size_t t, size_t j) {
    return e->key_at(e, b, t, j) + e->shift_keys;
}

static inline axes_place query_places(const engine *e, size_t b, size_t t) {
    const int64_t *stated = e->query_at == own_query_at ? e->p->position.query_position : NULL;
    axes_place place;
    for (size_t a = 0; a < PLUMB_MOST_AXES; a++)
        place.on[a] = stated && a < e->sections.count
                          ? id_of(e, stated, e->p->query_length, b, e->reads[a], t) + e->shift_queries
                          : query_place(e, b, t);
    return place;
}

static inline axes_place key_places(const engine *e, size_t b, size_t t, size_t j) {
    const int64_t *stated = e->key_at == own_key_at ? e->p->position.key_position : NULL;
    axes_place place;
    for (size_t a = 0; a < PLUMB_MOST_AXES; a++)
        place.on[a] = stated && a < e->sections.count
                          ? id_of(e, stated, e->p->key_length, b, e->reads[a], j) + e->shift_keys
                          : key_place(e, b, t, j);
    return place;
}

/* ---- one row ---- */

static inline double dot(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t c = 0; c < count; c++)
        sum += x[c] * y[c];
    return sum;
}

enum { MOST_DIM = 32, MOST_KEYS = 64 };

static inline void move_vector(const engine *e, const double *x, axes_place place, bool of_query,
                               double *moved) {
    if (e->move != NULL)
        e->move(e, x, place, of_query, moved);
    else
        memcpy(moved, x, e->p->head_dim * sizeof *x);
}

static inline void move_query(const engine *e, const double *x, axes_place place, double *moved) {
    move_vector(e, x, place, true, moved);
    double steps = e->heat != 0 ? floor((place.on[0] + e->heat_offset) / e->heat_length) : 0;
    for (size_t c = 0; c < e->p->head_dim; c++)
        moved[c] *= 1 + e->heat * log(1 + steps);
}

static inline double engine_score(const engine *e, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = e->p;
    double query = query_place(e, b, t), key = key_place(e, b, t, j), q[MOST_DIM], k[MOST_DIM];
    size_t kh = h / (p->query_heads / p->key_heads);
    size_t query_row = (b * p->query_heads + h) * p->query_length + t;
    size_t key_row = (b * p->key_heads + kh) * p->key_length + j;
    move_query(e, p->query + query_row * p->head_dim, query_places(e, b, t), q);
    move_vector(e, p->key + key_row * p->head_dim, key_places(e, b, t, j), false, k);
    double x = e->scale * dot(q, k, p->head_dim);
    if (e->key_row != NULL)
        x += e->row_scale * dot(q, e->key_row(e, query, key), p->head_dim);
    return x + (e->bias != NULL ? e->bias(e, h, query, key) : 0);
}

/* The key of a sink has no position. */
static inline double engine_sink(const engine *e, size_t b, size_t h, size_t t) {
    const plumb_problem *p = e->p;
    double q[MOST_DIM];
    size_t row = (b * p->query_heads + h) * p->query_length + t;
    if (p->op.sink != PLUMB_SINK_KEY)
        return -INFINITY;
    move_query(e, p->query + row * p->head_dim, query_places(e, b, t), q);
    return e->scale * dot(q, p->extra.sink_key + h * p->head_dim, p->head_dim);
}

static inline double engine_value(const engine *e, size_t b, size_t h, size_t t, size_t j,
                                  size_t c) {
    const plumb_problem *p = e->p;
    size_t kh = h / (p->query_heads / p->key_heads);
    const double *v = p->value + ((b * p->key_heads + kh) * p->key_length + j) * p->value_dim;
    double moved[MOST_DIM];
    if (e->moves_values) {
        move_vector(e, v, key_places(e, b, t, j), false, moved);
        return moved[c];
    }
    if (e->value_row == NULL)
        return v[c];
    return v[c] + e->value_row(e, query_place(e, b, t), key_place(e, b, t, j))[c];
}

static inline bool sees(const plumb_problem *p, size_t b, size_t t, size_t j) {
    const plumb_mask *m = &p->mask;
    bool together = m->query_segment == NULL || m->query_segment[b * p->query_length + t] ==
                                                    m->key_segment[b * p->key_length + j];
    int64_t at = (int64_t)t + p->causal.offset, key = (int64_t)j;
    bool kept = !m->streaming || key < m->first || (key > at - m->recent && key <= at);
    return together && kept && (!p->causal.causal || key <= at);
}

/* What the engine returns, in binary32. */
typedef struct {
    double *output, *weights, *scores, *lse;
} answers;

static inline void answer_row(const engine *e, size_t row, const answers *to) {
    const plumb_problem *p = e->p;
    size_t t = row % p->query_length, h = row / p->query_length % p->query_heads;
    size_t b = row / p->query_length / p->query_heads;
    double x[MOST_KEYS], most = engine_sink(e, b, h, t), sum = 0, sink = most;
    for (size_t j = 0; j < p->key_length; j++) {
        x[j] = sees(p, b, t, j) ? engine_score(e, b, h, t, j) : -INFINITY;
        most = fmax(most, x[j]);
    }
    for (size_t j = 0; j < p->key_length; j++)
        sum += exp(x[j] - most);
    sum += exp(sink - most);
    to->lse[row] = f32(most + log(sum));
    for (size_t j = 0; j < p->key_length; j++) {
        to->weights[row * p->key_length + j] = f32(exp(x[j] - most) / sum);
        to->scores[row * p->key_length + j] = f32(x[j]);
    }
    double output[MOST_DIM] = {0}, moved[MOST_DIM];
    for (size_t c = 0; c < p->value_dim; c++)
        for (size_t j = 0; j < p->key_length; j++)
            if (x[j] > -INFINITY)
                output[c] += exp(x[j] - most) / sum * engine_value(e, b, h, t, j, c);
    if (e->move_output != NULL)
        e->move_output(e, output, query_places(e, b, t), true, moved);
    for (size_t c = 0; c < p->value_dim; c++)
        to->output[row * p->value_dim + c] = f32(e->move_output != NULL ? moved[c] : output[c]);
}

/* ---- how it is judged ---- */

static inline answers take_answers(const engine *e) {
    const plumb_problem *p = e->p;
    size_t rows = p->batch * p->query_heads * p->query_length;
    answers given = {calloc(rows * p->value_dim, sizeof(double)),
                     calloc(rows * p->key_length, sizeof(double)),
                     calloc(rows * p->key_length, sizeof(double)), calloc(rows, sizeof(double))};
    ck_assert(given.output && given.weights && given.scores && given.lse);
    for (size_t row = 0; row < rows; row++)
        answer_row(e, row, &given);
    return given;
}

static inline void free_answers(answers *given) {
    free(given->output);
    free(given->weights);
    free(given->scores);
    free(given->lse);
}

static inline plumb_case answered_case(const plumb_problem *p, const answers *given) {
    size_t rows = p->batch * p->query_heads * p->query_length;
    return (plumb_case){.problem = *p,
                        .input_format = PLUMB_F32,
                        .output = {true, PLUMB_F32, rows * p->value_dim, given->output},
                        .weights = {true, PLUMB_F32, rows * p->key_length, given->weights},
                        .scores = {true, PLUMB_F32, rows * p->key_length, given->scores},
                        .lse = {true, PLUMB_F32, rows, given->lse},
                        .precision = "f32",
                        .source = "a naive engine"};
}

static inline plumb_verdict verdict_of(const plumb_case *judged) {
    plumb_error error;
    plumb_report report;
    plumb_compare_options options = {.threads = 1};
    ck_assert_msg(plumb_compare(judged, &options, &report, &error) == 0, "%s", error.text);
    return report.verdict;
}

/* The verdict under the neighbour that does that, of which there must be one, and it must apply. */
static inline plumb_verdict verdict_under(const plumb_case *stated, neighbour_list *list,
                                          const char *does) {
    plumb_neighbourhood neighbourhood = {.list = NULL};
    plumb_storage storage = {0};
    plumb_case changed;
    plumb_verdict verdict = PLUMB_FAIL;
    size_t found = 0;
    list(stated, &neighbourhood);
    for (size_t i = 0; i < neighbourhood.count; i++) {
        const plumb_neighbour *neighbour = &neighbourhood.list[i];
        if (strcmp(neighbour->does, does) != 0)
            continue;
        memcpy(&changed, stated, sizeof changed);
        ck_assert_msg(plumb_neighbour_make(neighbour, &storage, &changed) == 1,
                      "the engine %s: does not apply", does);
        verdict = verdict_of(&changed);
        found++;
    }
    ck_assert_msg(found == 1, "the engine %s: %zu neighbours", does, found);
    plumb_storage_free(&storage);
    plumb_neighbourhood_free(&neighbourhood);
    return verdict;
}

/* ---- problems ---- */

/* A wrong engine, and the case that shows it. */
typedef struct {
    const char *does; /* the neighbour that says so */
    void (*mistake)(engine *e);
    plumb_position position;       /* what is stated, but for its tensors */
    int64_t first, apart;          /* position ids: first + apart j; 0 and 0: none */
    size_t query_heads, key_heads; /* 0: 4 and 2 */
    size_t queries;                /* 0: 6 */
    int64_t offset;                /* 0: the last query stands at the last key; -1: 0 */
    bool bidirectional;            /* not causal */
    bool sink;                     /* with a key of its own */
    bool unscaled;                 /* the scale is 1 */
    bool differs_in_ids;           /* the second batch entry */
    bool has_values;               /* a table of values */
    size_t document;               /* keys in each document; 0: no documents */
    plumb_mask mask;
} round_trip;

enum { KEYS = 24, DIM = 16 };

/* Time is the token; rows of five; columns; and something else. */
static inline int64_t on_axis(size_t axis, int64_t token) {
    return axis == 0 ? token : axis == 1 ? token / 5 : axis == 2 ? token % 5 : token * token % 7;
}

static inline void draw_ids_of(drawn_problem *drawn, const round_trip *trip) {
    const plumb_problem *p = &drawn->problem;
    if (trip->first == 0 && trip->apart == 0)
        return;
    size_t axes = plumb_axes_of(&p->position);
    give_position_ids(drawn);
    for (size_t b = 0; b < p->batch; b++) {
        int64_t first = trip->first + (trip->differs_in_ids ? 7 * (int64_t)b : 0);
        int64_t apart = trip->apart + (trip->differs_in_ids ? (int64_t)b : 0);
        for (size_t i = 0; i < axes * p->query_length; i++)
            drawn->query_position[b * axes * p->query_length + i] =
                first + apart * on_axis(i / p->query_length, (int64_t)(i % p->query_length) + p->causal.offset);
        for (size_t i = 0; i < axes * p->key_length; i++)
            drawn->key_position[b * axes * p->key_length + i] =
                first + apart * on_axis(i / p->key_length, (int64_t)(i % p->key_length));
    }
}

static inline void draw_documents(drawn_problem *drawn, size_t document) {
    plumb_problem *p = &drawn->problem;
    if (document == 0)
        return;
    drawn->query_segment = calloc(p->batch * p->query_length, sizeof *drawn->query_segment);
    drawn->key_segment = calloc(p->batch * p->key_length, sizeof *drawn->key_segment);
    ck_assert(drawn->query_segment && drawn->key_segment);
    for (size_t i = 0; i < p->batch * p->query_length; i++)
        drawn->query_segment[i] =
            ((int64_t)(i % p->query_length) + p->causal.offset) / (int64_t)document;
    for (size_t i = 0; i < p->batch * p->key_length; i++)
        drawn->key_segment[i] = (int64_t)(i % p->key_length) / (int64_t)document;
    p->mask.query_segment = drawn->query_segment;
    p->mask.key_segment = drawn->key_segment;
}

static inline void round_to_f32(double *x, size_t count) {
    for (size_t i = 0; x != NULL && i < count; i++)
        x[i] = f32(x[i]);
}

static inline plumb_problem shape_of(const round_trip *trip) {
    size_t queries = trip->queries ? trip->queries : 6;
    int64_t last = KEYS - (int64_t)queries;
    plumb_problem shape = one_head(queries, KEYS, DIM, DIM);
    shape.batch = 2;
    shape.query_heads = trip->query_heads ? trip->query_heads : 4;
    shape.key_heads = trip->key_heads ? trip->key_heads : 2;
    shape.causal.causal = !trip->bidirectional;
    shape.causal.offset = trip->offset == 0 ? last : trip->offset < 0 ? 0 : trip->offset;
    shape.mask = trip->mask;
    shape.scale.text = trip->unscaled ? "1" : NULL;
    shape.op.sink = trip->sink ? PLUMB_SINK_KEY : PLUMB_SINK_NONE;
    shape.position = trip->position;
    return shape;
}

static inline drawn_problem draw_trip(const round_trip *trip) {
    random_cases cases = random_begin("round trips", 1);
    plumb_problem shape = shape_of(trip);
    ck_assert(random_next(&cases));
    drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
    plumb_problem *p = &drawn.problem;
    draw_ids_of(&drawn, trip);
    draw_documents(&drawn, trip->document);
    round_to_f32(drawn.query, query_numbers(p));
    round_to_f32(drawn.key, key_numbers(p));
    round_to_f32(drawn.value, value_numbers(p));
    if (trip->sink) {
        give_extra(&drawn, SINK_KEY);
        draw_numbers(&cases, ORDINARY, drawn.extra[SINK_KEY], extra_numbers(p, SINK_KEY));
        round_to_f32(drawn.extra[SINK_KEY], extra_numbers(p, SINK_KEY));
    }
    return drawn;
}

/* Gives the problem a tensor of its positions, of numbers about that size. */
static inline void draw_tensor_of(drawn_problem *drawn, position_tensor tensor, double size) {
    random_cases cases = random_begin("tables", 1);
    ck_assert(random_next(&cases));
    give_position(drawn, tensor);
    for (size_t i = 0; i < position_numbers(&drawn->problem, tensor); i++)
        drawn->position[tensor][i] = f32(size * random_normal(&cases));
}

static inline engine plain_engine(const plumb_problem *p) {
    double scale = p->scale.text != NULL ? 1 : 1 / sqrt((double)p->head_dim);
    return (engine){.p = p,
                    .query_at = p->mask.in_cache ? cached_query_at : own_query_at,
                    .key_at = p->mask.in_cache ? cached_key_at : own_key_at,
                    .heat = p->position.temperature.factor,
                    .heat_length = (double)p->position.temperature.length,
                    .heat_offset = (double)p->position.temperature.offset,
                    .scale = scale,
                    .row_scale = scale};
}

/* The right engine PASSes as stated.  The wrong one FAILs, or is SUSPECT if it rotates outputs back, which no theorem
   covers; under the neighbour it PASSes. */
static inline void check_trip(const round_trip *trip, neighbour_list *list,
                              const plumb_problem *stated, const engine *right) {
    engine wrong = *right;
    answers given = take_answers(right);
    plumb_case judged = answered_case(stated, &given);
    ck_assert_msg(verdict_of(&judged) == PLUMB_PASS, "the right engine, for: %s", trip->does);
    free_answers(&given);
    trip->mistake(&wrong);
    given = take_answers(&wrong);
    judged = answered_case(stated, &given);
    plumb_verdict wanted = plumb_rotates_output(&stated->position) ? PLUMB_SUSPECT : PLUMB_FAIL;
    ck_assert_msg(verdict_of(&judged) == wanted, "the engine %s: as stated %s", trip->does,
                  plumb_verdict_name(verdict_of(&judged)));
    plumb_verdict verdict = verdict_under(&judged, list, trip->does);
    ck_assert_msg(verdict == PLUMB_PASS, "the engine %s: %s", trip->does,
                  plumb_verdict_name(verdict));
    free_answers(&given);
}

/* Whatever a list has for random cases, some trip must have shown. */
static inline void check_shown(const tallies *all, const round_trip *trip, size_t trips) {
    for (size_t i = 0; i < all->count; i++) {
        bool shown = false;
        for (size_t n = 0; n < trips && !shown; n++) {
            char what[PLUMB_NEIGHBOUR_TEXT];
            without_numbers(trip[n].does, what);
            shown = strcmp(what, all->of[i].what) == 0;
        }
        ck_assert_msg(shown, "no engine %s", all->of[i].what);
    }
}
#endif
