/* test_neighbours_heads.c - engines that confuse heads, layouts and batch entries: their neighbours explain them. */
#include "case/tile.h"
#include "tests/diagnose/naive_engine.h"

/* Shape: batch 2, 6 heads on 3, 7 queries, 11 keys, dims 8 and 6. */

/* ---- which key head ---- */

#define READS_KEY_HEAD(name, head)                                                                 \
    static double name##_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {             \
        return e->p->key[((b * 3 + (head)) * 11 + j) * 8 + c];                                     \
    }                                                                                              \
    static double name##_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {           \
        return e->p->value[((b * 3 + (head)) * 11 + j) * 6 + c];                                   \
    }                                                                                              \
    static void name(naive *e) {                                                                   \
        e->key = name##_key;                                                                       \
        e->value = name##_value;                                                                   \
    }

READS_KEY_HEAD(tile, h % 3)
READS_KEY_HEAD(read_first, 0 * h)
READS_KEY_HEAD(divide_by_count, h / 3)
READS_KEY_HEAD(read_next, (h / 2 + 1) % 3)
READS_KEY_HEAD(read_reversed, 2 - h / 2)

static void tile_keys(naive *e) {
    e->key = tile_key;
}

static void tile_values(naive *e) {
    e->value = tile_value;
}

/* A token's vectors are of key heads, and tiled with them. */
static void state_token(random_cases *cases, drawn_problem *drawn) {
    drawn->problem.op.sink = PLUMB_SINK_TOKEN;
    give_numbers(cases, drawn, SINK_KEY, 1);
    give_numbers(cases, drawn, SINK_VALUE, 1);
    for (size_t h = 1; h < 6; h += 2) {
        memcpy(drawn->extra[SINK_KEY] + h * 8, drawn->extra[SINK_KEY] + (h - 1) * 8,
               8 * sizeof(double));
        memcpy(drawn->extra[SINK_VALUE] + h * 6, drawn->extra[SINK_VALUE] + (h - 1) * 6,
               6 * sizeof(double));
    }
}

static double tiled_token(const naive *e, size_t b, size_t h, size_t t) {
    double product = 0;
    for (size_t c = 0; c < 8; c++)
        product += naive_query(e, b, h, t, c) * e->p->extra.sink_key[h % 3 * 2 * 8 + c];
    return product * e->scale;
}

/* Weights do not show a sink's value. */
static void tile_token(naive *e) {
    tile(e);
    e->sink = tiled_token;
}

/* ---- in which order ---- */

#define READS_QUERY(name, head)                                                                    \
    static double name##_query(const naive *e, size_t b, size_t h, size_t t, size_t c) {           \
        return e->p->query[((b * 6 + (head)) * 7 + t) * 8 + c];                                    \
    }                                                                                              \
    static void name(naive *e) {                                                                   \
        e->query = name##_query;                                                                   \
    }

READS_QUERY(query_of_next, (h + 1) % 6)
READS_QUERY(query_reversed, 5 - h)
READS_QUERY(query_by_group, h % 2 * 3 + h / 2)

/* All of head h is that of another: what stands at h was written for another head. */
#define WRITES_HEAD(name, head)                                                                    \
    static bool name##_sees(const naive *e, size_t b, size_t h, size_t t, size_t j) {              \
        return naive_sees(e, b, head, t, j);                                                       \
    }                                                                                              \
    static double name##_query(const naive *e, size_t b, size_t h, size_t t, size_t c) {           \
        return naive_query(e, b, head, t, c);                                                      \
    }                                                                                              \
    static double name##_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {             \
        return naive_key(e, b, head, j, c);                                                        \
    }                                                                                              \
    static double name##_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {           \
        return naive_value(e, b, head, j, c);                                                      \
    }                                                                                              \
    static void name(naive *e) {                                                                   \
        e->sees = name##_sees;                                                                     \
        e->query = name##_query;                                                                   \
        e->key = name##_key;                                                                       \
        e->value = name##_value;                                                                   \
    }

/* Head k 2 + g stands at g 3 + k. */
WRITES_HEAD(write_by_group, h % 3 * 2 + h / 3)
WRITES_HEAD(write_reversed, 5 - h)
WRITES_HEAD(write_next_before, (h + 1) % 6)

/* ---- layouts ---- */

static double query_as_bshd(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return e->p->query[((b * 7 + t) * 6 + h) * 8 + c];
}

static double key_as_bshd(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return e->p->key[((b * 11 + j) * 3 + h / 2) * 8 + c];
}

static double value_as_bshd(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return e->p->value[((b * 11 + j) * 3 + h / 2) * 6 + c];
}

static void read_all_as_bshd(naive *e) {
    e->query = query_as_bshd;
    e->key = key_as_bshd;
    e->value = value_as_bshd;
}

static void read_values_as_bshd(naive *e) {
    e->value = value_as_bshd;
}

static double key_as_bhds(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return e->p->key[((b * 3 + h / 2) * 8 + c) * 11 + j];
}

static void read_keys_as_bhds(naive *e) {
    e->key = key_as_bhds;
}

static double key_as_sbhd(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return e->p->key[((j * 2 + b) * 3 + h / 2) * 8 + c];
}

static void read_keys_as_sbhd(naive *e) {
    e->key = key_as_sbhd;
}

/* [batch, length, heads, dim] taken for [batch, heads, length, dim]: a piece of another head and
   position. */
static double query_of_rank_3(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    size_t piece = h * 7 + t;
    return naive_query(e, b, piece % 6, piece / 6, c);
}

static double key_of_rank_3(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    size_t piece = h / 2 * 11 + j;
    return naive_key(e, b, piece % 3 * 2, piece / 3, c);
}

static double value_of_rank_3(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    size_t piece = h / 2 * 11 + j;
    return naive_value(e, b, piece % 3 * 2, piece / 3, c);
}

static void reshape_all(naive *e) {
    e->query = query_of_rank_3;
    e->key = key_of_rank_3;
    e->value = value_of_rank_3;
}

static void reshape_queries(naive *e) {
    e->query = query_of_rank_3;
}

/* ---- batch entries ---- */

static double key_of_first(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    (void)b;
    return naive_key(e, 0, h, j, c);
}

static double value_of_first(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    (void)b;
    return naive_value(e, 0, h, j, c);
}

static double query_of_first(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    (void)b;
    return naive_query(e, 0, h, t, c);
}

static void read_first_entry(naive *e) {
    e->key = key_of_first;
    e->value = value_of_first;
}

static void compute_first_entry(naive *e) {
    read_first_entry(e);
    e->query = query_of_first;
}

static double key_before(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_key(e, 1 - b, h, j, c);
}

static double value_before(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_value(e, 1 - b, h, j, c);
}

static void read_stale_entry(naive *e) {
    e->key = key_before;
    e->value = value_before;
}

/* ---- a ratio of 3, padded to 4 ---- */

static void state_ratio_3(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.key_heads = 2;
}

static double padded_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return e->p->key[((b * 2 + h / 4) * 11 + j) * 8 + c];
}

static double padded_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return e->p->value[((b * 2 + h / 4) * 11 + j) * 6 + c];
}

static void pad_ratio(naive *e) {
    e->key = padded_key;
    e->value = padded_value;
}

static const mistake mistakes[] = {
    {"gives query head h the key head of a ratio padded", state_ratio_3, pad_ratio, 0},
    {"gives query head h the key head h mod key_heads", state_nothing, tile, 0},
    {"gives query head h the keys, not values", state_nothing, tile_keys, 0},
    {"gives query head h the values, not keys", state_nothing, tile_values, 0},
    {"gives query head h the key head h mod key_heads", state_token, tile_token,
     HAS_WEIGHTS | HAS_LSE},
    {"gives query head h the key head h / key_heads", state_nothing, divide_by_count, 0},
    {"gives every query head the key head 0", state_nothing, read_first, 0},
    {"gives each query head the key head after", state_nothing, read_next, 0},
    {"has the key heads in reverse order", state_nothing, read_reversed, 0},
    {"gives each head the queries of the next", state_nothing, query_of_next, 0},
    {"reads the query heads in reverse order", state_nothing, query_reversed, 0},
    {"reads query heads as [group, key head], not", state_nothing, query_by_group, 0},
    {"writes heads as [group, key head]", give_allowed, write_by_group, 0},
    {"writes the heads in reverse order", give_allowed, write_reversed, 0},
    {"writes each head where the one before belongs", give_allowed, write_next_before, 0},
    {"reads q, k and v as [batch, length, heads, dim]", state_causal, read_all_as_bshd, 0},
    {"reads v as [batch, length, heads, dim]", state_nothing, read_values_as_bshd, 0},
    {"reads k as [batch, heads, dim, length]", state_nothing, read_keys_as_bhds, 0},
    {"reads k as [length, batch, heads, dim]", state_nothing, read_keys_as_sbhd, 0},
    {"reads q, k and v of [batch, length, heads * dim] without", state_causal, reshape_all, 0},
    {"reads q of [batch, length, heads * dim] without", state_nothing, reshape_queries, 0},
    {"lets all batch entries read the keys of the first", state_nothing, read_first_entry, 0},
    {"computes the first batch entry for all", state_nothing, compute_first_entry, 0},
    {"reads the keys of the batch entry before", state_nothing, read_stale_entry, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_heads);
}
END_TEST

/* The tensors of a file are those of the key heads that gqa tile repeats. */
START_TEST(interleaved_for_tile) {
    random_cases cases = random_begin("interleaved for tile", 3);
    while (random_next(&cases)) {
        plumb_problem shape = usual_shape();
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        naive engine = naive_engine(&drawn.problem);
        naive_answers answers = naive_run(&engine);
        plumb_case stated = naive_case(&drawn.problem, &answers, HAS_OUTPUT | HAS_LSE);
        plumb_storage storage = {0};
        plumb_error error;
        stated.tiled_heads = 3;
        ck_assert_int_eq(plumb_tile_heads(&stated.problem, "", &storage, &error), 0);
        check_explains(&stated, plumb_neighbours_of_heads,
                       "gives query head h the key head h / (query_heads / key_heads)");
        plumb_storage_free(&storage);
        naive_free(&answers);
        free_problem(&drawn);
    }
}
END_TEST

/* Writes out as [batch, length, heads, dim]; or the other way, as it is where that is expected. */
static void write_transposed(const naive_answers *answers, bool forth, double *out) {
    for (size_t b = 0; b < 2; b++)
        for (size_t h = 0; h < 6; h++)
            for (size_t t = 0; t < 7; t++) {
                size_t by_length = ((b * 7 + t) * 6 + h) * 6, by_head = ((b * 6 + h) * 7 + t) * 6;
                memcpy(out + (forth ? by_length : by_head),
                       answers->output + (forth ? by_head : by_length), 6 * sizeof *out);
            }
}

/* What is read and written so, and which way. */
static const struct {
    const char *does;
    void (*read)(naive *engine); /* NULL: rightly */
    bool forth;
} layouts[] = {
    {"writes out as [batch, length", NULL, true},
    {"reads q, k and v and writes out as [batch, length", read_all_as_bshd, true},
    {"writes out of [batch, length, heads * dim] without", NULL, false},
    {"reads q, k and v and writes out of [batch, length, heads * dim]", reshape_all, false},
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

START_TEST(output_in_another_layout) {
    random_cases cases = random_begin("output in another layout", 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        naive engine = naive_engine(&drawn.problem);
        if (layouts[_i].read != NULL)
            layouts[_i].read(&engine);
        naive_answers answers = naive_run(&engine);
        double out[2 * 6 * 7 * 6];
        write_transposed(&answers, layouts[_i].forth, out);
        plumb_case stated = naive_case(&drawn.problem, &answers, HAS_OUTPUT);
        stated.output.value = out;
        check_explains(&stated, plumb_neighbours_of_heads, layouts[_i].does);
        naive_free(&answers);
        free_problem(&drawn);
    }
}
END_TEST

/* Heads of one position: for queries 5 and keys 5, of 4 heads on 2. */
static void attend_to_heads(const plumb_problem *p, bool causal, double *out) {
    for (size_t row = 0; row < p->batch * 4 * 5; row++) {
        size_t b = row / 20, h = row / 5 % 4, t = row % 5;
        double weight[2], sum = 0;
        for (size_t k = 0; k < 2; k++) {
            double x = 0;
            for (size_t c = 0; c < 8; c++)
                x += p->query[row * 8 + c] * p->key[((b * 2 + k) * 5 + t) * 8 + c];
            weight[k] = causal && k > h ? 0 : exp(x / sqrt(8));
            sum += weight[k];
        }
        for (size_t c = 0; c < 6; c++) {
            double total = 0;
            for (size_t k = 0; k < 2; k++)
                total += weight[k] * p->value[((b * 2 + k) * 5 + t) * 6 + c];
            out[row * 6 + c] = total / sum;
        }
    }
}

START_TEST(heads_for_positions) {
    random_cases cases = random_begin("heads for positions", 3);
    while (random_next(&cases))
        for (int causal = 0; causal < 3; causal++) {
            plumb_problem shape = one_head(5, 5, 8, 6);
            shape.batch = 2;
            shape.query_heads = 4;
            shape.key_heads = 2;
            shape.causal.causal = causal > 0;
            drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
            double out[2 * 4 * 5 * 6];
            attend_to_heads(&drawn.problem, causal == 2, out);
            plumb_case stated = {.problem = drawn.problem,
                                 .output = {true, PLUMB_F64, 2 * 4 * 5 * 6, out},
                                 .precision = "f64",
                                 .source = "heads"};
            check_explains(&stated, plumb_neighbours_of_heads,
                           causal == 2 ? "attends to the heads of one position up to"
                                       : "attends to the heads of one position, not");
            free_problem(&drawn);
        }
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of heads", plumb_neighbours_of_heads, 120);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_heads");
    TCase *cases = tcase_create("neighbours_heads");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_test(cases, interleaved_for_tile);
    tcase_add_loop_test(cases, output_in_another_layout, 0, LAYOUTS);
    tcase_add_test(cases, heads_for_positions);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
